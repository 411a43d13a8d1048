/** The value of a local name, a parameter or a field. */
import type { NodeSpan } from "../symbols/extractor.ts";
import { calleeValues, givenBy } from "./callees.ts";
import { elementOf, entered, unwrapped } from "./containers.ts";
import type { Binding } from "./records.ts";
import type { Semantics } from "./semantics.ts";
import { all, outsideObject, type Values } from "./values.ts";
import type { GraphFile } from "./world.ts";

/** The values of the bindings in force at an offset; undefined without a binding. */
export function boundValues(
  semantics: Semantics,
  file: GraphFile,
  bindings: readonly Binding[],
  at: number,
): Values | undefined {
  const holding = bindings.filter(({ from, to }) => at >= from && at <= to);
  if (holding.length === 0) return undefined;
  const narrowest = Math.min(...holding.map(({ from, to }) => to - from));
  let nearest = holding.filter(({ from, to }) => to - from === narrowest);
  // Within the expression that sets a name, the name has its old value.
  const before = nearest.filter(({ value }) => value === null || at < value.start || at >= value.end);
  if (before.length === 0) {
    const outer = holding.filter((binding) => !nearest.includes(binding));
    if (outer.length > 0) return boundValues(semantics, file, outer, at);
  } else nearest = before;
  const declared = nearest.filter((binding) => binding.declared && binding.at < at);
  const [last] = declared.slice(-1);
  if (last !== undefined && declared.length > 1) nearest = nearest.filter((binding) => binding.at >= last.at);
  // Declared without a value in one place and set in another.
  const set = nearest.filter(({ kind, how, type }) => kind !== "local" || how !== "nothing" || type !== null);
  if (set.length > 0 && nearest.every(({ kind }) => kind === "local")) nearest = set;
  const typed = nearest.find(({ type }) => type !== null);
  if (typed !== undefined) return bindingValues(semantics, file, typed);
  return all(nearest.map((binding) => bindingValues(semantics, file, binding)));
}

export function bindingValues(semantics: Semantics, file: GraphFile, binding: Binding): Values {
  const { type, value, how, rest } = binding;
  if (type !== null) {
    const parts = [{ file, span: type }];
    if (rest) return [outsideObject(file.text.startsWith("**", binding.at - 2) ? "dict" : "list", parts)];
    const declared = semantics.type({ file, span: type });
    if (how === "member" && value === null) return semantics.members(declared, binding.picked);
    // `x: Any = Foo()` tells less than its value.
    if (declared !== null || value === null) return declared;
  }
  if (value === null) return binding.kind === "parameter" ? given(semantics, file, binding) : null;
  if (binding.kind === "parameter") return null;
  if (how === "part") return partOf(semantics, file, binding.position, value);
  const values = semantics.expression(file, value);
  if (values === null) return null;
  switch (how) {
    case "member":
      return semantics.members(values, binding.picked);
    case "element":
      return all(values.map((one) => elementOf(semantics, one)));
    case "unwrapped":
      return unwrapped(semantics, values);
    case "context":
      return all(values.map((one) => entered(semantics, one)));
    default:
      return values;
  }
}

/** The value of one name among several set at once. */
function partOf(semantics: Semantics, file: GraphFile, position: number, value: NodeSpan): Values {
  const expression = file.records.expressions.get(value.id);
  if (expression === undefined || (expression.inner === null && expression.form !== "invoke")) {
    const item = expression?.items[position];
    return item === undefined ? null : semantics.expression(file, item);
  }
  const { form, inner } = expression;
  if ((form === "await" || form === "same") && inner !== null) return partOf(semantics, file, position, inner);
  return form === "call" || form === "invoke"
    ? semantics.result(calleeValues(semantics, file, expression), position)
    : null;
}

/** The value given to a function's first parameter where the function is an argument. */
export function given(semantics: Semantics, file: GraphFile, binding: Binding): Values {
  const first = file.records.functions.get(binding.scope)?.parameters[0];
  const call = file.records.arguments.get(binding.scope);
  return call === undefined || first !== binding ? null : givenBy(semantics, file, call);
}
