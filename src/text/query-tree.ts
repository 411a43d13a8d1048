/** A query as a tree of conditions on a document: words, filters, AND, OR, NOT. Types only; query-parser.ts builds the tree. */
import type { QueryFilter } from "./filters.ts";
import type { PatternWord } from "./pattern.ts";

export interface Term {
  /** `word` matches by stem; `phrase`, `prefix` and `part` as written. */
  readonly kind: "word" | "phrase" | "prefix" | "part";
  /** As the user typed it, without quotes, minus or stars. */
  readonly text: string;
  readonly words: readonly PatternWord[];
  /** Of a part: whether the word may continue behind the part (`*part*`) or ends with it (`*part`). */
  readonly isOpenEnded?: boolean;
  /** Of a part: the index tokens whose words may hold the part; absent where no index was asked. */
  readonly tokens?: readonly string[];
}

/**
 * A condition on a document. A term is true where the document's text holds it (a plain word: also its path or a symbol), a
 * filter where the file passes it. `and` and `or` have at least two nodes, none of their own kind; a `not` never holds a `not`.
 */
export type QueryNode =
  | { readonly op: "and" | "or"; readonly nodes: readonly QueryNode[] }
  | { readonly op: "not"; readonly node: QueryNode }
  | { readonly op: "term"; readonly term: Term }
  | { readonly op: "filter"; readonly filter: QueryFilter };

/** NOT of the node. */
export function negated(node: QueryNode): QueryNode {
  return node.op === "not" ? node.node : { op: "not", node };
}

/** NOT of the node, with NOT moved inwards (De Morgan). */
export function opposite(node: QueryNode): QueryNode {
  if (node.op !== "and" && node.op !== "or") return negated(node);
  return joinedNodes(node.op === "and" ? "or" : "and", node.nodes.map(opposite)) ?? node;
}

/** Joins nodes into one flat node; null for no nodes. */
export function joinedNodes(op: "and" | "or", nodes: readonly QueryNode[]): QueryNode | null {
  const flat = nodes.flatMap((node) => (node.op === op ? node.nodes : [node]));
  const [first] = flat;
  if (first === undefined) return null;
  return flat.length === 1 ? first : { op, nodes: flat };
}

/** The terms that make the node true where they match: terms below an even number of NOTs. In query order. */
export function positiveTerms(node: QueryNode, isPositive = true): Term[] {
  if (node.op === "term") return isPositive ? [node.term] : [];
  if (node.op === "filter") return [];
  if (node.op === "not") return positiveTerms(node.node, !isPositive);
  return node.nodes.flatMap((each) => positiveTerms(each, isPositive));
}

/** All terms, wanted or excluded. */
export function termsIn(node: QueryNode): Term[] {
  return [...positiveTerms(node), ...positiveTerms(node, false)];
}

/** Whether the node has any term, wanted or excluded. */
export function hasTerms(node: QueryNode): boolean {
  return termsIn(node).length > 0;
}

/** The truth of a node, from the truth of its leaves. */
export function isTrue(
  node: QueryNode,
  term: (term: Term) => boolean,
  filter: (filter: QueryFilter) => boolean,
): boolean {
  switch (node.op) {
    case "term":
      return term(node.term);
    case "filter":
      return filter(node.filter);
    case "not":
      return !isTrue(node.node, term, filter);
    case "and":
      return node.nodes.every((each) => isTrue(each, term, filter));
    case "or":
      return node.nodes.some((each) => isTrue(each, term, filter));
  }
}
