/**
 * One description, three uses: a request's zod schema becomes option specifications, from which parsing (options.ts),
 * help (help.ts) and completion are made. Field `path_prefix` is `--path-prefix`; its default, bounds, choices and help
 * are the schema's.
 */
import { z } from "zod";

/** What only a command line needs to know about a field. */
export interface OptionHint {
  /** One letter. */
  readonly short?: string;
  /** What the value is called in help. DIR, FILE and PATH are paths: `~` is expanded, relative ones are made absolute. */
  readonly placeholder?: string;
}

export interface OptionSpec {
  readonly field: string;
  /** With dashes: "--path-prefix". */
  readonly long: string;
  /** With its dash: "-e"; null without one. */
  readonly short: string | null;
  readonly kind: "flag" | "value" | "list";
  readonly type: "string" | "number" | "boolean";
  /** What a flag sets; a field whose default is true has a `--no-` flag. */
  readonly sets: boolean;
  readonly placeholder: string;
  readonly choices: readonly string[] | null;
  /** Completes "--limit must be …". */
  readonly allowed: string;
  readonly help: string;
  readonly fallback: unknown;
}

/** Positional arguments of a command, in order; only the last may be "many" or "words". */
export interface PositionalSpec {
  readonly field: string;
  readonly label: string;
  /** One argument, a list of them, or words that are joined by blanks into one text. */
  readonly arity: "one" | "many" | "words";
}

const PATH_PLACEHOLDERS: ReadonlySet<string> = new Set(["DIR", "FILE", "PATH"]);

export function takesPath(spec: { readonly placeholder: string }): boolean {
  return PATH_PLACEHOLDERS.has(spec.placeholder);
}

/** The options of a schema's fields but for those that are positional. */
export function optionSpecs(
  schema: z.ZodObject,
  hints: Readonly<Record<string, OptionHint>> = {},
  positionals: readonly PositionalSpec[] = [],
): readonly OptionSpec[] {
  return Object.entries(schema.shape)
    .filter(([field]) => positionals.every((positional) => positional.field !== field))
    .map(([field, type]) => optionSpec(field, type, hints[field] ?? {}));
}

/** The positional arguments as specifications, called by their labels. */
export function positionalSpecs(
  schema: z.ZodObject,
  positionals: readonly PositionalSpec[] = [],
): readonly OptionSpec[] {
  return positionals.flatMap(({ field, label }) => {
    const type = schema.shape[field];
    return type === undefined ? [] : [{ ...optionSpec(field, type, { placeholder: label }), long: label }];
  });
}

/** Whether a request without the field is refused. */
export function isRequired(schema: z.ZodObject, field: string): boolean {
  const type = schema.shape[field];
  return type !== undefined && !(type instanceof z.ZodDefault) && !(type instanceof z.ZodOptional);
}

function optionSpec(field: string, type: z.core.$ZodType, hint: OptionHint): OptionSpec {
  const fallback = type instanceof z.ZodDefault ? type.def.defaultValue : undefined;
  const bare = unwrap(type);
  const isList = bare instanceof z.ZodArray;
  const item = isList ? unwrap(bare.element) : bare;
  const isFlag = item instanceof z.ZodBoolean;
  const name = field.replaceAll("_", "-");
  return {
    field,
    long: isFlag && fallback === true ? `--no-${name}` : `--${name}`,
    short: hint.short ? `-${hint.short}` : null,
    kind: isFlag ? "flag" : isList ? "list" : "value",
    type: isFlag ? "boolean" : item instanceof z.ZodNumber ? "number" : "string",
    sets: fallback !== true,
    placeholder: hint.placeholder ?? placeholderOf(item),
    choices: item instanceof z.ZodEnum ? item.options.map(String) : null,
    allowed: allowedValues(item),
    help: (type instanceof z.ZodType ? type.description : undefined) ?? "",
    fallback,
  };
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
