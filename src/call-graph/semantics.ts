/** The questions that resolution asks in turn. */
import type { NodeSpan } from "../symbols/extractor.ts";
import type { ExpressionPlace, SymbolPlace, Value, Values } from "./values.ts";
import type { CodeWorld, GraphFile } from "./world.ts";

export type NameRole = "value" | "type";

export interface Semantics {
  readonly world: CodeWorld;
  /** What a bare name stands for at an offset, as a value or as a type. */
  name(file: GraphFile, at: number, name: string, use: NameRole): Values;
  /** What `value.name` stands for. */
  member(value: Value, name: string): Values;
  /** Members of all. */
  members(values: Values, name: string): Values;
  /** What the expression stands for. */
  expression(file: GraphFile, span: NodeSpan): Values;
  /** What an object of the type is. */
  type(place: ExpressionPlace): Values;
  /** What calling it gives. `position`: which of several results, -1 the whole. */
  result(values: Values, position?: number): Values;
  /** What a constant holds. */
  held(place: SymbolPlace): Values;
  /** What a module, a package or a type gives under a name to those that import it. */
  exported(target: Value, name: string): Values;
  /** Top-level definitions of the name in languages of the file's family, wherever they stand. */
  defined(file: GraphFile, name: string): readonly SymbolPlace[];
}
