/**
 * Reads tree-sitter's query language, as far as src/languages uses it: nodes, anonymous nodes, wildcards, fields, negated
 * fields, anchors, alternations, groups, quantifiers, captures, predicates.
 */

export type Quantifier = "one" | "optional" | "any" | "some";

export interface NodePattern {
  readonly form: "node";
  /** Node type, null for a wildcard. */
  readonly type: string | null;
  /** Whether the node is named; a wildcard in brackets takes only named nodes. */
  readonly named: boolean | null;
  readonly children: readonly Step[];
  /** Fields that the node must not have. */
  readonly without: readonly string[];
  /** No named sibling may follow the last child. */
  readonly closed: boolean;
  readonly captures: readonly string[];
}

export interface Alternation {
  readonly form: "alternation";
  readonly options: readonly Step[];
  readonly captures: readonly string[];
}

export interface Group {
  readonly form: "group";
  readonly steps: readonly Step[];
}

export type Pattern = NodePattern | Alternation | Group;

/** A pattern among siblings. */
export interface Step {
  readonly pattern: Pattern;
  readonly field: string | null;
  readonly quantifier: Quantifier;
  /** No named sibling may stand between this step's match and the match of the step before. */
  readonly anchored: boolean;
}

export interface Predicate {
  readonly operator: string;
  readonly operands: readonly ({ readonly capture: string } | { readonly text: string })[];
}

export interface TopPattern {
  readonly steps: readonly Step[];
  readonly predicates: readonly Predicate[];
}

/** Throws for an invalid query, with the place. */
export function parseQueryText(text: string): TopPattern[] {
  return new Reader(text).all();
}

const TOKEN = /(?:\s+|;[^\n]*)*(?:("(?:[^"\\]|\\.)*")|([()[\].?*+])|([@#!]?[\w.\-/?]+!?)(:)?|$|(.))/sy;

interface Token {
  readonly kind: "string" | "sign" | "name" | "end";
  readonly text: string;
  /** A colon follows: the name is a field name. */
  readonly isField: boolean;
}

class Reader {
  #token: Token;
  readonly #predicates: Predicate[] = [];

  constructor(private readonly text: string) {
    TOKEN.lastIndex = 0;
    this.#token = this.#next();
  }

  all(): TopPattern[] {
    const patterns: TopPattern[] = [];
    while (this.#token.kind !== "end") {
      this.#predicates.length = 0;
      const step = this.#step(false);
      const steps = step.pattern.form === "group" && step.quantifier === "one" ? step.pattern.steps : [step];
      patterns.push({ steps, predicates: [...this.#predicates] });
    }
    return patterns;
  }

  #step(anchored: boolean): Step {
    const field = this.#token.isField ? this.#take().text : null;
    const bare = this.#pattern();
    const { quantifier, captures } = this.#suffix();
    return { pattern: captured(bare, captures), field, quantifier, anchored };
  }

  #pattern(): Pattern {
    const token = this.#take();
    if (token.kind === "string") return node(unescaped(token.text), false);
    if (token.kind === "name" && token.text === "_") return node(null, null);
    if (token.text === "[") return this.#alternation();
    if (token.text === "(") return this.#bracketed();
    throw this.#error(token.text);
  }

  #alternation(): Alternation {
    const options: Step[] = [];
    while (!this.#accepts("]")) options.push(this.#step(false));
    return { form: "alternation", options, captures: [] };
  }

  /** A node, or a group without a leading name. */
  #bracketed(): Pattern {
    const { kind, text, isField } = this.#token;
    const isNode =
      kind === "name" && !isField && !text.startsWith("#") && !text.startsWith("@") && !text.startsWith("!");
    if (isNode) this.#take();
    const without: string[] = [];
    const children: Step[] = [];
    let anchored = false;
    while (!this.#accepts(")")) {
      if (this.#accepts(".")) anchored = true;
      else if (this.#token.text.startsWith("!")) without.push(this.#take().text.slice(1));
      else if (this.#isPredicate()) this.#predicate();
      else {
        children.push(this.#step(anchored));
        anchored = false;
      }
    }
    if (!isNode) return { form: "group", steps: children };
    if (text.includes("/") || text === "MISSING") throw this.#error(text);
    const type = text === "_" ? null : text;
    return { form: "node", type, named: true, children, without, closed: anchored, captures: [] };
  }

  /** "(" is not consumed yet; a predicate's name follows it. */
  #isPredicate(): boolean {
    if (this.#token.text !== "(") return false;
    const at = TOKEN.lastIndex;
    const next = this.#next();
    TOKEN.lastIndex = at;
    return next.text.startsWith("#");
  }

  #predicate(): void {
    this.#take();
    const operator = this.#take().text;
    const operands: ({ capture: string } | { text: string })[] = [];
    while (!this.#accepts(")")) {
      const { kind, text } = this.#take();
      if (kind === "end") throw this.#error("");
      operands.push(
        text.startsWith("@") ? { capture: text.slice(1) } : { text: kind === "string" ? unescaped(text) : text },
      );
    }
    this.#predicates.push({ operator: operator.slice(1), operands });
  }

  #suffix(): { quantifier: Quantifier; captures: string[] } {
    let quantifier: Quantifier = "one";
    const captures: string[] = [];
    while (true) {
      if (this.#accepts("?")) quantifier = "optional";
      else if (this.#accepts("*")) quantifier = "any";
      else if (this.#accepts("+")) quantifier = "some";
      else if (this.#token.kind === "name" && this.#token.text.startsWith("@"))
        captures.push(this.#take().text.slice(1));
      else return { quantifier, captures };
    }
  }

  #accepts(sign: string): boolean {
    if (this.#token.kind === "end" && (sign === ")" || sign === "]")) throw this.#error("");
    if (this.#token.kind !== "sign" || this.#token.text !== sign) return false;
    this.#take();
    return true;
  }

  #take(): Token {
    const token = this.#token;
    this.#token = this.#next();
    return token;
  }

  #next(): Token {
    const [, string, sign, name, colon, other] = TOKEN.exec(this.text) ?? [];
    if (string !== undefined) return { kind: "string", text: string, isField: false };
    if (sign !== undefined) return { kind: "sign", text: sign, isField: false };
    if (name !== undefined) return { kind: "name", text: name, isField: colon !== undefined };
    if (other !== undefined) throw this.#error(other);
    return { kind: "end", text: "", isField: false };
  }

  #error(found: string): Error {
    const line = this.text.slice(0, TOKEN.lastIndex || this.text.length).split("\n").length;
    return new Error(`query, line ${line}: ${found === "" ? "it ends too early" : `unexpected ${found}`}`);
  }
}

function node(type: string | null, named: boolean | null): NodePattern {
  return { form: "node", type, named, children: [], without: [], closed: false, captures: [] };
}

function captured(pattern: Pattern, captures: readonly string[]): Pattern {
  if (captures.length === 0) return pattern;
  if (pattern.form !== "group") return { ...pattern, captures: [...pattern.captures, ...captures] };
  // A capture of a group captures all of its nodes.
  return {
    form: "group",
    steps: pattern.steps.map((step) => ({ ...step, pattern: captured(step.pattern, captures) })),
  };
}

function unescaped(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(.)/gs, (_, sign: string) => (sign === "n" ? "\n" : sign === "t" ? "\t" : sign));
}
