/** The result of a call: an object of a class, the declared result of a function, or its returned values. */
import { bindingValues } from "./bindings.ts";
import type { FunctionRecord } from "./records.ts";
import type { Semantics } from "./semantics.ts";
import { all, outsideResult, type SymbolPlace, type Value, type Values } from "./values.ts";
import { type GraphFile, isFunction, isType } from "./world.ts";

/** Most returns examined. */
const MAX_RETURNS = 8;

export function resultValues(semantics: Semantics, values: Values, position: number): Values {
  if (values === null) return null;
  return all(values.map((value) => resultOfValue(semantics, value, position)));
}

function resultOfValue(semantics: Semantics, value: Value, position: number): Values {
  if (value.kind === "external") return outsideResult(value);
  if (value.kind === "instance") return semantics.result(semantics.member(value, "__call__"), position);
  if (value.kind === "function") {
    const record = value.file.records.functions.get(value.span.id);
    return record === undefined ? null : functionResult(semantics, value.file, record, position);
  }
  if (value.kind !== "symbol") return null;
  const { file, index } = value;
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const alias = file.records.aliases.get(index);
  if (alias !== undefined) return semantics.type({ file, span: alias });
  if (isType(symbol)) return [{ kind: "instance", file, index }];
  if (isFunction(symbol)) return resultOfSymbol(semantics, value, position);
  if (symbol.kind !== "constant") return null;
  const held = semantics.held(value);
  return held === null ? null : semantics.result(held, position);
}

function resultOfSymbol(semantics: Semantics, { file, index }: SymbolPlace, position: number): Values {
  const record = file.functionAt(index);
  const symbol = file.symbol(index);
  const owner = symbol === undefined ? undefined : file.symbol(symbol.parent);
  if (symbol !== undefined && owner !== undefined && isConstructor(symbol.name, owner.name))
    return [{ kind: "instance", file, index: symbol.parent }];
  if (record !== undefined) return functionResult(semantics, file, record, position);
  if (symbol?.kind !== "property") return null;
  const field = file
    .fields(symbol.parent)
    .find(({ at, name }) => at === symbol.nameStart || name === `@${symbol.name}`);
  return field === undefined ? null : bindingValues(semantics, file, field);
}

/** Functions that make an object of the type around them. */
export function isConstructor(name: string, owner: string): boolean {
  return /^(?:__init__|constructor|init|__construct|initialize)$/.test(name) || (name === owner && name !== "");
}

function functionResult(semantics: Semantics, file: GraphFile, record: FunctionRecord, position: number): Values {
  const { result, returns } = record;
  if (result === null) {
    if (position !== -1 || returns.length === 0 || returns.length > MAX_RETURNS) return null;
    return all(returns.map((returned) => semantics.expression(file, returned)));
  }
  if (position === -1) return semantics.type({ file, span: result });
  const items = itemsOf(file, result.id);
  const item = items[position];
  return item === undefined ? null : semantics.type({ file, span: item });
}

/** The types of a tuple: of Go's results, tuple[A, B] and [A, B]. */
function itemsOf(file: GraphFile, id: number) {
  const expression = file.records.expressions.get(id);
  if (expression === undefined) return [];
  return expression.form === "same" && expression.inner !== null
    ? (file.records.expressions.get(expression.inner.id)?.items ?? [])
    : expression.items;
}
