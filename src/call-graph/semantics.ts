/** The look-ups of resolution, which call one another. */
import type { NodeSpan } from "../symbols/extractor.ts";
import type { ExpressionPlace, SymbolPlace, Value, Values } from "./values.ts";
import type { CodeWorld, GraphFile } from "./world.ts";

export type NameRole = "value" | "type";

export interface Semantics {
  readonly world: CodeWorld;
  /** The value of a bare name at an offset, as a value or as a type. */
  name(file: GraphFile, at: number, name: string, use: NameRole): Values;
  /** The value of `value.name`. */
  member(value: Value, name: string): Values;
  /** The members of all values. */
  members(values: Values, name: string): Values;
  /** The value of the expression. */
  expression(file: GraphFile, span: NodeSpan): Values;
  /** An object of the type. */
  type(place: ExpressionPlace): Values;
  /** The result of calling the values. `position`: index among several results, -1 for the whole. */
  result(values: Values, position?: number): Values;
  /** The value of a constant. */
  held(place: SymbolPlace): Values;
  /** The value that a module, a package or a type exports under a name. */
  exported(target: Value, name: string): Values;
  /** Top-level definitions of the name in languages of the file's family, in any file. */
  defined(file: GraphFile, name: string): readonly SymbolPlace[];
}
