/** Possible values of an expression in a source text. */
import type { NodeSpan } from "../symbols/extractor.ts";
import type { GraphFile } from "./world.ts";

export interface SymbolPlace {
  readonly file: GraphFile;
  readonly index: number;
}

/** An expression or a type, by its node. */
export interface ExpressionPlace {
  readonly file: GraphFile;
  readonly span: NodeSpan;
}

export type Value =
  /** The symbol itself: a function, a class, a constant. */
  | ({ readonly kind: "symbol" } & SymbolPlace)
  /** An object of that class, struct, interface or named type. */
  | ({ readonly kind: "instance" } & SymbolPlace)
  /** The inherited members of that class, on an object of it. */
  | ({ readonly kind: "parent" } & SymbolPlace)
  /** A file as a module. */
  | { readonly kind: "module"; readonly file: GraphFile }
  /** A folder, a namespace or a package. */
  | { readonly kind: "package"; readonly folder: string; readonly named: boolean }
  /** An object literal. */
  | ({ readonly kind: "object" } & ExpressionPlace)
  /** A function that is only an expression. */
  | ({ readonly kind: "function" } & ExpressionPlace)
  /** Something outside the tree; `parts` are types within its type, such as a list's element. */
  | ({ readonly kind: "external"; readonly what: string } & Outside);

/**
 * Origin of an outside value: a path of imported names (`package`: of Go, where capitals do not mark types); an object of an
 * outside type, whose members are outside too; the result of an outside function or field, which may be outside or hold our
 * objects; a member of such a result.
 */
export type Reach = "path" | "package" | "object" | "value" | "beyond";

export interface Outside {
  readonly reach: Reach;
  readonly parts?: readonly ExpressionPlace[];
  /** The result of calling the value, where the type arguments of its owner tell. */
  readonly gives?: Values;
}

/** Every possible value; null: unknown. An empty list is a value without members (None, null). */
export type Values = readonly Value[] | null;

export function external(what: string, reach: Reach = "path"): Value {
  return { kind: "external", what, reach };
}

/** An object of an outside type. */
export function outsideObject(what: string, parts: readonly ExpressionPlace[] = []): Value {
  return { kind: "external", what, reach: "object", parts };
}

/** A member of something outside: certainly outside, unless the owner may be ours. */
export function outsideMember({ what, reach }: Outside & { readonly what: string }, name: string): Value {
  const next = reach === "path" || reach === "package" ? reach : reach === "object" ? "value" : "beyond";
  return { kind: "external", what: `${what}.${name}`, reach: next };
}

/** Functions and types of Python whose results are never a project's. */
const BUILTIN_OBJECTS =
  /^(?:str|int|float|complex|bool|bytes|bytearray|list|dict|set|frozenset|tuple|open|range|len|repr|input|format|ord|chr|bin|hex|oct|abs|round|hash|id|sorted|enumerate|zip|memoryview)$/;

/** The result of calling something outside. A capital begins the name of a class. */
export function outsideResult({ what, reach, gives }: Outside & { readonly what: string }): Values {
  if (gives !== undefined) return gives;
  if (/^(?:str|bytes|string|number|bool)\./.test(what)) return [outsideObject(what.slice(0, what.indexOf(".")))];
  const made =
    reach !== "beyond" && reach !== "package" && (/(?:^|[./:])[A-Z]\w*$/.test(what) || BUILTIN_OBJECTS.test(what));
  return [made ? outsideObject(what) : { kind: "external", what: `${what}()`, reach: "value" }];
}

/** Both; unknown where one of them is unknown. */
export function either(one: Values, other: Values): Values {
  return one === null || other === null ? null : [...one, ...other];
}

export function all(parts: readonly Values[]): Values {
  return parts.reduce<Values>(either, []);
}

export function sameSymbol(one: SymbolPlace, other: SymbolPlace): boolean {
  return one.file === other.file && one.index === other.index;
}

export function symbolsIn(file: GraphFile, indices: readonly number[]): Value[] {
  return indices.map((index) => ({ kind: "symbol", file, index }));
}

/** Classes as values, from objects of the classes. */
export function asClasses(objects: Values): Values {
  if (objects === null) return null;
  const classes: Value[] = [];
  for (const value of objects) {
    if (value.kind === "instance") classes.push({ kind: "symbol", file: value.file, index: value.index });
    else if (value.kind === "external") classes.push(value);
    else return null;
  }
  return classes;
}
