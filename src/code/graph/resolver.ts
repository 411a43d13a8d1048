/**
 * What a call resolves to: one definition where that is certain, candidates where several fit, else nothing. Certain is
 * what follows from imports, scopes, declared types, constructors and inheritance; what is known of a receiver only by the
 * member's name gives candidates and never a fact.
 */
import { comparePaths } from "../../corpus/path-bytes.ts";
import type { CallSite } from "../symbols.ts";
import { expressionValues } from "./expressions.ts";
import { constantValues, memberValues } from "./members.ts";
import { moduleValues } from "./modules.ts";
import { isLocal, nameValues } from "./names.ts";
import { fittingArguments } from "./overloads.ts";
import { resultValues } from "./results.ts";
import {
  external,
  type Place,
  type Semantics,
  type SymbolPlace,
  sameSymbol,
  type Value,
  type Values,
} from "./semantics.ts";
import { all, typeValues } from "./types.ts";
import type { CodeWorld, SourceFile } from "./world.ts";

export type Resolution =
  | { readonly kind: "resolved"; readonly definition: SymbolPlace }
  /** Outside of the tree: what proves it is the import or the type that is named. */
  | { readonly kind: "external"; readonly what: string }
  /** Each may be meant, or none of them. */
  | { readonly kind: "candidates"; readonly definitions: readonly SymbolPlace[] }
  | { readonly kind: "unresolved"; readonly why: Unresolved };

/** A value that is handed in or held in a field; a receiver or name of which nothing is known. */
export type Unresolved = "held_value" | "unknown";

/** Questions within one question: deeper ones are given up. */
const MAX_DEPTH = 60;
/** Questions for one call. */
const MAX_STEPS = 4000;
const MAX_CANDIDATES = 500;
/** Questions that stand before an answer which is kept although it is "unknown". */
const SHALLOW = 4;
const LONGEST_NAME = 200;

export class CallResolver implements Semantics {
  #depth = 0;
  #steps = 0;
  /** Questions that are being answered: one that leads back to itself has no answer. */
  readonly #asked = new Set<string>();

  readonly #members = new Map<string, Values>();
  readonly #named = new Map<string, readonly SymbolPlace[]>();

  constructor(private readonly world: CodeWorld) {}

  resolve(file: SourceFile, call: CallSite): Resolution {
    this.#steps = 0;
    const place = { file, scope: call.caller, at: call.offset };
    const receiver = call.receiver?.trim() ?? "";
    const values =
      receiver === "" ? this.#bare(place, call) : this.members(this.expression(place, receiver), call.name);
    return this.#judged(place, call, values);
  }

  #bare(place: Place, call: CallSite): Values {
    if (/^(?:super|this)$/.test(call.name)) return this.#constructorCall(place, call.name);
    return (
      this.name(
        place,
        call.name,
        isCreated(place.file, call) && place.file.language !== "javascript" ? "type" : "value",
      ) ?? this.name(place, call.name, "value")
    );
  }

  /** super(…), this(…): the class whose constructor runs. */
  #constructorCall(place: Place, name: string): Values {
    const values = this.expression(place, name);
    if (place.file.language === "python") return [external("super")];
    if (values === null) return null;
    return all(
      values.map((value): Values => {
        if (value.kind === "instance") return [{ kind: "symbol", file: value.file, index: value.index }];
        if (value.kind !== "parent") return [value];
        const bases = value.file.symbol(value.index)?.bases ?? [];
        const [first] = bases;
        return first === undefined ? null : this.expression({ file: value.file, scope: -1, at: 0 }, first);
      }),
    );
  }

  #judged(place: Place, call: CallSite, values: Values): Resolution {
    const { file } = place;
    const found = values === null ? null : definitionsOf(values);
    if (values === null || found === null || values.length === 0) return this.#open(place, call, values !== null);
    const [first, ...others] = found;
    const outside = values.find((value) => value.kind === "external");
    if (first === undefined) {
      if (outside?.kind !== "external") return { kind: "unresolved", why: "unknown" };
      const said = { kind: "external", what: outside.what.slice(0, LONGEST_NAME) } as const;
      if (values.every((value) => value.kind === "external" && value.reach !== "beyond")) return said;
      // What an outside function or field gave may be ours, unless nothing here bears the name.
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

  /** Nothing certain is known. A local variable hides what bears its name elsewhere. */
  #open(place: Place, call: CallSite, held: boolean): Resolution {
    const bare = (call.receiver ?? "") === "";
    if (bare && isLocal(this, place, call.name)) return { kind: "unresolved", why: "held_value" };
    const named = this.#byName(place.file, call);
    if (named.length > 0) return { kind: "candidates", definitions: named };
    return { kind: "unresolved", why: held ? "held_value" : "unknown" };
  }

  /** Definitions that bear the name, where nothing says which of them is meant. */
  #byName(file: SourceFile, call: CallSite): readonly SymbolPlace[] {
    const family = familyOf(file.language);
    const key = `${family}\0${call.name}\0${call.receiver === null}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const definitions: SymbolPlace[] = [];
    for (const other of this.world.holding(call.name)) {
      if (familyOf(other.language) !== family) continue;
      for (const index of other.named(call.name)) {
        const symbol = other.symbol(index);
        if (symbol !== undefined && couldBeCalled(symbol.kind, symbol.parent, call))
          definitions.push({ file: other, index });
      }
    }
    const named = bounded(definitions);
    this.#named.set(key, named);
    return named;
  }

  name(place: Place, name: string, use: "value" | "type"): Values {
    return this.#guarded(`n\0${place.file.rel}\0${place.scope}\0${place.at}\0${name}\0${use}`, () =>
      nameValues(this, this.world, place, name, use),
    );
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
    const answer = () => {
      const found = memberValues(this, this.world, value, name);
      // Deep in a question that leads back to itself, "unknown" may only mean "asked already".
      if (key !== null && (found !== null || this.#depth <= SHALLOW)) this.#members.set(`${key}\0${name}`, found);
      return found;
    };
    return this.#guarded(key === null ? null : `m\0${key}\0${name}`, answer);
  }

  members(values: Values, name: string): Values {
    if (values === null || values.length === 0) return null;
    return all(values.map((value) => this.member(value, name)));
  }

  expression(place: Place, text: string): Values {
    return this.#guarded(`e\0${place.file.rel}\0${place.scope}\0${place.at}\0${text}`, () =>
      expressionValues(this, place, text),
    );
  }

  type(place: Place, text: string): Values {
    return this.#guarded(`t\0${place.file.rel}\0${place.scope}\0${text}`, () => typeValues(this, place, text));
  }

  result(values: Values, position = -1): Values {
    return this.#guarded(null, () => resultValues(this, values, position));
  }

  held(place: SymbolPlace): Values {
    return this.#guarded(`h\0${place.file.rel}\0${place.index}`, () => constantValues(this, place));
  }

  module(file: SourceFile, module: string): Values {
    return moduleValues(this.world, file, module);
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
}

/** The symbols among the values, each once; null where something is neither a definition nor outside. */
function definitionsOf(values: readonly Value[]): SymbolPlace[] | null {
  const found: SymbolPlace[] = [];
  for (const value of values) {
    if (value.kind === "external") continue;
    const place = definitionOf(value);
    if (place === null) return null;
    if (!found.some((other) => sameSymbol(other, place))) found.push(place);
  }
  return found;
}

function definitionOf(value: Value): SymbolPlace | null {
  if (value.kind === "symbol") return { file: value.file, index: value.index };
  if (value.kind !== "instance") return null;
  // An object that is called.
  const call = pythonCall(value);
  return call === undefined ? null : { file: value.file, index: call };
}

function pythonCall({ file, index }: SymbolPlace): number | undefined {
  return file.language === "python" ? file.childrenNamed(index, "__call__")[0] : undefined;
}

function isCreated(file: SourceFile, { offset }: CallSite): boolean {
  return (
    /\bnew\s+$/.test(file.code.slice(Math.max(0, offset - 12), offset)) &&
    file.language !== "typescript" &&
    file.language !== "tsx"
  );
}

function couldBeCalled(kind: string, parent: number, { receiver }: CallSite): boolean {
  if (isFunctionKind(kind) || kind === "macro") return true;
  return receiver === null
    ? kind !== "property"
    : parent === -1 || kind === "class" || kind === "struct" || kind === "constant";
}

function isFunctionKind(kind: string): boolean {
  return kind === "function" || kind === "method";
}

/** Languages that call one another's definitions. */
export function familyOf(language: string): string {
  if (language === "typescript" || language === "tsx" || language === "javascript") return "script";
  if (language === "java" || language === "kotlin") return "jvm";
  return language === "c" || language === "cpp" ? "c" : language;
}

function bounded(definitions: readonly SymbolPlace[]): SymbolPlace[] {
  const ordered = definitions.toSorted((a, b) => comparePaths(a.file.rel, b.file.rel) || a.index - b.index);
  return ordered.slice(0, MAX_CANDIDATES);
}
