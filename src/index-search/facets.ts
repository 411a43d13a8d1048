/** Counts the files that a search finds by words, by type, extension, folder and age. */

import { pathFromBytes } from "../corpus/path-bytes.ts";
import type { FileType } from "../request/kinds.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { Postings } from "../store/postings.ts";
import { rootedPath } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import { isDecidedByIndex, treeExpression } from "../text/fts.ts";
import { positiveTerms } from "../text/query-tree.ts";
import { prepareSearch, type SearchOptions, type SearchSettings } from "./indexed-search.ts";
import type { Narrowing, SearchPlan } from "./plan.ts";

export interface Facet {
  readonly value: string;
  readonly files: number;
}

/** Most files first. A kind's counts ignore the narrowing by this same kind, so another value can be chosen. */
export interface FacetCounts {
  /** Files with all the words; without such files, files with any. */
  readonly files: number;
  readonly types: readonly Facet[];
  readonly extensions: readonly Facet[];
  /** Absolute paths of the folders beneath the deepest folder common to all these files. */
  readonly folders: readonly Facet[];
  /** Days since the change: 1, 7, 30, 365; a file counts in each period that includes its change. */
  readonly days: readonly Facet[];
}

/** Most files examined; with more files the counts cover only the first ones. */
const MOST_FILES = 20_000;
const MOST_VALUES = 12;
const DAYS = [1, 7, 30, 365];
const DAY_MS = 24 * 3600 * 1000;

/** Runs in its own read transaction. Throws `usage` as a search does. */
export function facetsOf(
  store: Store,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions & { readonly narrowing: Narrowing; readonly now: number },
): FacetCounts {
  return store.read(() => {
    const { narrowing, now } = options;
    const filesOf = (changes: Partial<SearchRequest>, other: Partial<Narrowing>) => {
      const narrowed = { ...options, narrowing: { ...narrowing, ...other } };
      return describe(
        store,
        matchingFiles(store, prepareSearch(store, { ...request, ...changes }, settings, narrowed).plan),
      );
    };
    const all = filesOf({}, {});
    const or = (isNarrowed: boolean, changes: Partial<SearchRequest>, other: Partial<Narrowing>) =>
      isNarrowed ? filesOf(changes, other) : all;
    const ofTypes = or(narrowing.types.length > 0, {}, { types: [] });
    const ofExtensions = or(request.ext.length > 0, { ext: [] }, {});
    const ofFolders = or(request.path_prefix.length > 0, { path_prefix: [] }, {});
    const ofDays = or(narrowing.since !== null, {}, { since: null });
    return {
      files: all.length,
      types: counted(ofTypes.map(({ type }) => type)),
      extensions: counted(ofExtensions.map(({ ext }) => ext).filter((ext) => ext !== "")),
      folders: counted(foldersOf(ofFolders.map(({ path }) => path))),
      days: DAYS.map((days) => ({
        value: String(days),
        files: ofDays.filter(({ mtimeMs }) => mtimeMs >= now - days * DAY_MS).length,
      })),
    };
  });
}

/** Ids of files, from the index alone: a phrase counts where the stems of its words stand in this order. */
function matchingFiles(store: Store, { query, wanted, unwanted, files }: SearchPlan): readonly number[] {
  if (query.nothing || files?.length === 0) return [];
  const postings = new Postings(store);
  if (query.filterOnly) return files ?? idsOf(store);
  const each = wanted.flatMap(({ match }) => (match === null ? [] : [postings.filesMatching(match, files)]));
  const [first = [], ...others] = each;
  const sets = others.map((ids) => new Set(ids));
  const together = first.filter((id) => sets.every((ids) => ids.has(id)));
  const found = together.length > 0 ? together : [...new Set(each.flat())];
  const excluded = new Set(
    unwanted.flatMap((node) => {
      const match = positiveTerms(node).every(isDecidedByIndex) ? treeExpression(node) : null;
      return match === null ? [] : postings.filesMatching(match, files);
    }),
  );
  return excluded.size === 0 ? found : found.filter((id) => !excluded.has(id));
}

interface Described {
  readonly type: FileType;
  readonly ext: string;
  readonly path: string;
  readonly mtimeMs: number;
}

function idsOf(store: Store): number[] {
  return store
    .statement<{ id: number }, []>("SELECT id FROM files WHERE content IS NOT NULL")
    .all()
    .map(({ id }) => id);
}

interface Row {
  readonly type: FileType;
  readonly ext: string;
  readonly root: Uint8Array;
  readonly rel: Uint8Array;
  readonly mtimeMs: number;
}

function describe(store: Store, ids: readonly number[]): Described[] {
  const sql = `SELECT f.category AS type, f.ext, r.path AS root, f.rel, f.mtime_ns / 1000000 AS mtimeMs
    FROM files f JOIN roots r ON r.id = f.root WHERE f.id IN (SELECT value FROM json_each(?))`;
  const rows = store.statement<Row, [string]>(sql).all(JSON.stringify(ids.slice(0, MOST_FILES)));
  return rows.map(({ type, ext, root, rel, mtimeMs }) => {
    return { type, ext, path: rootedPath(pathFromBytes(root), pathFromBytes(rel)), mtimeMs: Number(mtimeMs) };
  });
}

function counted(values: readonly string[]): Facet[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const facets = [...counts].map(([value, files]) => ({ value, files }));
  return facets.sort((a, b) => b.files - a.files || (a.value < b.value ? -1 : 1)).slice(0, MOST_VALUES);
}

/** For each path outside the deepest common folder itself: the folder beneath that folder. */
function foldersOf(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split("/").slice(0, -1));
  let depth = 0;
  const [first = []] = parts;
  while (depth < first.length && parts.every((each) => each[depth] === first[depth])) depth++;
  return parts.flatMap((each) => (each.length > depth ? [each.slice(0, depth + 1).join("/")] : []));
}
