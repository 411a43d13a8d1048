/**
 * The query language of indexed search. Words are joined by AND; `OR`, `AND`, `NOT` in capitals and parentheses join as
 * everywhere; `-` before a word, a phrase or a group leaves documents out; `"…"` is a phrase; `word*` a prefix, `*part*` a
 * part of a word; `key:value` filters. Whatever else is typed is literal: `C++`, `foo:bar`, `NEAR(`, `a/b.ts` are words that
 * must follow one another.
 */
import { QsearchError } from "../errors.ts";
import { FilterBuilder, type FilterContext, type Filters } from "./filters.ts";
import { patternOf } from "./pattern.ts";
import { treeOf } from "./query-parser.ts";
import { type Piece, piecesOf } from "./query-pieces.ts";
import { hasTerms, joinedNodes, negated, opposite, positiveTerms, type QueryNode, type Term } from "./query-tree.ts";
import { isStopWord } from "./stopwords.ts";

export type { Term } from "./query-tree.ts";

/** One thing that must hold: a term, terms of which one must be there, or any other tree that asks for a term. */
export interface Clause {
  readonly node: QueryNode;
  /** The terms that make it true where they are found: what is scored and highlighted. */
  readonly terms: readonly Term[];
  /** Stop words in company: they are highlighted where they stand in a phrase, but never required nor scored. */
  readonly optional: boolean;
}

export interface ParsedQuery {
  /** What was typed, as it was understood; null where nothing in it can be searched. */
  readonly tree: QueryNode | null;
  /** Every clause that is not optional must hold. */
  readonly required: readonly Clause[];
  /** A document for which one of these is true is left out; their terms match as written. */
  readonly excluded: readonly QueryNode[];
  readonly filters: Filters;
  /** Trees of filters that `filters` cannot say: a file must pass each. */
  readonly conditions: readonly QueryNode[];
  /** Words were typed, but none that can be searched (punctuation alone): the answer is empty. */
  readonly nothing: boolean;
  /** No clause, only filters or exclusions: lists files. */
  readonly filterOnly: boolean;
}

/** More clauses than any person types; what a pasted text holds beyond is ignored, and so the work is bounded. */
const MAX_CLAUSES = 64;

/** Throws QsearchError("usage") for an empty query, for what is not understood, and for filter values that are none. */
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

/** What must hold, sorted by who decides it. */
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

/** Stop words, and nothing else, of which one must be there. */
function isStop(node: QueryNode): boolean {
  if (node.op === "or") return node.nodes.every(isStop);
  if (node.op !== "term") return false;
  const { kind, words } = node.term;
  return kind === "word" && words.every((word) => word.whole !== null && isStopWord(word.whole));
}

/** The node without the stop words that stand in company of others that must hold with them. */
function withoutStops(node: QueryNode): QueryNode {
  if (node.op === "not") return node;
  if (node.op !== "and" && node.op !== "or") return node;
  const nodes = node.nodes.map(withoutStops);
  if (node.op === "or") return { op: "or", nodes };
  const needed = nodes.filter((each) => !isStop(each));
  return joinedNodes("and", needed.length === 0 ? nodes : needed) ?? node;
}
