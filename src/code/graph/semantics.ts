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
  | { readonly kind: "external"; readonly what: string; readonly parts?: readonly string[]; readonly place?: Place };

/** Each thing it may be; null: nobody knows. An empty list is a value without members (None, null). */
export type Values = readonly Value[] | null;

export function external(what: string, parts?: readonly string[], place?: Place): Value {
  return {
    kind: "external",
    what,
    ...(parts === undefined ? {} : { parts }),
    ...(place === undefined ? {} : { place }),
  };
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
  /** What a module named in an import is. */
  module(file: SourceFile, module: string): Values;
}
