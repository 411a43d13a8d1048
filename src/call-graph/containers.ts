/** Values within values: elements of lists, contents of Option, Result and Promise, the object of a `with` block. */
import type { Semantics } from "./semantics.ts";
import { all, external, outsideObject, type SymbolPlace, type Value, type Values } from "./values.ts";

/** Members that give an element or the wrapped value. */
const PART =
  /^(?:pop|shift|find|findLast|at|get|getOrNull|getOrPut|getValue|first|firstOrNull|last|lastOrNull|single|singleOrNull|next|peek|poll|remove|removeFirst|removeLast|unwrap|unwrap_or|unwrap_or_else|unwrap_or_default|expect|orElse|orElseThrow|orElseGet|as_ref|as_mut|as_deref|lock|read|write|borrow|borrow_mut|load|popleft|setdefault|First|FirstOrDefault|Last|Single|SingleOrDefault|Pop|Dequeue|Peek|ElementAt|Value|value|min|max|sample|fetch|await|join|Unwrap)$/;
/** Members that give a value of the same type as their object. */
const LIKE =
  /^(?:filter|filterNot|filterNotNull|slice|concat|reverse|reversed|sort|sorted|sortedBy|sortBy|toList|toMutableList|toSet|toArray|stream|iter|iter_mut|into_iter|values|copy|clone|cloned|copied|by_ref|rev|skip|take|drop|distinct|asSequence|asIterable|Where|OrderBy|Reverse|Skip|Take|ToList|ToArray|select|reject|values_mut|subList|collect|plus|minus|ok|ok_or|ok_or_else|map_err|or_else|or)$/;

/** The value that a loop or an index gives. */
export function elementOf(semantics: Semantics, value: Value): Values {
  if (value.kind === "instance") return elementOfNamed(semantics, value);
  if (value.kind === "symbol" && value.file.symbol(value.index)?.kind === "constant") {
    const held = semantics.held(value);
    return held === null ? null : all(held.map((one) => elementOf(semantics, one)));
  }
  if (value.kind !== "external") return null;
  const part = value.parts?.at(-1);
  if (part !== undefined) return semantics.type(part);
  return value.parts === undefined || value.parts.length === 0 ? elementOfOutside(value.what) : null;
}

/** type Names []Name */
function elementOfNamed(semantics: Semantics, { file, index }: SymbolPlace): Values {
  const type = file.records.underlying.get(index);
  if (type === undefined) return null;
  const values = semantics.type({ file, span: type });
  return values === null
    ? null
    : all(values.map((value) => (value.kind === "external" ? elementOf(semantics, value) : null)));
}

/** Elements of a list of unknown type may be ours; elements of strings and bytes are not. */
function elementOfOutside(what: string): Values {
  return /^(?:str|bytes|string|literal|range|int|number)$/.test(what) ? [outsideObject(what)] : null;
}

/** Result of calling a member of an outside object, where the object's type names its contents; else undefined. */
export function outsidePart(
  semantics: Semantics,
  value: Value & { kind: "external" },
  name: string,
): Values | undefined {
  if (value.parts === undefined || value.parts.length === 0) return undefined;
  if (LIKE.test(name)) return [value];
  const part = /^(?:ok|err|map_err|ok_or)$/.test(name) ? value.parts[0] : value.parts.at(-1);
  if (!PART.test(name) || part === undefined) return undefined;
  const wrapped = /(?:^|[.:])(?:Result)$/.test(value.what) ? value.parts[0] : part;
  return wrapped === undefined ? undefined : semantics.type(wrapped);
}

/** The value that `with … as` binds. */
export function entered(semantics: Semantics, value: Value): Values {
  if (value.kind === "external")
    return value.parts === undefined || value.parts.length === 0
      ? [external(value.what, value.reach === "object" ? "object" : "value")]
      : null;
  if (value.kind !== "instance") return null;
  const enter = semantics.member(value, "__aenter__") ?? semantics.member(value, "__enter__");
  return semantics.result(enter);
}

/** Option<T> and Result<T, E> as T, anything else as it is. */
export function unwrapped(semantics: Semantics, values: Values): Values {
  if (values === null) return null;
  return all(
    values.map((value): Values => {
      const part = value.kind === "external" ? value.parts?.[0] : undefined;
      return part === undefined ? (value.kind === "external" ? null : [value]) : semantics.type(part);
    }),
  );
}

const PROMISES = /(?:Promise|PromiseLike|Awaitable|Coroutine|Future|Task|ValueTask|FutureOr)$/;

export function awaited(semantics: Semantics, values: Values): Values {
  if (values === null) return null;
  return all(
    values.map((value): Values => {
      if (value.kind !== "external") return [value];
      const part = value.parts?.at(-1);
      if (part !== undefined && PROMISES.test(value.what)) return semantics.type(part);
      return value.parts === undefined || part !== undefined ? [external(value.what, "value")] : [value];
    }),
  );
}
