/** The value of an expression: names, members, calls, constructors, literals; an operator's type-deciding operand. */
import { MODULES } from "../languages/all-modules.ts";
import type { NodeSpan } from "../symbols/extractor.ts";
import { calleeValues } from "./callees.ts";
import { awaited, elementOf, unwrapped } from "./containers.ts";
import { ownerAt } from "./owners.ts";
import { isProperty } from "./pick.ts";
import { rulesOf } from "./rules.ts";
import type { Semantics } from "./semantics.ts";
import { all, asClasses, outsideObject, symbolsIn, type Value, type Values } from "./values.ts";
import type { GraphFile } from "./world.ts";

const NAME = /^[@$\p{L}_][\p{L}\p{N}_$?!]*$/u;
/** A longer text is no name. */
const LONGEST_NAME = 200;

export function expressionValues(semantics: Semantics, file: GraphFile, span: NodeSpan): Values {
  const { records, text } = file;
  const symbol = records.symbols.get(span.id);
  if (symbol !== undefined && file.symbol(symbol)?.kind !== "constant") return symbolsIn(file, [symbol]);
  const expression = records.expressions.get(span.id);
  if (expression === undefined) {
    if (records.functions.has(span.id)) return [{ kind: "function", file, span }];
    const name = span.end - span.start > LONGEST_NAME ? "" : text.slice(span.start, span.end);
    if (!NAME.test(name)) return null;
    if (name.startsWith("@")) return semantics.members(ownerAt(semantics, file, span.start), name);
    return read(semantics, semantics.name(file, span.start, name, "value"));
  }
  const { form, inner, name, items } = expression;
  const innerValues = () => (inner === null ? null : semantics.expression(file, inner));
  switch (form) {
    case "name":
      return semantics.name(file, expression.nameAt, name, "value");
    case "member":
      if (name === "__class__") return asClasses(innerValues());
      return (
        MODULES.get(file.language)?.path?.(semantics, file, text.slice(span.start, span.end)) ??
        read(semantics, semantics.members(innerValues(), name))
      );
    case "call":
    case "invoke":
      return semantics.result(calleeValues(semantics, file, expression));
    case "new":
      return newObject(semantics, file, inner);
    case "index":
      return indexed(semantics, file, innerValues(), items[0]);
    case "literal":
      return [outsideObject(name)];
    case "list":
    case "tuple":
      return [outsideObject(form)];
    case "same":
    case "generic":
      return innerValues();
    case "await":
      return awaited(semantics, innerValues());
    case "either":
      return all(items.map((item) => semantics.expression(file, item)));
    case "cast":
      return inner === null ? null : semantics.type({ file, span: inner });
    case "try":
      return unwrapped(semantics, innerValues());
    case "typeof":
      return asClasses(innerValues());
    case "record":
      return [{ kind: "object", file, span }];
    case "nothing":
      return [];
    case "self":
      return ownerAt(semantics, file, span.start);
    case "super": {
      const owners = ownerAt(semantics, file, span.start);
      return owners?.map((owner): Value => (owner.kind === "instance" ? { ...owner, kind: "parent" } : owner)) ?? null;
    }
  }
}

/** `new Name()`: JavaScript accepts any expression as Name. */
function newObject(semantics: Semantics, file: GraphFile, inner: NodeSpan | null): Values {
  if (inner === null) return null;
  if (rulesOf(file.language).newTakesValues) return semantics.result(semantics.expression(file, inner));
  return semantics.type({ file, span: inner });
}

/** value[…]: an element; a literal key names a member; behind a class or function the brackets hold type arguments. */
function indexed(semantics: Semantics, file: GraphFile, values: Values, key: NodeSpan | undefined): Values {
  if (values === null) return null;
  const written = key === undefined ? "" : file.text.slice(key.start, key.end);
  const literal = /^(["'`])([\w$]+)\1$/.exec(written)?.[2];
  return all(
    values.map((value: Value): Values => {
      if (literal !== undefined && (value.kind === "object" || value.kind === "module"))
        return semantics.member(value, literal);
      if (value.kind === "symbol" && value.file.symbol(value.index)?.kind === "constant") {
        const held = semantics.held(value);
        return held === null || held.some((one) => one.kind === "symbol") ? null : indexed(semantics, file, held, key);
      }
      if (value.kind === "symbol" && rulesOf(file.language).indexIsType) return [value];
      return elementOf(semantics, value);
    }),
  );
}

/** Reading a property calls its getter. */
function read(semantics: Semantics, values: Values): Values {
  if (values === null) return null;
  return all(
    values.map((value): Values => {
      const isRead =
        value.kind === "symbol" &&
        (value.file.symbol(value.index)?.kind === "property" || isProperty(value.file, value.index));
      return isRead ? semantics.result([value]) : [value];
    }),
  );
}
