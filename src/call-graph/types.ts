/** Turns a type as written in the source into a value: an object of the type. */
import { ownerAt } from "./owners.ts";
import { rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import { all, type ExpressionPlace, outsideObject, type Value, type Values } from "./values.ts";
import { type GraphFile, isType } from "./world.ts";

/** Wrapper types that count as the type inside. */
const TRANSPARENT =
  /^(?:Optional|Final|ClassVar|Annotated|Required|NotRequired|ReadOnly|Union|Readonly|NonNullable|Partial|Lazy)$/;
/** Types that allow any object. */
const ANYTHING = /^(?:any|unknown|object|Any|Callable|interface|id|dynamic|auto|var|let|mixed|AnyObject)$/;
const NOTHING = /^(?:None|null|undefined|void|never|nil)$/;

/** An object of the type; null where unknown. */
export function typeValues(semantics: Semantics, { file, span }: ExpressionPlace): Values {
  const expression = file.records.expressions.get(span.id);
  const quoted = expression?.form === "literal" && rulesOf(file.language).quotedTypes;
  if (expression === undefined || quoted) {
    const written = file.text.slice(span.start, span.end);
    const dotted = /^(["']?)([@$\p{L}_][\p{L}\p{N}_$]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*)\1$/u.exec(written)?.[2];
    return dotted === undefined ? null : typeNamed(semantics, file, span.start, dotted.split("."), []);
  }
  const { form, inner, name, items } = expression;
  const parts = items.map((item): ExpressionPlace => ({ file, span: item }));
  switch (form) {
    case "name":
      return typeNamed(semantics, file, expression.nameAt, [name], []);
    case "generic":
      return inner === null ? null : generic(semantics, { file, span: inner }, parts);
    case "member": {
      const owners = inner === null ? null : semantics.expression(file, inner);
      return objectsOf(semantics, semantics.members(owners, name), []);
    }
    case "same":
    case "await":
      return inner === null ? null : semantics.type({ file, span: inner });
    case "either":
      return all(parts.map((part) => semantics.type(part)));
    case "list":
      return [outsideObject("list", parts)];
    case "tuple":
      return [outsideObject("tuple", parts)];
    case "literal":
      return [outsideObject(name)];
    case "typeof":
      return inner === null ? null : semantics.expression(file, inner);
    case "nothing":
      return [];
    case "self":
      return ownerAt(semantics, file, span.start);
    default:
      return null;
  }
}

function generic(semantics: Semantics, base: ExpressionPlace, parts: readonly ExpressionPlace[]): Values {
  const { file, span } = base;
  const written = file.text.slice(span.start, span.end);
  const last = /[\p{L}\p{N}_]+$/u.exec(written)?.[0] ?? "";
  if (TRANSPARENT.test(last) && parts.length > 0) {
    const [first] = parts;
    return last === "Union" ? all(parts.map((part) => semantics.type(part))) : first ? semantics.type(first) : null;
  }
  if (rulesOf(file.language).classType?.test(last) === true && parts[0] !== undefined) {
    const objects = semantics.type(parts[0]);
    return (
      objects?.flatMap((value): Value[] => (value.kind === "instance" ? [{ ...value, kind: "symbol" }] : [value])) ??
      null
    );
  }
  const expression = file.records.expressions.get(span.id);
  if (expression?.form === "member" && expression.inner !== null) {
    const owners = semantics.expression(file, expression.inner);
    return objectsOf(semantics, semantics.members(owners, expression.name), parts);
  }
  return typeNamed(semantics, file, expression?.nameAt ?? span.start, [expression?.name ?? written], parts);
}

function typeNamed(
  semantics: Semantics,
  file: GraphFile,
  at: number,
  names: readonly string[],
  parts: readonly ExpressionPlace[],
): Values {
  const [first = "", ...rest] = names;
  const last = names.at(-1) ?? "";
  if (NOTHING.test(last)) return [];
  if (ANYTHING.test(last)) return null;
  if (/^(?:Self|static)$/.test(last) || (last === "this" && !rulesOf(file.language).firstParameterIsObject))
    return ownerAt(semantics, file, at);
  if (last === "Literal") return [outsideObject("literal")];
  let values = semantics.name(file, at, first, rest.length === 0 ? "type" : "value");
  for (const part of rest) values = semantics.members(values, part);
  return objectsOf(semantics, values, parts);
}

/** Objects of the types that were found by name. */
export function objectsOf(semantics: Semantics, types: Values, parts: readonly ExpressionPlace[]): Values {
  return types === null ? null : all(types.map((type) => objectOf(semantics, type, parts)));
}

function objectOf(semantics: Semantics, type: Value, parts: readonly ExpressionPlace[]): Values {
  if (type.kind === "external") return [outsideObject(type.what, parts)];
  if (type.kind === "instance") return [type];
  if (type.kind !== "symbol") return null;
  const { file, index } = type;
  const symbol = file.symbol(index);
  if (symbol === undefined) return null;
  const alias = file.records.aliases.get(index);
  if (alias !== undefined) return semantics.type({ file, span: alias });
  if (isType(symbol)) return [{ kind: "instance", file, index }];
  // A constant and an interface of one name (TypeScript): the type is the interface.
  const types = file.childrenNamed(symbol.parent, symbol.name).filter((other) => {
    const sibling = file.symbol(other);
    return sibling !== undefined && isType(sibling);
  });
  if (types.length > 0)
    return all(types.map((other) => objectOf(semantics, { kind: "symbol", file, index: other }, parts)));
  if (symbol.kind === "constant" || symbol.kind === "function") {
    const held = symbol.kind === "constant" ? semantics.held(type) : null;
    if (held?.every((one) => one.kind === "symbol" || one.kind === "external"))
      return objectsOf(semantics, held, parts);
    return rulesOf(file.language).functionsAreClasses ? [{ kind: "instance", file, index }] : null;
  }
  return null;
}
