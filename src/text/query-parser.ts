/**
 * Pieces of a query → its tree.
 *
 *     query  := or+                       all must hold; filters of one key side by side are alternatives
 *     or     := and ("OR" and)*
 *     and    := not ("AND" not)*
 *     not    := ("NOT" | "-")* ( "(" query ")" | word | phrase | filter )
 *
 * So OR binds its neighbours and not whole lines (`alpha OR beta gamma`), and AND, where it is written, binds before OR.
 */
import { QsearchError } from "../errors.ts";
import { type FilterContext, filterOf, type QueryFilter } from "./filters.ts";
import { patternOf } from "./pattern.ts";
import type { Operator, Piece } from "./query-pieces.ts";
import { joinedNodes, negated, type QueryNode, type Term } from "./query-tree.ts";

/** Most words in a phrase: more than anyone types; the rest of a pasted text is ignored, so the work is bounded. */
const MAX_WORDS = 256;
const MAX_DEPTH = 50;

/** Fewest letters of a part: nearly every word holds any single letter. */
const LEAST_PART = 2;

/** Null where nothing in the pieces is searchable. Throws QsearchError("usage"). */
export function treeOf(pieces: readonly Piece[], context: FilterContext): QueryNode | null {
  const searchable = pieces.filter((piece) => piece.kind !== "text" || patternOf(piece.text).length > 0);
  return new Parser(withoutDangling(withoutStrayParentheses(searchable)), context).parse();
}

/** An operator without an operand is a word, as in `what is NOT`. */
function withoutDangling(pieces: readonly Piece[]): readonly Piece[] {
  const kept: Piece[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== "operator" || joins(piece.operator, kept.at(-1), pieces[at + 1])) kept.push(piece);
    else kept.push({ kind: "text", style: "plain", text: piece.operator });
  }
  return kept;
}

function joins(operator: Operator, before: Piece | undefined, after: Piece | undefined): boolean {
  const begins =
    after !== undefined && after.kind !== "close" && (after.kind !== "operator" || after.operator === "NOT");
  const ends = before !== undefined && ["text", "filter", "close"].includes(before.kind);
  return begins && (operator === "NOT" || ends);
}

/**
 * Unmatched parentheses, as in `alpha (` or `:)`, are ignored, unless the query also has operators or excluded groups: then the
 * intended grouping is unclear, and `usage` is thrown.
 */
function withoutStrayParentheses(pieces: readonly Piece[]): readonly Piece[] {
  const open: number[] = [];
  const stray = new Set<number>();
  for (const [at, { kind }] of pieces.entries()) {
    if (kind === "open") open.push(at);
    else if (kind === "close" && open.pop() === undefined) stray.add(at);
  }
  for (const at of open) stray.add(at);
  if (stray.size === 0) return pieces;
  const joins = pieces.some(
    ({ kind }, at) => kind === "operator" || (kind === "minus" && pieces[at + 1]?.kind === "open"),
  );
  if (joins) {
    const [first = 0] = stray;
    const missing = pieces[first]?.kind === "open" ? "closed" : "opened";
    throw new QsearchError("usage", `a parenthesis is never ${missing}`, "Write both, or quote it to look for it.");
  }
  return pieces.filter((_, at) => !stray.has(at));
}

class Parser {
  #at = 0;

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly context: FilterContext,
  ) {}

  parse(): QueryNode | null {
    return this.#sequence(0, false);
  }

  get #next(): Piece | undefined {
    return this.pieces[this.#at];
  }

  #takes(operator: Operator): boolean {
    const { kind, ...next } = this.#next ?? { kind: "close" };
    if (kind !== "operator" || !("operator" in next) || next.operator !== operator) return false;
    this.#at++;
    return true;
  }

  /** Reads up to the end, or to the parenthesis that closes the group. */
  #sequence(depth: number, isNegated: boolean): QueryNode | null {
    if (depth > MAX_DEPTH) throw new QsearchError("usage", "the parentheses are too deep", "Leave some out.");
    const nodes: QueryNode[] = [];
    while (this.#next !== undefined && this.#next.kind !== "close") {
      const node = this.#or(depth, isNegated);
      if (node !== null) addToSequence(nodes, node);
    }
    return joinedNodes("and", nodes);
  }

  #or(depth: number, isNegated: boolean): QueryNode | null {
    let node = this.#and(depth, isNegated);
    while (this.#takes("OR")) {
      const other = this.#and(depth, isNegated);
      node = withMergedFilters(joinedNodes("or", [node, other].filter(isNode)));
    }
    return node;
  }

  #and(depth: number, isNegated: boolean): QueryNode | null {
    let node = this.#not(depth, isNegated);
    while (this.#takes("AND")) {
      const other = this.#not(depth, isNegated);
      node = joinedNodes("and", [node, other].filter(isNode));
    }
    return node;
  }

  #not(depth: number, isNegated: boolean): QueryNode | null {
    if (this.#takes("NOT")) {
      const node = this.#not(depth, !isNegated);
      return node === null ? null : negated(node);
    }
    const piece = this.#next;
    if (piece === undefined || piece.kind === "close" || piece.kind === "operator") return null;
    this.#at++;
    switch (piece.kind) {
      case "minus": {
        const node = this.#not(depth, !isNegated);
        return node === null ? null : negated(node);
      }
      case "open": {
        const node = this.#sequence(depth + 1, isNegated);
        this.#at++;
        return node;
      }
      case "filter":
        return { op: "filter", filter: filterOf(piece.key, piece.value, this.context) };
      case "text":
        return termNode(piece, isNegated, this.context);
    }
  }
}

const isNode = (node: QueryNode | null): node is QueryNode => node !== null;

function termNode(
  { style, text }: Piece & { kind: "text" },
  isNegated: boolean,
  context: FilterContext,
): QueryNode | null {
  const words = patternOf(text).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  if (style === "part" || style === "ending") return partNode(text, words, style === "part", context);
  // An excluded word is matched as written.
  const kind = style === "plain" ? (isNegated ? "phrase" : "word") : style;
  return { op: "term", term: { kind, text, words } };
}

function partNode(
  text: string,
  words: Term["words"],
  isOpenEnded: boolean,
  { tokensWithPart }: FilterContext,
): QueryNode {
  const [word, ...others] = words;
  const isOne = word !== undefined && others.length === 0 && word.suffix === "";
  const written = `*${text}${isOpenEnded ? "*" : ""}`;
  if (isOne && word.whole === null) {
    // Scripts without spaces match every part of a text anyway.
    return { op: "term", term: { kind: "phrase", text, words } };
  }
  if (!isOne || word.whole === null || [...word.whole].length < LEAST_PART) {
    throw new QsearchError(
      "usage",
      `${written} is no part of a word`,
      `Write at least ${LEAST_PART} letters or digits of one word between the stars, such as *part*.`,
    );
  }
  if (tokensWithPart === undefined) return { op: "term", term: { kind: "part", text, words, isOpenEnded } };
  const tokens = tokensWithPart(word.whole, isOpenEnded);
  if (tokens === null) {
    throw new QsearchError(
      "usage",
      `${written} is in too many words`,
      "Write more of its letters, or word* for what begins so.",
    );
  }
  return { op: "term", term: { kind: "part", text, words, isOpenEnded, tokens } };
}

type Leaf = QueryNode & { readonly op: "filter" };
const isLeaf = (node: QueryNode): node is Leaf => node.op === "filter";

/** Adds a node to a sequence; `ext:md ext:txt` are alternatives, because a file has one extension. */
function addToSequence(nodes: QueryNode[], node: QueryNode): void {
  const at = isLeaf(node)
    ? nodes.findIndex((other) => isLeaf(other) && areAlternatives(other.filter, node.filter))
    : -1;
  const before = nodes[at];
  if (before === undefined) nodes.push(node);
  else nodes[at] = withMergedFilters({ op: "or", nodes: [before, node] }) ?? node;
}

function areAlternatives(a: QueryFilter, b: QueryFilter): boolean {
  return a.key === b.key && a.key !== "path" && "values" in a;
}

/** `ext:md OR ext:txt` is one filter. */
function withMergedFilters(node: QueryNode | null): QueryNode | null {
  if (node?.op !== "or") return node;
  const nodes: QueryNode[] = [];
  for (const each of node.nodes) {
    const at = isLeaf(each)
      ? nodes.findIndex((other) => isLeaf(other) && areAlternatives(other.filter, each.filter))
      : -1;
    const before = nodes[at];
    if (before === undefined || !isLeaf(before) || !isLeaf(each)) nodes.push(each);
    else nodes[at] = { op: "filter", filter: mergedFilter(before.filter, each.filter) };
  }
  return joinedNodes("or", nodes);
}

function mergedFilter(a: QueryFilter, b: QueryFilter): QueryFilter {
  if (!("values" in a) || !("values" in b)) return a;
  return { key: a.key, values: [...new Set([...a.values, ...b.values])] };
}
