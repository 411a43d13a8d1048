/** The callee of a call, and the values that a call passes to functions among its arguments. */
import { elementOf } from "./containers.ts";
import type { Expression } from "./records.ts";
import type { Semantics } from "./semantics.ts";
import { all, type Values } from "./values.ts";
import type { GraphFile } from "./world.ts";

/** Calls that pass each element of their object to a function. */
const EACH =
  /^(?:forEach|for_each|map|mapNotNull|flatMap|flat_map|filter|filterNot|find|findLast|findIndex|findLastIndex|first|firstOrNull|last|lastOrNull|any|some|every|all|none|each|each_with_index|select|reject|detect|collect|sortBy|sortedBy|sort_by|groupBy|group_by|associateBy|associate|associateWith|forEachIndexed|onEach|takeWhile|dropWhile|partition|sumOf|maxBy|minBy|min_by|max_by|count|removeIf|anyMatch|allMatch|noneMatch|compactMap|contains|firstIndex|Select|Where|Any|All|First|FirstOrDefault|Single|SingleOrDefault|ForEach|OrderBy|GroupBy|array_map|ifPresent|and_then|is_some_and|then)$/;
/** Calls that pass their object itself to a function: as its parameter, or as `this`. */
const ITSELF = /^(?:let|also|takeIf|takeUnless|tap|then_some|use)$/;
/** The callee of a call. */
export function calleeValues(semantics: Semantics, file: GraphFile, call: Expression): Values {
  const { form, inner, name, nameAt } = call;
  if (form !== "invoke") return inner === null ? null : semantics.expression(file, inner);
  if (inner === null) return semantics.name(file, nameAt, name, "value");
  return semantics.members(semantics.expression(file, inner), name);
}

/** The value that a call passes to a function among its arguments. */
export function givenBy(semantics: Semantics, file: GraphFile, call: Expression): Values {
  const { form, inner } = call;
  const callee = form === "invoke" ? call : inner === null ? undefined : file.records.expressions.get(inner.id);
  if ((callee?.form !== "member" && callee?.form !== "invoke") || callee.inner === null) return null;
  const values = EACH.test(callee.name) || ITSELF.test(callee.name) ? semantics.expression(file, callee.inner) : null;
  if (values === null || ITSELF.test(callee.name)) return values;
  return all(values.map((value) => elementOf(semantics, value)));
}
