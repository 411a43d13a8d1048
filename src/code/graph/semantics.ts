/** What an expression of a source text can stand for, and the questions that resolution asks in turn. */
import type { SourceFile } from "./world.ts";

export interface SymbolPlace {
  readonly file: SourceFile;
  readonly index: number;
}

/** An expression or a type as written, and where its names are looked up. */
export interface Place {
  readonly file: SourceFile;
  /** Index of the innermost enclosing symbol, -1 at the top of the file. */
  readonly scope: number;
  /** UTF-16 offset. */
  readonly at: number;
}

export type Value =
  /** The symbol itself: a function, a class, a constant. */
  | ({ readonly kind: "symbol" } & SymbolPlace)
  /** An object of that class, struct, interface or named type. */
  | ({ readonly kind: "instance" } & SymbolPlace)
  /** What the bases of that class give to an object of it. */
  | ({ readonly kind: "parent" } & SymbolPlace)
  /** A file as a module. */
  | { readonly kind: "module"; readonly file: SourceFile }
  /** A folder as a package. */
  | { readonly kind: "package"; readonly folder: string }
  /** An object literal. */
  | { readonly kind: "object"; readonly place: Place; readonly text: string }
  /** Something outside of the tree; `parts` are types within its type, as a list's element. */
  | ({ readonly kind: "external"; readonly what: string } & Outside);

/**
 * How it was come by: a path of imported names (`package`: of Go, where capitals do not tell types); an object of an outside type, whose members are outside too; a value that
 * an outside function or field gave, which may be outside or hold what is ours; a member of such a value.
 */
export type Reach = "path" | "package" | "object" | "value" | "beyond";

export interface Outside {
  readonly reach: Reach;
  readonly parts?: readonly string[];
  readonly place?: Place;
}

/** Each thing it may be; null: nobody knows. An empty list is a value without members (None, null). */
export type Values = readonly Value[] | null;

export function external(what: string, reach: Reach = "path"): Value {
  return { kind: "external", what, reach };
}

/** An object of an outside type. */
export function outsideObject(what: string, parts?: readonly string[], place?: Place): Value {
  return {
    kind: "external",
    what,
    reach: "object",
    ...(parts === undefined ? {} : { parts }),
    ...(place === undefined ? {} : { place }),
  };
}

/** A member of something outside: certainly outside itself but where the owner may be ours. */
export function outsideMember({ what, reach }: Outside & { readonly what: string }, name: string): Value {
  const next = reach === "path" || reach === "package" ? reach : reach === "object" ? "value" : "beyond";
  return { kind: "external", what: `${what}.${name}`, reach: next };
}

/** Functions and types of Python whose results are never a project's. */
const BUILTIN_OBJECTS =
  /^(?:str|int|float|complex|bool|bytes|bytearray|list|dict|set|frozenset|tuple|open|range|len|repr|input|format|ord|chr|bin|hex|oct|abs|round|hash|id|sorted|enumerate|zip|memoryview)$/;

/** What calling something outside gives. A capital begins the name of a class. */
export function outsideResult({ what, reach }: Outside & { readonly what: string }): Value {
  if (/^(?:str|bytes|string|number|bool)\./.test(what)) return outsideObject(what.slice(0, what.indexOf(".")));
  const made =
    reach !== "beyond" && reach !== "package" && (/(?:^|[./:])[A-Z]\w*$/.test(what) || BUILTIN_OBJECTS.test(what));
  return made ? outsideObject(what) : { kind: "external", what: `${what}()`, reach: "value" };
}

/** Both; unknown where one of them is. */
export function either(one: Values, other: Values): Values {
  return one === null || other === null ? null : [...one, ...other];
}

export function sameSymbol(one: SymbolPlace, other: SymbolPlace): boolean {
  return one.file === other.file && one.index === other.index;
}

export interface Semantics {
  /** What a bare name stands for, as a value or as a type. */
  name(place: Place, name: string, use: "value" | "type"): Values;
  /** What `value.name` stands for. */
  member(value: Value, name: string): Values;
  /** Members of all. */
  members(values: Values, name: string): Values;
  /** What the expression stands for. */
  expression(place: Place, text: string): Values;
  /** What an object of the type as written is. */
  type(place: Place, text: string): Values;
  /** What calling it gives. `position`: which of several results, -1 the whole. */
  result(values: Values, position?: number): Values;
  /** What a constant holds. */
  held(place: SymbolPlace): Values;
  /** What a module named in an import is. */
  module(file: SourceFile, module: string): Values;
}
