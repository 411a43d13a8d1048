/** Finds the definition a call means: one certain definition, candidates, something outside the tree, or unknown. */
import { comparePaths } from "../corpus/path-bytes.ts";
import type { NodeSpan } from "../symbols/extractor.ts";
import type { CallSite } from "../symbols/file-symbols.ts";
import { calleeValues } from "./callees.ts";
import { canonical } from "./canonical.ts";
import { expressionValues } from "./expressions.ts";
import { exported } from "./imports.ts";
import { memberValues } from "./members.ts";
import { isBorne, isLocal, nameValues } from "./name-values.ts";
import { fittingArguments } from "./overloads.ts";
import { resultValues } from "./results.ts";
import { familyOf, rulesOf } from "./rules.ts";
import type { NameRole, Semantics } from "./semantics.ts";
import { typeValues } from "./types.ts";
import {
  all,
  type ExpressionPlace,
  external,
  type SymbolPlace,
  sameSymbol,
  type Value,
  type Values,
} from "./values.ts";
import { type CodeWorld, type GraphFile, isType } from "./world.ts";

export type Resolution =
  | { readonly kind: "resolved"; readonly definition: SymbolPlace }
  /** Each may be the callee, or none. */
  | { readonly kind: "candidates"; readonly definitions: readonly SymbolPlace[] }
  /** Outside the tree. */
  | { readonly kind: "external"; readonly what: string }
  /** `held_value`: the value of a parameter or variable, which other code sets. */
  | { readonly kind: "unresolved"; readonly why: "held_value" | "unknown" };

/** Depth of expressions within expressions, names within names. */
const MAX_DEPTH = 60;
/** Most look-ups for one call. */
const MAX_STEPS = 4000;
const MAX_CANDIDATES = 500;
/** Depth of look-ups up to which an "unknown" result is cached. */
const SHALLOW = 4;
const LONGEST_NAME = 200;
const NAMED = /^[@$~\p{L}_<=>!+\-*/%&|^[][^\s("'[\]]*$/u;

export class CallResolver implements Semantics {
  #depth = 0;
  #steps = 0;
  /** Look-ups in progress: a look-up that leads back to itself has no result. */
  readonly #asked = new Set<string>();

  readonly #members = new Map<string, Values>();
  readonly #defined = new Map<string, readonly SymbolPlace[]>();

  constructor(readonly world: CodeWorld) {}

  /** Forgets results from before the world knew more files. */
  forget(): void {
    this.#members.clear();
    this.#defined.clear();
  }

  resolve(file: GraphFile, call: CallSite): Resolution {
    this.#steps = 0;
    const expression = file.records.calls.get(call.offset);
    const inner = expression?.inner ?? null;
    if (/^(?:super|this)$/.test(call.name) && call.receiver === null)
      return this.#judged(file, call, this.#constructorCall(file, call));
    if (expression?.form === "invoke") return this.#judged(file, call, calleeValues(this, file, expression));
    if (expression?.form === "new" && inner !== null && !rulesOf(file.language).newTakesValues)
      return this.#judged(file, call, this.#classOf(this.type({ file, span: inner })));
    return this.#judged(file, call, inner === null ? this.#unrecorded(file, call) : this.expression(file, inner));
  }

  /** The value of a word that is no call. */
  meaning(file: GraphFile, at: number, name: string): Values {
    this.#steps = 0;
    const { members, quoted } = file.records;
    const object = quoted.get(at);
    if (object != null) return this.members(this.expression(file, object), name);
    const member = members.get(at);
    if (member?.form === "invoke") return calleeValues(this, file, member);
    return member === undefined ? this.name(file, at, name, "value") : this.expression(file, member.span);
  }

  #unrecorded(file: GraphFile, call: CallSite): Values {
    return call.receiver === null ? this.name(file, call.offset, call.name, "value") : null;
  }

  #classOf(objects: Values): Values {
    return objects?.map((value): Value => (value.kind === "instance" ? { ...value, kind: "symbol" } : value)) ?? null;
  }

  /** super(…), this(…): the class whose constructor is called. */
  #constructorCall(file: GraphFile, { name, offset }: CallSite): Values {
    if (rulesOf(file.language).superIsFunction) return [external("super")];
    const type = file.typeAround(file.symbolAt(offset));
    if (type === -1) return null;
    if (name === "this") return [{ kind: "symbol", file, index: type }];
    const [base] = file.symbol(type)?.bases ?? [];
    if (base === undefined) return null;
    const [first = "", ...rest] = base.split(".");
    return rest.reduce<Values>(
      (values, part) => this.members(values, part),
      this.name(file, file.symbol(type)?.start ?? 0, first, "value"),
    );
  }

  #judged(file: GraphFile, call: CallSite, values: Values): Resolution {
    const found = values === null ? null : this.#definitions(values);
    if (values === null || found === null || values.length === 0) return this.#open(file, call, values !== null);
    const [first, ...others] = found;
    const outside = values.find((value) => value.kind === "external");
    if (first === undefined) {
      if (outside?.kind !== "external") return { kind: "unresolved", why: "unknown" };
      // A called object, such as a delegate or a function value: other code decides.
      const isObject = values.every((value) => value.kind === "external" && value.reach === "object");
      if (isObject && call.receiver === null && file.records.calls.get(call.offset)?.form === "call")
        return { kind: "unresolved", why: "held_value" };
      const said = { kind: "external", what: outside.what.slice(0, LONGEST_NAME) } as const;
      if (values.every((value) => value.kind === "external" && value.reach !== "beyond")) return said;
      // The result of an outside function or field may be ours, unless no definition here has the name.
      const named = this.#byName(file, call);
      return named.length === 0 ? said : { kind: "candidates", definitions: named };
    }
    if (outside !== undefined) return { kind: "candidates", definitions: bounded(found) };
    if (others.length === 0) return { kind: "resolved", definition: first };
    const fitting = fittingArguments(file, call, found);
    const [only] = fitting;
    return fitting.length === 1 && only !== undefined
      ? { kind: "resolved", definition: only }
      : { kind: "candidates", definitions: bounded(found) };
  }

  /** Nothing certain is known. A local variable hides other definitions of its name. */
  #open(file: GraphFile, call: CallSite, held: boolean): Resolution {
    // No definition is a candidate for a callee without a name.
    if (!NAMED.test(call.name)) return { kind: "unresolved", why: "held_value" };
    const bare = (call.receiver ?? "") === "";
    if (bare && isLocal(file, call.offset, call.name)) return { kind: "unresolved", why: "held_value" };
    const named = this.#byName(file, call);
    if (named.length > 0) return { kind: "candidates", definitions: named };
    // For any object: no definition here has the name.
    if (!bare && !held && this.#isUnknown(file, call) && !isBorne(this, file, call.name))
      return { kind: "external", what: `${call.receiver}.${call.name}`.slice(0, LONGEST_NAME) };
    return { kind: "unresolved", why: held ? "held_value" : "unknown" };
  }

  /** Whether the value before the dot is unknown. */
  #isUnknown(file: GraphFile, call: CallSite): boolean {
    const expression = file.records.calls.get(call.offset);
    if (expression === undefined) return false;
    const callee = expression.form === "invoke" ? expression : file.records.expressions.get(expression.inner?.id ?? -1);
    const object = callee?.form === "member" || callee?.form === "invoke" ? callee.inner : null;
    return object !== null && this.expression(file, object) === null;
  }

  /** Definitions of the name that the language allows for the call, where nothing selects one of them. */
  #byName(file: GraphFile, call: CallSite): readonly SymbolPlace[] {
    const family = familyOf(file.language);
    const definitions: SymbolPlace[] = [];
    for (const other of this.world.holding(call.name)) {
      if (familyOf(other.language) !== family) continue;
      for (const index of other.named(call.name))
        if (couldBeCalled(file, other, index, call)) definitions.push(canonical(this, { file: other, index }));
    }
    return bounded(unique(definitions));
  }

  name(file: GraphFile, at: number, name: string, use: NameRole): Values {
    return this.#guarded(`n\0${file.rel}\0${at}\0${name}\0${use}`, () => nameValues(this, file, at, name, use));
  }

  member(value: Value, name: string): Values {
    const key =
      value.kind === "instance" || value.kind === "symbol" || value.kind === "parent"
        ? `${value.kind}\0${value.file.rel}\0${value.index}`
        : value.kind === "module"
          ? value.file.rel
          : null;
    const known = key === null ? undefined : this.#members.get(`${key}\0${name}`);
    if (known !== undefined) return known;
    const before = this.world.unanswered;
    const answer = () => {
      const found = memberValues(this, value, name);
      // Deep in a cyclic look-up, "unknown" may only mean "already in progress".
      const isFinal = this.world.unanswered === before && (found !== null || this.#depth <= SHALLOW);
      if (key !== null && isFinal) this.#members.set(`${key}\0${name}`, found);
      return found;
    };
    return this.#guarded(key === null ? null : `m\0${key}\0${name}`, answer);
  }

  members(values: Values, name: string): Values {
    if (values === null || values.length === 0) return null;
    return all(values.map((value) => this.member(value, name)));
  }

  expression(file: GraphFile, span: NodeSpan): Values {
    return this.#guarded(`e\0${file.rel}\0${span.id}`, () => expressionValues(this, file, span));
  }

  type(place: ExpressionPlace): Values {
    return this.#guarded(`t\0${place.file.rel}\0${place.span.id}`, () => typeValues(this, place));
  }

  result(values: Values, position = -1): Values {
    return this.#guarded(null, () => resultValues(this, values, position));
  }

  exported(target: Value, name: string): Values {
    return this.#guarded(null, () => exported(this, target, name));
  }

  held({ file, index }: SymbolPlace): Values {
    const symbol = file.symbol(index);
    if (symbol === undefined) return null;
    return this.#guarded(`h\0${file.rel}\0${index}`, () => {
      const bindings = [...(file.records.bindings.get(symbol.name) ?? []), ...file.fields(symbol.parent)];
      const own = bindings.filter(({ at }) => at === symbol.nameStart);
      const binding = own.find(({ type }) => type !== null) ?? own[0];
      if (binding !== undefined)
        return binding.type === null
          ? binding.value === null || binding.how !== "itself"
            ? null
            : this.expression(file, binding.value)
          : (this.type({ file, span: binding.type }) ??
              (binding.value === null ? null : this.expression(file, binding.value)));
      const node = file.records.nodes[index];
      return node !== undefined && file.records.expressions.get(node.id)?.form === "record"
        ? [{ kind: "object", file, span: node }]
        : null;
    });
  }

  defined(file: GraphFile, name: string): readonly SymbolPlace[] {
    const family = familyOf(file.language);
    const key = `${family}\0${name}`;
    let places = this.#defined.get(key);
    if (places === undefined) {
      const before = this.world.unanswered;
      places = this.world
        .holding(name)
        .filter(({ language }) => familyOf(language) === family)
        .flatMap((other) =>
          other.named(name).flatMap((index): SymbolPlace[] => (isTop(other, index) ? [{ file: other, index }] : [])),
        );
      places = unique(places.map((place) => canonical(this, place)));
      if (this.world.unanswered === before) this.#defined.set(key, places);
    }
    return places.filter((place) => place.file === file || !place.file.isHidden(place.index));
  }

  #guarded(key: string | null, answer: () => Values): Values {
    if (this.#depth >= MAX_DEPTH || ++this.#steps > MAX_STEPS || (key !== null && this.#asked.has(key))) return null;
    this.#depth++;
    if (key !== null) this.#asked.add(key);
    try {
      return answer();
    } finally {
      this.#depth--;
      if (key !== null) this.#asked.delete(key);
    }
  }

  /** The symbols among the values, each once; null where a value is neither a definition nor outside. */
  #definitions(values: readonly Value[]): SymbolPlace[] | null {
    const found: SymbolPlace[] = [];
    for (const value of values) {
      if (value.kind === "external") continue;
      const place = this.#definition(value);
      if (place === null) return null;
      found.push(canonical(this, place));
    }
    return unique(found);
  }

  #definition(value: Value): SymbolPlace | null {
    if (value.kind === "symbol") {
      const { file, index } = value;
      if (file.symbol(index)?.kind !== "constant") return { file, index };
      // An alias of a function or class; for any other value only the constant is known.
      const held = this.held(value);
      const [only, ...more] = held ?? [];
      return only?.kind === "symbol" && more.length === 0 ? this.#definition(only) : { file, index };
    }
    if (value.kind !== "instance") return null;
    // An object that is called.
    const { callMember } = rulesOf(value.file.language);
    const [call] = callMember === null ? [] : value.file.childrenNamed(value.index, callMember);
    return call === undefined ? null : { file: value.file, index: call };
  }
}

/** Whether a symbol is at the top, or in modules only. */
function isTop(file: GraphFile, index: number): boolean {
  const symbol = file.symbol(index);
  if (symbol === undefined || symbol.kind === "impl" || symbol.receiver !== null) return false;
  for (let at = symbol.parent; at >= 0; at = file.symbol(at)?.parent ?? -1)
    if (file.symbol(at)?.kind !== "module") return false;
  return true;
}

function couldBeCalled(from: GraphFile, file: GraphFile, index: number, { receiver }: CallSite): boolean {
  const symbol = file.symbol(index);
  if (symbol === undefined || symbol.kind === "impl" || (file !== from && file.isHidden(index))) return false;
  const { kind, parent } = symbol;
  const owner = file.symbol(parent);
  const isMember = symbol.receiver !== null || (owner !== undefined && (isType(owner) || owner.kind === "impl"));
  const callable = kind === "function" || kind === "method" || kind === "macro";
  if (receiver === null) {
    // Languages without bare members need an object before a member; other files see nothing inside a function.
    if (isMember && callable && !rulesOf(from.language).bareMembers) return false;
    if (!isMember && owner !== undefined && owner.kind !== "module" && file !== from) return false;
    return callable || kind !== "property";
  }
  if (callable) return isMember || mayHoldFunctions(from, owner?.kind);
  return parent === -1 || kind === "class" || kind === "struct" || kind === "constant";
}

/** Whether `x.name()` can call a function that is no member of a type. */
function mayHoldFunctions({ language }: GraphFile, owner: string | undefined): boolean {
  const { functionsBehindDot } = rulesOf(language);
  return functionsBehindDot === "any" || (functionsBehindDot === "of-modules" && owner === "module");
}

function unique(places: readonly SymbolPlace[]): SymbolPlace[] {
  return places.filter((place, index) => places.findIndex((other) => sameSymbol(place, other)) === index);
}

function bounded(definitions: readonly SymbolPlace[]): SymbolPlace[] {
  const ordered = definitions.toSorted((a, b) => comparePaths(a.file.rel, b.file.rel) || a.index - b.index);
  return ordered.slice(0, MAX_CANDIDATES);
}
