/**
 * Finds the patterns of a query in a flat tree. Matches are those of tree-sitter's own query cursor; where several lists of
 * siblings fit one pattern, this may report more of them, and a repetition takes as many siblings as possible, with or without
 * signs between them.
 */
import type { Language } from "web-tree-sitter";
import type { Captured, Match } from "../extractor.ts";
import type { FlatTree } from "./flat-tree.ts";
import { ERROR_SYMBOL } from "./language-tables.ts";
import { type Pattern, type Predicate, parseQueryText, type Quantifier, type Step } from "./pattern.ts";

/** Tries to continue behind the sibling before index `next`; returns whether a match was found. */
type Continuation = (next: number) => boolean;

interface Compiled {
  readonly steps: readonly CompiledStep[];
  readonly accepts: ((text: string, captures: readonly Captured[]) => boolean) | null;
}

interface CompiledStep {
  readonly pattern: CompiledPattern;
  /** Field id, 0 for any. */
  readonly field: number;
  readonly quantifier: Quantifier;
  readonly anchored: boolean;
}

type CompiledPattern =
  | {
      readonly form: "node";
      /** Type id, -1 for any. */
      readonly type: number;
      /** Wildcards: named nodes only. */
      readonly namedOnly: boolean;
      readonly children: readonly CompiledStep[];
      readonly without: readonly number[];
      readonly closed: boolean;
      readonly captures: readonly string[];
    }
  | { readonly form: "alternation"; readonly options: readonly CompiledStep[]; readonly captures: readonly string[] }
  | { readonly form: "group"; readonly steps: readonly CompiledStep[] };

/** Most matches of one pattern at one node: a list of thousands of siblings adds nothing more. */
const MAX_MATCHES = 20_000;

export class Matcher {
  readonly #patterns: readonly Compiled[];
  /** Type id → indices of the patterns whose first node may have that type. */
  readonly #byType: (number[] | undefined)[] = [];
  readonly #anyType: number[] = [];
  /** By type id, 1 for anonymous nodes that a pattern names; null where a pattern accepts any. */
  readonly signs: Uint8Array | null;

  /** Throws for a type or a field that the grammar does not know. */
  constructor(query: string, language: Language) {
    this.#patterns = parseQueryText(query).map(({ steps, predicates }) => ({
      steps: steps.map((step, index) => {
        if (index === 0 && step.quantifier !== "one")
          throw new Error("query: a pattern cannot begin with a repetition");
        return compileStep(step, language);
      }),
      accepts: predicates.length === 0 ? null : compilePredicates(predicates),
    }));
    this.#patterns.forEach(({ steps: [first] }, index) => {
      if (first !== undefined) this.#file(first, index);
    });
    // In the order of the query file, with the wildcards in between.
    this.#byType.forEach((patterns = [], type) => {
      const all = new Set([...patterns, ...this.#anyType]);
      this.#byType[type] = [...all].sort((a, b) => a - b);
    });
    const signs = new Uint8Array(ERROR_SYMBOL + 1);
    const any = this.#patterns.some(({ steps }) => !steps.every((step) => markSigns(step, signs)));
    this.signs = any ? null : signs;
  }

  #file({ pattern }: CompiledStep, index: number): void {
    if (pattern.form === "alternation") for (const option of pattern.options) this.#file(option, index);
    else if (pattern.form === "group") {
      const [first] = pattern.steps;
      if (first !== undefined) this.#file(first, index);
    } else if (pattern.type === -1) this.#anyType.push(index);
    else {
      const known = this.#byType[pattern.type];
      if (known === undefined) this.#byType[pattern.type] = [index];
      else known.push(index);
    }
  }

  matches(tree: FlatTree, text: string): Match[] {
    const found: Match[] = [];
    const run = new Run(tree);
    for (let node = 0; node < tree.count; node++) {
      const candidates = this.#byType[tree.type[node] ?? 0] ?? this.#anyType;
      for (const pattern of candidates) {
        const compiled = this.#patterns[pattern];
        if (compiled === undefined || !run.couldMatch(node, compiled.steps[0])) continue;
        const { steps, accepts } = compiled;
        run.at(node, steps, (captures) => {
          if (accepts === null || accepts(text, captures)) found.push({ pattern, captures });
        });
      }
    }
    return found;
  }
}

/** The matching itself: the captures are a stack that grows and shrinks with the attempts. */
class Run {
  readonly #captures: Captured[] = [];
  #left = 0;

  constructor(private readonly tree: FlatTree) {}

  /** Whether the children that a pattern's first node requires exist at all: most patterns end here, at little cost. */
  couldMatch(node: number, step: CompiledStep | undefined): boolean {
    if (step?.pattern.form !== "node") return true;
    const { pattern } = step;
    for (const { quantifier, field, pattern: wanted } of pattern.children) {
      if (quantifier === "optional" || quantifier === "any" || wanted.form !== "node") continue;
      if (!this.#hasChild(node, field, wanted.type)) return false;
    }
    return true;
  }

  #hasChild(node: number, wantedField: number, wantedType: number): boolean {
    const { field, type, next } = this.tree;
    const end = next[node] ?? 0;
    for (let child = node + 1; child < end; child = next[child] ?? end) {
      if (wantedField !== 0 && field[child] !== wantedField) continue;
      if (wantedType === -1 || type[child] === wantedType) return true;
    }
    return false;
  }

  /** All matches of the steps: the first step at the node itself, the others at siblings behind it. */
  at(node: number, steps: readonly CompiledStep[], found: (captures: Captured[]) => void): void {
    this.#left = MAX_MATCHES;
    const { next, parent } = this.tree;
    const above = parent[node] ?? 0;
    const end = node === 0 ? 1 : (next[above] ?? 0);
    const done: Continuation = () => {
      found([...this.#captures]);
      this.#left--;
      return true;
    };
    const [first] = steps;
    if (first === undefined || (first.field !== 0 && this.tree.field[node] !== first.field)) return;
    this.#pattern(first.pattern, node, end, (behind) =>
      steps.length === 1 ? done(behind) : this.#steps(steps, 1, behind, end, false, done),
    );
  }

  /** Siblings from `from` up to `end` that fit the steps from `index` on. */
  #steps(
    steps: readonly CompiledStep[],
    index: number,
    from: number,
    end: number,
    closed: boolean,
    done: Continuation,
  ): boolean {
    const step = steps[index];
    if (step === undefined) return closed && this.#hasNamed(from, end) ? false : done(from);
    const rest: Continuation = (next) => this.#steps(steps, index + 1, next, end, closed, done);
    switch (step.quantifier) {
      case "one":
        return this.#among(step, from, end, rest, false);
      case "optional":
        return this.#among(step, from, end, rest, false) || rest(from);
      case "some":
        return this.#repeated(step, from, end, rest);
      default:
        return this.#repeated(step, from, end, rest) || rest(from);
    }
  }

  /** One or more, as many as possible. */
  #repeated(step: CompiledStep, from: number, end: number, rest: Continuation): boolean {
    return this.#among(step, from, end, (next) => this.#repeated(step, next, end, rest) || rest(next), true);
  }

  /** Each of the siblings that fits the step; with `firstOnly` only the first that gives a match. */
  #among(step: CompiledStep, from: number, end: number, rest: Continuation, firstOnly: boolean): boolean {
    const { field, named, next } = this.tree;
    let any = false;
    for (let node = from; node < end; node = next[node] ?? end) {
      if (step.field === 0 || field[node] === step.field) {
        if (this.#pattern(step.pattern, node, end, rest)) any = true;
        if ((any && firstOnly) || this.#left <= 0) return any;
      }
      if (step.anchored && named[node] === 1) return any;
    }
    return any;
  }

  #pattern(pattern: CompiledPattern, node: number, end: number, rest: Continuation): boolean {
    if (pattern.form === "group") {
      const [first, ...others] = pattern.steps;
      if (first === undefined) return rest(node);
      if (first.field !== 0 && this.tree.field[node] !== first.field) return false;
      return this.#pattern(first.pattern, node, end, (next) => this.#steps(others, 0, next, end, false, rest));
    }
    const depth = this.#captures.length;
    let matched = false;
    if (pattern.form === "alternation") {
      this.#capture(pattern.captures, node);
      for (const option of pattern.options) {
        if (option.field !== 0 && this.tree.field[node] !== option.field) continue;
        if (this.#pattern(option.pattern, node, end, rest)) matched = true;
      }
    } else if (this.#fits(pattern, node)) {
      this.#capture(pattern.captures, node);
      const behind = this.tree.next[node] ?? end;
      if (pattern.children.length === 0) matched = rest(behind);
      else matched = this.#steps(pattern.children, 0, node + 1, behind, pattern.closed, () => rest(behind));
    }
    this.#captures.length = depth;
    return matched;
  }

  #fits(pattern: CompiledPattern & { form: "node" }, node: number): boolean {
    const { type, named, field, next } = this.tree;
    if (pattern.type === -1 ? pattern.namedOnly && named[node] !== 1 : type[node] !== pattern.type) return false;
    if (pattern.without.length === 0) return true;
    const end = next[node] ?? 0;
    for (let child = node + 1; child < end; child = next[child] ?? end) {
      if (pattern.without.includes(field[child] ?? 0)) return false;
    }
    return true;
  }

  #capture(names: readonly string[], node: number): void {
    const { start, end } = this.tree;
    for (const capture of names)
      this.#captures.push({ capture, id: node, start: start[node] ?? 0, end: end[node] ?? 0 });
  }

  #hasNamed(from: number, end: number): boolean {
    const { named, next } = this.tree;
    for (let node = from; node < end; node = next[node] ?? end) if (named[node] === 1) return true;
    return false;
  }
}

/** Marks the anonymous types of a step; false where the step accepts any anonymous node. */
function markSigns({ pattern }: CompiledStep, signs: Uint8Array): boolean {
  if (pattern.form === "group") return pattern.steps.every((step) => markSigns(step, signs));
  if (pattern.form === "alternation") return pattern.options.every((step) => markSigns(step, signs));
  if (pattern.type === -1 && !pattern.namedOnly) return false;
  if (pattern.type !== -1) signs[pattern.type] = 1;
  return pattern.children.every((step) => markSigns(step, signs));
}

function compileStep({ pattern, field, quantifier, anchored }: Step, language: Language): CompiledStep {
  return {
    pattern: compilePattern(pattern, language),
    field: field === null ? 0 : fieldId(field, language),
    quantifier,
    anchored,
  };
}

function compilePattern(pattern: Pattern, language: Language): CompiledPattern {
  const compiled = (steps: readonly Step[]) => steps.map((step) => compileStep(step, language));
  switch (pattern.form) {
    case "group":
      return { form: "group", steps: compiled(pattern.steps) };
    case "alternation":
      return { form: "alternation", options: compiled(pattern.options), captures: pattern.captures };
    default: {
      const { type, named, children, without, closed, captures } = pattern;
      return {
        form: "node",
        type: type === null ? -1 : typeId(type, named === true, language),
        namedOnly: named === true,
        children: compiled(children),
        without: without.map((field) => fieldId(field, language)),
        closed,
        captures,
      };
    }
  }
}

function typeId(type: string, named: boolean, language: Language): number {
  if (type === "ERROR") return ERROR_SYMBOL;
  const id = language.idForNodeType(type, named);
  if (id === null) throw new Error(`query: the grammar has no node ${named ? type : JSON.stringify(type)}`);
  if (language.supertypes.includes(id)) throw new Error(`query: ${type} is a supertype, which no node is of`);
  return id;
}

function fieldId(field: string, language: Language): number {
  const id = language.fieldIdForName(field);
  if (id === null) throw new Error(`query: the grammar has no field ${field}`);
  return id;
}

function compilePredicates(predicates: readonly Predicate[]): (text: string, captures: readonly Captured[]) => boolean {
  const tests = predicates.filter(({ operator }) => operator !== "set!").map(compilePredicate);
  return (text, captures) => tests.every((holds) => holds(text, captures));
}

/** All nodes of one capture name must satisfy the predicate, as in tree-sitter. */
function compilePredicate({ operator, operands }: Predicate): (text: string, captures: readonly Captured[]) => boolean {
  const [first, second] = operands;
  if (first === undefined || !("capture" in first)) throw new Error(`query: #${operator} needs a capture`);
  const negative = operator.startsWith("not-");
  const name = negative ? operator.slice(4) : operator;
  const texts = (text: string, captures: readonly Captured[], capture: string) =>
    captures.filter((captured) => captured.capture === capture).map(({ start, end }) => text.slice(start, end));
  let holds: (written: string, text: string, captures: readonly Captured[]) => boolean;
  if (name === "eq?" && second !== undefined) {
    holds = (written, text, captures) =>
      "text" in second ? written === second.text : texts(text, captures, second.capture).includes(written);
  } else if (name === "match?" && second !== undefined && "text" in second) {
    const pattern = new RegExp(second.text);
    holds = (written) => pattern.test(written);
  } else if (name === "any-of?") {
    const wanted = new Set(operands.slice(1).map((operand) => ("text" in operand ? operand.text : "")));
    holds = (written) => wanted.has(written);
  } else throw new Error(`query: no predicate #${operator}`);
  return (text, captures) =>
    texts(text, captures, first.capture).every((written) => holds(written, text, captures) !== negative);
}
