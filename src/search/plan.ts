/** A search as it will be carried out: what every hit must hold, as expressions for the index, and which files may hold it. */
import { languageNamed } from "../corpus/language-names.ts";
import { normalisePath, realPath, relativeTo } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import type { SearchRequest } from "../request/search.ts";
import { type FileFilter, filterFiles } from "../store/files.ts";
import type { Store } from "../store/store.ts";
import { normaliseExt } from "../text/filters.ts";
import { clauseExpression, ftsExpression, isDecidedByIndex } from "../text/fts.ts";
import { type Clause, type ParsedQuery, parseQuery, type Term } from "../text/query.ts";
import { positiveTerms, type QueryNode } from "../text/query-tree.ts";
import { borderExpression, positionExpression } from "./borders.ts";
import type { VisibleRoot } from "./visible.ts";

/** One thing a hit must hold: any of the terms of a clause. */
export interface Wanted {
  readonly alternative: Clause;
  /** Chunks that may hold it. */
  readonly match: string;
  /** Most of these chunks, found at much less cost: a phrase by the positions of its words; null where `match` is cheap. */
  readonly narrow: string | null;
  /** Chunks in which a match that crosses a chunk border may end; null where none can cross. */
  readonly border: string | null;
  /** Holds a phrase or a prefix: matched as written, and kept where the query is relaxed. */
  readonly marked: boolean;
  /** Whether the index alone is right about a chunk, but for what stands at a cut inside a word. */
  readonly decided: boolean;
}

/** What a hit's document must not hold. */
export interface Unwanted {
  readonly term: Term;
  readonly match: string;
  readonly border: string | null;
}

export interface SearchPlan {
  readonly query: ParsedQuery;
  readonly wanted: readonly Wanted[];
  readonly unwanted: readonly Unwanted[];
  /** Ids of the files that may be answers, ascending; null for all. */
  readonly files: readonly number[] | null;
}

export interface PlanContext {
  readonly timezone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly roots: readonly VisibleRoot[];
}

/** Throws `usage` for an empty query or a filter value that is none. */
export function planSearch(store: Store, request: SearchRequest, context: PlanContext): SearchPlan {
  const languageOf = (name: string) => languageNamed(name, "lang:");
  const query = parseQuery(request.query, { ...context, languageNamed: languageOf });
  const wanted = query.required.flatMap((alternative) => {
    const match = clauseExpression(alternative);
    if (alternative.optional || match === null) return [];
    const border = joined(alternative.terms.map(borderExpression));
    const marked = alternative.terms.some((term) => term.kind !== "word");
    const narrow = alternative.terms.length === 1 ? joined(alternative.terms.map(positionExpression)) : null;
    return [{ alternative, match, narrow, border, marked, decided: alternative.terms.every(isDecidedByIndex) }];
  });
  refuseGroups(query);
  const unwanted = query.excluded
    .flatMap((node) => positiveTerms(node))
    .flatMap((term) => {
      const match = ftsExpression(term);
      return match === null ? [] : [{ term, match, border: borderExpression(term) }];
    });
  return { query, wanted, unwanted, files: filterFiles(store, fileFilter(query, request, context)) };
}

/** Throws `usage` for what the index does not evaluate: a group that is more than alternatives. */
function refuseGroups({ required, excluded, conditions }: ParsedQuery): void {
  const isSimple = (node: QueryNode) => node.op === "term" && node.term.kind !== "part";
  const isClause = (node: QueryNode) => isSimple(node) || (node.op === "or" && node.nodes.every(isSimple));
  if (conditions.length === 0 && excluded.every(isSimple) && required.every(({ node }) => isClause(node))) return;
  throw new QsearchError("usage", "groups of words in parentheses are not searched for yet", "Ask for one at a time.");
}

function joined(expressions: readonly (string | null)[]): string | null {
  const some = expressions.filter((expression) => expression !== null);
  return some.length === 0 ? null : some.join(" OR ");
}

function fileFilter({ filters }: ParsedQuery, request: SearchRequest, { roots }: PlanContext): FileFilter {
  const { not } = filters;
  const asked = request.ext.flatMap((each) => each.split(",").map(normaliseExt));
  const ext = asked.length === 0 ? filters.ext : narrowed(filters.ext, asked);
  return {
    beneath: visiblePlaces(roots, request.path_prefix),
    path: filters.path,
    notPath: not.path,
    ext,
    notExt: not.ext,
    language: filters.lang,
    notLanguage: not.lang,
    category: filters.type,
    notCategory: not.type,
    after: filters.after,
    before: filters.before,
  };
}

/** An extension that no file can have, for filters that contradict one another. */
const NO_EXTENSION = "/";

/** `--ext` beside `ext:` in the query: both must hold. */
function narrowed(wanted: readonly string[], asked: readonly string[]): readonly string[] {
  const both = wanted.length === 0 ? asked : asked.filter((ext) => wanted.includes(ext));
  return both.length === 0 ? [NO_EXTENSION] : both;
}

/** The visible roots, narrowed to what lies beneath one of the prefixes, in its written and its real spelling. */
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
