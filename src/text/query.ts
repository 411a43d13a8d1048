/**
 * The query language of indexed search. Words are joined by AND; `OR`, `AND`, `NOT` in capitals and parentheses join as usual;
 * `-` before a word, a phrase or a group excludes documents; `"…"` is a phrase; `word*` a prefix, `*part*` a part of a word;
 * `key:value` filters. All other text is literal: `C++`, `foo:bar`, `NEAR(`, `a/b.ts` are words that must follow one another.
 */
import { QsearchError } from "../errors.ts";
import { FilterBuilder, type FilterContext, type Filters } from "./filters.ts";
import { patternOf } from "./pattern.ts";
import { treeOf } from "./query-parser.ts";
import { type Piece, piecesOf } from "./query-pieces.ts";
import { hasTerms, joinedNodes, negated, opposite, positiveTerms, type QueryNode, type Term } from "./query-tree.ts";
import { isStopWord } from "./stopwords.ts";

export type { Term } from "./query-tree.ts";

/** One condition that must hold: a term, an OR of terms, or any other tree with a term. */
export interface Clause {
  readonly node: QueryNode;
  /** The terms that make the clause true where they match: they are scored and highlighted. */
  readonly terms: readonly Term[];
  /** Stop words beside other words: highlighted where they stand in a phrase, never required or scored. */
  readonly optional: boolean;
}

export interface ParsedQuery {
  /** The query as understood; null where nothing in it is searchable. */
  readonly tree: QueryNode | null;
  /** Every clause that is not optional must hold. */
  readonly required: readonly Clause[];
  /** A document for which one of these nodes is true is left out; their terms match as written. */
  readonly excluded: readonly QueryNode[];
  readonly filters: Filters;
  /** Trees of filters that `filters` cannot express: a file must pass each tree. */
  readonly conditions: readonly QueryNode[];
  /** The query has words, and none is searchable (punctuation alone): the result is empty. */
  readonly nothing: boolean;
  /** No clause, only filters or exclusions: the result lists files. */
  readonly filterOnly: boolean;
}

/** Limit of clauses: more than any person types. The rest of a pasted text is ignored, so the work is bounded. */
const MAX_CLAUSES = 64;

/** Throws QsearchError("usage") for an empty query, for foreign syntax, and for invalid filter values. */
export function parseQuery(input: string, context: FilterContext): ParsedQuery {
  const pieces = piecesOf(input);
  if (pieces.length === 0) {
    throw new QsearchError("usage", "the query is empty", 'Type words, a "phrase", or a filter such as ext:md.');
  }
  const tree = treeOf(pieces, context);
  const parts = new Parts();
  if (tree !== null) parts.add(tree);
  const { clauses, excluded, conditions } = parts;
  const stopsOnly = clauses.every(isStop);
  const required = clauses.map(
    (node): Clause => ({ node: withoutStops(node), terms: positiveTerms(node), optional: !stopsOnly && isStop(node) }),
  );
  const filters = parts.filters.build();
  const nothing = clauses.length === 0 && (tree === null || pieces.some(isPunctuation));
  const filterOnly = clauses.length === 0 && !nothing;
  return { tree, required, excluded, filters, conditions, nothing, filterOnly };
}

function isPunctuation(piece: Piece): boolean {
  return piece.kind === "text" && piece.text !== "" && patternOf(piece.text).length === 0;
}

/** The conditions of a query, sorted by who decides them. */
class Parts {
  readonly clauses: QueryNode[] = [];
  readonly excluded: QueryNode[] = [];
  readonly conditions: QueryNode[] = [];
  readonly filters = new FilterBuilder();

  add(node: QueryNode): void {
    if (node.op === "filter" && this.filters.want(node.filter)) return;
    if (node.op === "and") for (const each of node.nodes) this.add(each);
    else if (node.op === "not") this.#leaveOut(node.node);
    else if (!hasTerms(node)) this.conditions.push(node);
    else if (positiveTerms(node).length === 0) this.#leaveOut(opposite(node));
    else if (this.clauses.length < MAX_CLAUSES) this.clauses.push(node);
  }

  #leaveOut(node: QueryNode): void {
    if (node.op === "filter") this.filters.unwant(node.filter);
    else if (node.op === "or") for (const each of node.nodes) this.#leaveOut(each);
    else if (node.op === "not") this.add(node.node);
    else if (!hasTerms(node)) this.conditions.push(negated(node));
    else if (positiveTerms(node).length === 0) this.add(opposite(node));
    else if (this.excluded.length < MAX_CLAUSES) this.excluded.push(node);
  }
}

/** Whether a node is a stop word, or an OR of stop words. */
function isStop(node: QueryNode): boolean {
  if (node.op === "or") return node.nodes.every(isStop);
  if (node.op !== "term") return false;
  const { kind, words } = node.term;
  return kind === "word" && words.every((word) => word.whole !== null && isStopWord(word.whole));
}

/** The node without stop words that are joined by AND with other words. */
function withoutStops(node: QueryNode): QueryNode {
  if (node.op === "not") return node;
  if (node.op !== "and" && node.op !== "or") return node;
  const nodes = node.nodes.map(withoutStops);
  if (node.op === "or") return { op: "or", nodes };
  const needed = nodes.filter((each) => !isStop(each));
  return joinedNodes("and", needed.length === 0 ? nodes : needed) ?? node;
}
