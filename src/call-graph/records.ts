/** The captures of a file's `locals.scm` as records by node: expressions, types, local names, fields and results. */

import type { Captured, Extraction, Match, NodeSpan } from "../symbols/extractor.ts";
import type { CallSite } from "../symbols/file-symbols.ts";
import { collapse } from "../symbols/signature.ts";
import { indexAt, lineStarts } from "../text/lines.ts";

/** The structure of an expression or a type. A node without a record is a name if its text is one. */
export type Form =
  | "member"
  | "call"
  /** A call without a node for the callee in its grammar: object, name and arguments. */
  | "invoke"
  | "new"
  | "index"
  | "literal"
  | "same"
  | "await"
  | "either"
  | "cast"
  | "self"
  | "super"
  | "record"
  | "generic"
  | "list"
  | "tuple"
  | "typeof"
  /** The success value of an Option or Result. */
  | "try"
  | "nothing"
  | "name";

export interface RecordEntry {
  /** "" for a spread. */
  readonly key: string;
  readonly at: number;
  readonly value: NodeSpan;
}

export interface Expression {
  readonly form: Form;
  readonly span: NodeSpan;
  /** The object of a member, the callee, the base of a generic type, the content of brackets. */
  readonly inner: NodeSpan | null;
  /** Name of a member; type of a literal. */
  readonly name: string;
  /** Offset of that name. */
  readonly nameAt: number;
  /** Arguments, options of a choice, elements. */
  readonly items: readonly NodeSpan[];
  /** Entries of an object literal. */
  readonly entries: readonly RecordEntry[];
}

export interface Binding {
  readonly name: string;
  readonly at: number;
  readonly type: NodeSpan | null;
  readonly value: NodeSpan | null;
  /** How the value is used: itself, an element, the object of a `with` block, or one of its parts or members. */
  readonly how: "itself" | "element" | "context" | "unwrapped" | "part" | "member" | "nothing";
  /** Index of the part, from 0. */
  readonly position: number;
  /** Name of the member. */
  readonly picked: string;
  readonly kind: "local" | "parameter" | "field" | "typevar";
  readonly optional: boolean;
  readonly rest: boolean;
  /** A declaration: earlier bindings in the same block are other variables. */
  readonly declared: boolean;
  /** The scope in which the name has this value: its node, -1 the file. */
  readonly scope: number;
  readonly from: number;
  readonly to: number;
}

export interface FunctionRecord {
  readonly span: NodeSpan;
  readonly parameters: readonly Binding[];
  readonly result: NodeSpan | null;
  readonly returns: readonly NodeSpan[];
}

/** `owner.name = value` outside the owner's own block. */
export interface Assignment extends RecordEntry {
  readonly owner: NodeSpan;
}

export interface Records {
  /** By node. */
  readonly expressions: ReadonlyMap<number, Expression>;
  /** By the offset of the called name. */
  readonly calls: ReadonlyMap<number, Expression>;
  /** Functions among a call's arguments, by their node. */
  readonly arguments: ReadonlyMap<number, Expression>;
  /** By the offset of the member's name. */
  readonly members: ReadonlyMap<number, Expression>;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  /** By the index of the type's symbol. */
  readonly fields: ReadonlyMap<number, readonly Binding[]>;
  /** By node. */
  readonly functions: ReadonlyMap<number, FunctionRecord>;
  readonly assignments: readonly Assignment[];
  /** Values of `export default` and `module.exports =`. */
  readonly defaults: readonly NodeSpan[];
  /** Names of decorators, by the node that they stand above. */
  readonly decorators: ReadonlyMap<number, readonly string[]>;
  /** By the index of the symbol: the original of an alias. */
  readonly aliases: ReadonlyMap<number, NodeSpan>;
  /** By the index of the symbol: the type that a named type is made of (`type Names []Name`). */
  readonly underlying: ReadonlyMap<number, NodeSpan>;
  /** Symbols by the node of their definition. */
  readonly symbols: ReadonlyMap<number, number>;
  /** Nodes of symbols. */
  readonly nodes: readonly NodeSpan[];
  /** Symbols with a body. */
  readonly bodied: readonly boolean[];
  /** Nodes visible only in their file (`static` of C). */
  readonly hidden: ReadonlySet<number>;
  /** Package or namespace, "" without one. */
  readonly package: string;
  /** Modules imported under another name, as written. */
  readonly renamed: ReadonlySet<string>;
  /** `module.exports` is set: its value is the module. */
  readonly commonjs: boolean;
  /** Calls of computed callees: `table[key]()`, `(a ?? b)()`; a literal key is a name. */
  readonly computed: readonly CallSite[];
  /** Starts of all identifiers, ascending. */
  readonly words: Uint32Array;
  /** Offsets of function names in strings and symbols, with the object whose members they are; null without one. */
  readonly quoted: ReadonlyMap<number, NodeSpan | null>;
  /** Places of names that are keys, labels or keyword arguments. */
  readonly keys: ReadonlySet<number>;
  /** Spans of types, in order. */
  readonly types: readonly NodeSpan[];
}

export const NO_RECORDS: Records = {
  expressions: new Map(),
  calls: new Map(),
  arguments: new Map(),
  members: new Map(),
  bindings: new Map(),
  fields: new Map(),
  functions: new Map(),
  assignments: [],
  defaults: [],
  decorators: new Map(),
  aliases: new Map(),
  underlying: new Map(),
  symbols: new Map(),
  nodes: [],
  bodied: [],
  hidden: new Set(),
  package: "",
  renamed: new Set(),
  commonjs: false,
  computed: [],
  words: new Uint32Array(0),
  quoted: new Map(),
  keys: new Set(),
  types: [],
};

const FORMS: ReadonlySet<string> = new Set<Form>([
  "member",
  "call",
  "invoke",
  "new",
  "index",
  "same",
  "await",
  "either",
  "cast",
  "self",
  "super",
  "record",
  "generic",
  "list",
  "tuple",
  "typeof",
  "try",
  "nothing",
  "name",
]);

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "trait", "struct", "enum", "impl", "type", "module"]);

/** Longest text shown for a callee without a name. */
const LONGEST_CALLEE = 120;

interface Scope extends NodeSpan {
  /** Whether names bound directly in the scope are fields. */
  readonly ofType: boolean;
}

interface Draft {
  form: Form;
  span: NodeSpan;
  inner: NodeSpan | null;
  name: string;
  nameAt: number;
  items: NodeSpan[];
  entries: RecordEntry[];
}

export function recordsOf(
  text: string,
  matches: readonly Match[],
  { found, nodes, bodied }: Extraction,
  words: Uint32Array,
): Records {
  return new Builder(text, found.symbols, found.calls, nodes, bodied, words).build(matches);
}

class Builder {
  readonly #expressions = new Map<number, Draft>();
  readonly #functions = new Map<
    number,
    { span: NodeSpan; parameters: Binding[]; result: NodeSpan | null; returns: NodeSpan[] }
  >();
  readonly #scopes = new Map<number, Scope>();
  readonly #bound: Match[] = [];
  readonly #returns: NodeSpan[] = [];
  readonly #assignments: Assignment[] = [];
  readonly #defaults: NodeSpan[] = [];
  readonly #decorators = new Map<number, string[]>();
  readonly #aliased: { name: NodeSpan; type: NodeSpan; same: boolean }[] = [];
  readonly #hidden = new Set<number>();
  readonly #keys = new Set<number>();
  readonly #quoted = new Map<number, NodeSpan | null>();
  readonly #types: NodeSpan[] = [];
  readonly #renamed = new Set<string>();
  #commonjs = false;
  #starts: Uint32Array | null = null;
  #package = "";

  constructor(
    private readonly text: string,
    private readonly symbols: Extraction["found"]["symbols"],
    private readonly calls: Extraction["found"]["calls"],
    private readonly nodes: readonly NodeSpan[],
    private readonly bodied: readonly boolean[],
    private readonly words: Uint32Array,
  ) {}

  build(matches: readonly Match[]): Records {
    for (const match of matches) this.#read(match);
    const scopes = [...this.#scopes.values()].sort((a, b) => a.start - b.start || b.end - a.end);
    const functions = [...this.#functions.values()].sort(
      (a, b) => a.span.start - b.span.start || b.span.end - a.span.end,
    );
    for (const returned of this.#returns) {
      // A body that is a block is no value.
      if (this.#scopes.has(returned.id)) continue;
      const owner = innermost(functions, ({ span }) => span, returned.start, returned.end);
      owner?.returns.push(returned);
    }
    const bindings = new Map<string, Binding[]>();
    const fields = new Map<number, Binding[]>();
    for (const match of this.#bound) {
      for (const binding of this.#bindings(match, scopes)) {
        if (binding.kind === "parameter")
          innermost(functions, ({ span }) => span, binding.at, binding.at + 1)?.parameters.push(binding);
        if (binding.kind === "field") push(fields, this.#typeAround(binding.at), binding);
        else push(bindings, binding.name, binding);
      }
    }
    for (const { parameters } of functions) parameters.sort((a, b) => a.at - b.at);
    const aliases = new Map<number, NodeSpan>();
    const underlying = new Map<number, NodeSpan>();
    for (const { name, type, same } of this.#aliased) {
      const index = this.symbols.findIndex(({ nameStart }) => nameStart === name.start);
      if (index !== -1) (same ? aliases : underlying).set(index, type);
    }
    const calls = new Map<number, Expression>();
    const members = new Map<number, Expression>();
    const given = new Map<number, Expression>();
    const named = new Set(this.calls.map(({ offset }) => offset));
    const computed: CallSite[] = [];
    for (const expression of this.#expressions.values()) {
      if (expression.entries.length > 1) expression.entries.sort((a, b) => a.at - b.at);
      if (expression.items.length > 1) expression.items.sort((a, b) => a.start - b.start);
      const { form } = expression;
      if (form === "member" || form === "invoke") members.set(expression.nameAt, expression);
      if (form === "invoke") calls.set(expression.nameAt, expression);
      if ((form === "call" || form === "new") && expression.inner !== null) {
        const at = this.#calledAt(expression.inner);
        calls.set(at, expression);
        if (form === "call" && !named.has(at) && !named.has(expression.inner.start))
          computed.push(this.#computed(expression.inner, at));
      }
      if (form === "call" || form === "new" || form === "invoke")
        for (const { id } of expression.items) if (this.#functions.has(id)) given.set(id, expression);
    }
    return {
      expressions: this.#expressions,
      calls,
      arguments: given,
      members,
      bindings,
      fields,
      functions: this.#functions,
      assignments: this.#assignments,
      defaults: this.#defaults,
      decorators: this.#decorators,
      aliases,
      underlying,
      symbols: new Map(this.nodes.map(({ id }, index) => [id, index])),
      nodes: this.nodes,
      bodied: this.bodied,
      hidden: this.#hidden,
      package: this.#package,
      renamed: this.#renamed,
      commonjs: this.#commonjs,
      computed,
      words: this.words,
      quoted: this.#quoted,
      keys: this.#keys,
      types: this.#types.sort((a, b) => a.start - b.start),
    };
  }

  /** Offset of the called name. */
  #calledAt(callee: NodeSpan): number {
    const expression = this.#expressions.get(callee.id);
    if (expression === undefined) return callee.start;
    if (expression.form === "member") return expression.nameAt;
    const { form, inner, items } = expression;
    if ((form === "generic" || form === "same") && inner !== null) return this.#calledAt(inner);
    const [key] = form === "index" ? items : [];
    if (key !== undefined && /^["']/.test(this.text.slice(key.start, key.start + 1))) return key.start + 1;
    // The callee's end: its beginning may be another call's.
    return form === "name" || form === "self" || form === "super" ? callee.start : callee.end;
  }

  #computed(callee: NodeSpan, at: number): CallSite {
    this.#starts ??= lineStarts(this.text);
    const line = Math.max(0, indexAt(this.#starts, at)) + 1;
    const isKey = /["']/.test(this.text[at - 1] ?? "") && at < callee.end;
    const written = this.text.slice(isKey ? at : callee.start, callee.end);
    const name = isKey ? (/^[^"'\]]*/.exec(written)?.[0] ?? "") : collapse(written).slice(0, LONGEST_CALLEE);
    let caller = -1;
    for (const [index, { start, end }] of this.nodes.entries()) if (start <= at && at < end) caller = index;
    const receiver = isKey ? "" : null;
    return { name, receiver, line, column: at - (this.#starts[line - 1] ?? 0) + 1, offset: at, caller };
  }

  #read(match: Match): void {
    for (const captured of match.captures) {
      const { capture } = captured;
      if (FORMS.has(capture) || capture.startsWith("literal.")) this.#expression(captured, match);
      else if (capture === "function") this.#function(captured, match);
      else if (capture === "scope" || capture === "scope.type") {
        const { id, start, end } = captured;
        this.#scopes.set(id, { id, start, end, ofType: capture === "scope.type" });
      } else if (capture === "return") this.#returns.push(captured);
      else if (capture === "default") this.#defaults.push(captured);
      else if (capture === "package") this.#package = this.#textOf(captured);
      else if (capture === "renamed") this.#renamed.add(this.#textOf(captured));
      else if (capture === "commonjs") this.#commonjs = true;
      else if (capture === "hidden") this.#hidden.add(captured.id);
      else if (capture === "keyword") this.#keys.add(captured.start);
      else if (capture === "quoted") this.#quote(captured, roleOf(match, "inner"));
    }
    const owner = roleOf(match, "owner");
    if (owner === null && match.captures.some(({ capture }) => BINDING.has(capture))) this.#bound.push(match);
    const value = roleOf(match, "value");
    const field = roleOf(match, "field");
    if (owner !== null && field !== null && value !== null)
      this.#assignments.push({ owner, key: this.#textOf(field), at: field.start, value });
    const decorated = roleOf(match, "decorated");
    const decorator = roleOf(match, "decorator.name");
    if (decorated !== null && decorator !== null) push(this.#decorators, decorated.id, this.#textOf(decorator));
    const alias = roleOf(match, "alias");
    const type = roleOf(match, "type");
    if (type !== null) this.#types.push(type);
    if (alias !== null && type !== null) this.#aliased.push({ name: alias, type, same: true });
    const made = roleOf(match, "underlying");
    if (made !== null && type !== null) this.#aliased.push({ name: made, type, same: false });
  }

  #expression(span: Captured, match: Match): void {
    const form = (span.capture.startsWith("literal.") ? "literal" : span.capture) as Form;
    const known = this.#expressions.get(span.id);
    const property = roleOf(match, "property");
    const draft: Draft = known ?? {
      form,
      span,
      inner: roleOf(match, "inner"),
      name: property === null ? "" : this.#textOf(property),
      nameAt: property?.start ?? span.start,
      items: allOf(match, "item"),
      entries: [],
    };
    if (known === undefined) {
      if (form === "literal") draft.name = span.capture.slice("literal.".length);
      this.#expressions.set(span.id, draft);
    } else if (known.form === form) {
      for (const item of allOf(match, "item"))
        if (!known.items.some(({ id }) => id === item.id)) known.items.push(item);
    }
    const value = roleOf(match, "value");
    if (form !== "record" || draft.form !== "record" || value === null) return;
    const key = roleOf(match, "key");
    // `{ save }` also uses the name.
    if (key !== null && key.id !== value.id) this.#keys.add(key.start);
    draft.entries.push({ key: key === null ? "" : this.#textOf(key), at: key?.start ?? value.start, value });
  }

  /** Only the first pattern that matches a place counts. */
  #quote(span: NodeSpan, object: NodeSpan | null): void {
    const at = span.start + (this.text[span.start] === ":" ? 1 : 0);
    if (!this.#quoted.has(at) && IDENTIFIER.test(this.text.slice(at, span.end))) this.#quoted.set(at, object);
  }

  #function(span: NodeSpan, match: Match): void {
    const known = this.#functions.get(span.id) ?? { span, parameters: [], result: null, returns: [] };
    known.result ??= roleOf(match, "result");
    this.#functions.set(span.id, known);
    if (!this.#scopes.has(span.id)) this.#scopes.set(span.id, { ...span, ofType: false });
  }

  #bindings(match: Match, scopes: readonly Scope[]): Binding[] {
    const names = match.captures.filter(({ capture }) => BINDING.has(capture));
    const type = roleOf(match, "type");
    const [value, how] = boundTo(match);
    const picked = roleOf(match, "picked");
    return names.flatMap((span, position): Binding[] => {
      const name = this.#textOf(span);
      if (!IDENTIFIER.test(name)) return [];
      const scope = innermost(scopes, (each) => each, span.start, span.end);
      const kind = span.capture as Binding["kind"];
      const several = names.length > 1 && how === "itself" && roleOf(match, "each") === null;
      return [
        {
          name,
          at: span.start,
          type,
          value,
          how: picked !== null ? "member" : several || roleOf(match, "part") !== null ? "part" : how,
          position,
          picked: picked === null ? "" : this.#textOf(picked),
          kind: kind === "local" && scope?.ofType === true ? "field" : kind,
          optional: roleOf(match, "optional") !== null,
          rest: roleOf(match, "rest") !== null,
          declared: roleOf(match, "declared") !== null,
          scope: scope?.id ?? -1,
          from: scope?.start ?? 0,
          to: scope?.end ?? this.text.length,
        },
      ];
    });
  }

  /** Index of the innermost type around a place, -1 outside types. */
  #typeAround(at: number): number {
    let best = -1;
    for (const [index, { kind, start, end }] of this.symbols.entries()) {
      if (start > at) break;
      if (end > at && TYPES.has(kind)) best = index;
    }
    return best;
  }

  #textOf({ start, end }: NodeSpan): string {
    const written = this.text.slice(start, end);
    return /^(["'`]).*\1$/s.test(written) ? written.slice(1, -1) : written.replace(/^(?:\$(?=this$)|:(?=\w))|:$/g, "");
  }
}

const IDENTIFIER = /^[@$\p{L}_][\p{L}\p{N}_$?!]*$/u;

/** The first capture with that name: a match has few captures. */
function roleOf({ captures }: Match, role: string): Captured | null {
  for (const captured of captures) if (captured.capture === role) return captured;
  return null;
}

function allOf({ captures }: Match, role: string): Captured[] {
  return captures.filter(({ capture }) => capture === role);
}

const BINDING: ReadonlySet<string> = new Set(["local", "parameter", "field", "typevar"]);

function boundTo(match: Match): [NodeSpan | null, Binding["how"]] {
  for (const [role, how] of [
    ["value", "itself"],
    ["element", "element"],
    ["context", "context"],
    ["unwrapped", "unwrapped"],
  ] as const) {
    const span = roleOf(match, role);
    if (span !== null) return [span, how];
  }
  return [null, "nothing"];
}

/** The last of the items, ordered by their starts, that holds [start, end). */
function innermost<Item>(
  items: readonly Item[],
  spanOf: (item: Item) => NodeSpan,
  start: number,
  end: number,
): Item | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && spanOf(item).start <= start) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0; at--) {
    const item = items[at];
    if (item !== undefined && spanOf(item).end >= end) return item;
  }
  return undefined;
}

function push<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
