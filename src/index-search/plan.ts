/** The plan of a search: what every hit must hold, as expressions for the index, and which files may be hits. */
import { languageNamed } from "../corpus/language-names.ts";
import { normalisePath, realPath, relativeTo } from "../corpus/roots.ts";
import type { FileType } from "../request/kinds.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { type FileFilter, filterFiles } from "../store/files.ts";
import type { Store } from "../store/store.ts";
import { vocabularyOf } from "../store/vocabulary.ts";
import { normaliseExt } from "../text/filters.ts";
import { isDecidedByIndex, NOWHERE, treeExpression } from "../text/fts.ts";
import { type ParsedQuery, parseQuery, type Term } from "../text/query.ts";
import type { QueryNode } from "../text/query-tree.ts";
import { FileFilters } from "./file-filters.ts";
import type { VisibleRoot } from "./visible.ts";

/** One wanted thing: its tree must be true for a hit. */
export interface Wanted {
  readonly node: QueryNode;
  /** Terms that make the tree true where they match. */
  readonly terms: readonly Term[];
  /** Expression of the parts for which the tree may be true, if one part decides; null where the index cannot tell. */
  readonly match: string | null;
  /** Holds a phrase or a prefix: matched as written, and kept when the query is relaxed. */
  readonly marked: boolean;
  /** Whether the index alone decides for a part. */
  readonly decided: boolean;
}

export interface SearchPlan {
  readonly query: ParsedQuery;
  readonly wanted: readonly Wanted[];
  /** A document for which one of these is true is left out. */
  readonly unwanted: readonly QueryNode[];
  readonly filters: FileFilters;
  /** Ids of the files that may be hits, ascending; null for all. */
  readonly files: readonly number[] | null;
}

export interface SearchContext {
  readonly timezone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly roots: readonly VisibleRoot[];
  readonly narrowing?: Narrowing | undefined;
}

/** Narrowing of a search beside its request. */
export interface Narrowing {
  /** Only files of one of these types; empty: all types. */
  readonly types: readonly FileType[];
  /** Only files changed since this time, milliseconds since the epoch; null for all. */
  readonly since: number | null;
}

/** Throws `usage` for an empty query or an invalid filter value. */
export function planSearch(store: Store, request: SearchRequest, context: SearchContext): SearchPlan {
  const languageOf = (name: string) => languageNamed(name, "lang:");
  const tokensWithPart = (part: string, isOpenEnded: boolean) => vocabularyOf(store).tokensWithPart(part, isOpenEnded);
  const query = parseQuery(request.query, { ...context, languageNamed: languageOf, tokensWithPart });
  const wanted = query.required.flatMap(({ node, terms, optional }): Wanted[] => {
    if (optional) return [];
    const marked = terms.some((term) => term.kind !== "word");
    const decided = isAlternative(node) && terms.every(isDecidedByIndex);
    const match = treeExpression(node);
    // A term of punctuation alone matches nothing.
    return match === NOWHERE ? [] : [{ node, terms, match, marked, decided }];
  });
  const filters = new FileFilters(store);
  let files = filterFiles(store, fileFilter(query, request, context));
  for (const condition of query.conditions) {
    const passing = filters.idsOf(condition);
    const allowed = files === null ? null : new Set(files);
    files = allowed === null ? passing : passing.filter((id) => allowed.has(id));
  }
  return { query, wanted, unwanted: query.excluded, filters, files };
}

/** A term, or an OR of terms. */
function isAlternative(node: QueryNode): boolean {
  return node.op === "term" || (node.op === "or" && node.nodes.every(({ op }) => op === "term"));
}

function fileFilter({ filters }: ParsedQuery, request: SearchRequest, { roots, narrowing }: SearchContext): FileFilter {
  const { not } = filters;
  const asked = request.ext.flatMap((each) => each.split(",").map(normaliseExt));
  return {
    beneath: visiblePlaces(roots, request.path_prefix),
    path: filters.path,
    notPath: not.path,
    ext: narrowed(filters.ext, asked),
    notExt: not.ext,
    language: filters.lang,
    notLanguage: not.lang,
    category: narrowed(filters.type, narrowing?.types ?? []),
    notCategory: not.type,
    after: later(filters.after, narrowing?.since ?? null),
    before: filters.before,
  };
}

/** A value that no file has, for contradictory filters. */
const NOTHING = "/";

/** Combines a filter of the query with one of the request: both must hold. Without one of the request, the query's own. */
function narrowed(wanted: readonly string[], asked: readonly string[]): readonly string[] {
  if (asked.length === 0) return wanted;
  const both = wanted.length === 0 ? asked : asked.filter((value) => wanted.includes(value));
  return both.length === 0 ? [NOTHING] : both;
}

/** The later of two times: nanoseconds of the query, milliseconds of the narrowing. */
function later(after: bigint | undefined, since: number | null): bigint | undefined {
  if (since === null) return after;
  const from = BigInt(since) * 1_000_000n;
  return after === undefined || from > after ? from : after;
}

/** The visible roots, narrowed to paths beneath one of the prefixes, both as written and resolved. */
function visiblePlaces(roots: readonly VisibleRoot[], prefixes: readonly string[]): string[] {
  const paths = roots.map((root) => root.path);
  if (prefixes.length === 0) return paths;
  const spellings = new Set(
    prefixes.flatMap((prefix) => {
      const written = normalisePath(prefix);
      return [written, realPath(written) ?? written];
    }),
  );
  const narrow = (path: string) =>
    [...spellings].flatMap((spelling) => {
      if (relativeTo(path, spelling) !== null) return [path];
      return relativeTo(spelling, path) === null ? [] : [spelling];
    });
  return [...new Set(paths.flatMap(narrow))];
}
