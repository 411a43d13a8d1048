/**
 * One description, three uses: a request's zod schema becomes a table, from which parsing (options.ts), help (help.ts)
 * and completion are made. Field `path_prefix` is `--path-prefix`; its default, bounds, choices and help are the schema's.
 */
import { z } from "zod";
import type { NumberBounds, OptionSpec, PositionalSpec, RequestTable } from "./request-table.ts";

/** What only a command line needs to know about a field. */
export interface OptionHint {
  /** One letter. */
  readonly short?: string;
  /** What the value is called in help. DIR, FILE, PATH and ZIP are paths: `~` is expanded, relative ones are made absolute. */
  readonly placeholder?: string;
  /** Said instead of the schema's description, where a command line allows more than a tool does. */
  readonly help?: string;
}

/** A request, and how its fields stand on a command line. */
export interface RequestDescription {
  readonly schema: z.ZodObject;
  readonly positionals?: readonly PositionalSpec[];
  readonly options?: Readonly<Record<string, OptionHint>>;
}

/** Throws for a schema that says more than a table can. */
export function requestTable({ schema, positionals = [], options = {} }: RequestDescription): RequestTable {
  const fields = Object.entries(schema.shape).map(([field, type]) => {
    const label = positionals.find((positional) => positional.field === field)?.label;
    if (label === undefined) return optionSpec(field, type, options[field] ?? {});
    return { ...optionSpec(field, type, { placeholder: label }), long: label };
  });
  checksOf(schema, []);
  return { fields, positionals };
}

function optionSpec(field: string, type: z.core.$ZodType, hint: OptionHint): OptionSpec {
  const fallback = type instanceof z.ZodDefault ? type.def.defaultValue : undefined;
  const bare = unwrap(type);
  const isList = bare instanceof z.ZodArray;
  const item = isList ? unwrap(bare.element) : bare;
  const isFlag = item instanceof z.ZodBoolean;
  const isNumber = item instanceof z.ZodNumber;
  if (!isFlag && !isNumber && !(item instanceof z.ZodEnum) && !(item instanceof z.ZodString)) {
    throw new TypeError(`${field}: a command line has no such values`);
  }
  const name = field.replaceAll("_", "-");
  return {
    field,
    long: isFlag && fallback === true ? `--no-${name}` : `--${name}`,
    short: hint.short ? `-${hint.short}` : null,
    kind: isFlag ? "flag" : isList ? "list" : "value",
    type: isFlag ? "boolean" : isNumber ? "number" : "string",
    sets: fallback !== true,
    placeholder: hint.placeholder ?? placeholderOf(item),
    choices: item instanceof z.ZodEnum ? item.options.map(String) : null,
    bounds: isNumber
      ? checksOf(item, ["greater_than", "less_than"])
      : checksOf(item, item instanceof z.ZodString ? LENGTHS : []),
    whole: isNumber && item.format === "safeint",
    items: isList ? checksOf(bare, LENGTHS) : { min: null, max: null },
    allowed: allowedValues(item),
    help: hint.help ?? helpOf(type, isFlag && fallback === true),
    ...(fallback === undefined ? {} : { fallback }),
    required: !(type instanceof z.ZodDefault) && !(type instanceof z.ZodOptional),
  };
}

/** A `--no-` flag says what it leaves undone. */
function helpOf(type: z.core.$ZodType, isTurnedOff: boolean): string {
  const help = (type instanceof z.ZodType ? type.description : undefined) ?? "";
  return isTurnedOff && help !== "" ? `Do not ${help.slice(0, 1).toLowerCase()}${help.slice(1)}` : help;
}

const LENGTHS = ["min_length", "max_length"] as const;

/** The bounds among a type's checks. Throws for a check that is neither of the two. */
function checksOf(type: z.core.$ZodType, [least, most]: readonly string[]): NumberBounds {
  let bounds: NumberBounds = { min: null, max: null };
  for (const { _zod } of type._zod.def.checks ?? []) {
    const {
      check,
      value,
      minimum,
      maximum,
      inclusive = true,
    } = _zod.def as unknown as Readonly<Record<string, unknown>>;
    const bound = Number(value ?? minimum ?? maximum);
    if (check === least && inclusive === true) bounds = { ...bounds, min: bound };
    else if (check === most && inclusive === true) bounds = { ...bounds, max: bound };
    else throw new TypeError(`the check ${String(check)} is none that a command line's table can say`);
  }
  return bounds;
}

function unwrap(type: z.core.$ZodType): z.core.$ZodType {
  let inner = type;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) {
    inner = inner.unwrap();
  }
  return inner;
}

function placeholderOf(type: z.core.$ZodType): string {
  if (type instanceof z.ZodEnum) return type.options.join("|");
  return type instanceof z.ZodNumber ? "N" : "TEXT";
}

function allowedValues(type: z.core.$ZodType): string {
  if (type instanceof z.ZodEnum) return `one of ${type.options.join(", ")}`;
  if (!(type instanceof z.ZodNumber)) return "a text that is not empty";
  const what = type.format === "safeint" ? "a whole number" : "a number";
  const min = bound(type.minValue);
  const max = bound(type.maxValue);
  if (min === null) return max === null ? what : `${what} up to ${max}`;
  return max === null ? `${what} from ${min}` : `${what} from ${min} to ${max}`;
}

/** Null for the bounds that every safe integer or double has. */
function bound(value: number | null): number | null {
  return value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
}
