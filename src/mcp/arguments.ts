/** Arguments of a tool call → the request they mean, or an error that names the argument and says what it may be. */
import type { z } from "zod";
import { QsearchError } from "../errors.ts";
import { didYouMean } from "../settings.ts";
import type { JsonSchema, ObjectSchema } from "./schema.ts";

/**
 * `null` counts as absent, and a string where a list of strings is expected is a list of one. Throws `usage`.
 * `json` is the input schema that clients see; `schema` is the zod schema it was made from.
 */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  json: ObjectSchema,
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const properties = json.properties ?? {};
  const values: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) throw unknownArgument(name, Object.keys(properties));
    if (value === null || value === undefined) continue;
    const wantsList = properties[name]?.type === "array";
    values.push([name, wantsList && typeof value === "string" ? [value] : value]);
  }
  const request = Object.fromEntries(values);
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = String(issue?.path[0] ?? "");
  const property = properties[name];
  if (property === undefined || issue?.code === "custom") {
    throw usage(issue?.message ?? "the arguments do not fit together");
  }
  if (!(name in request)) throw usage(`${name} is missing: it must be ${allowed(property)}`);
  throw usage(`${name} must be ${allowed(property)}`, wrongValue(property, request[name]));
}

function unknownArgument(name: string, names: readonly string[]): QsearchError {
  const all = names.length === 0 ? "The tool takes no arguments." : `Arguments are: ${names.join(", ")}.`;
  return usage(
    `unknown argument ${shown(name)}`,
    [didYouMean(name.slice(0, 100), names), all].filter(Boolean).join(" "),
  );
}

function wrongValue({ enum: choices }: JsonSchema, value: unknown): string {
  const near = typeof value === "string" && choices ? didYouMean(value.slice(0, 100), choices.map(String)) : "";
  return [`It is ${shown(value)}.`, near].filter(Boolean).join(" ");
}

/** Completes "max_files must be …". */
function allowed(schema: JsonSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(", ")}`;
  if (schema.type === "integer") return `a whole number${range(schema)}`;
  if (schema.type === "number") return `a number${range(schema)}`;
  if (schema.type === "boolean") return "true or false";
  if (schema.type === "array") {
    const items = schema.maxItems === undefined ? "" : `at most ${schema.maxItems} `;
    const longest = schema.items?.maxLength;
    return `a list of ${items}strings${longest === undefined ? "" : ` of at most ${longest} characters`}`;
  }
  if (schema.pattern === "^[0-9a-f]{16}$") return "16 hexadecimal digits, the query_id of an earlier answer";
  if (schema.maxLength !== undefined) return `a string of at most ${schema.maxLength} characters`;
  return schema.minLength === undefined ? "a string" : "a string that is not empty";
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? "" : ` of at least ${minimum}`;
}

/** A value as an error shows it: short, and of a list or an object only that it is one. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value !== "string") return String(value);
  const start = JSON.stringify(value.slice(0, 100).toWellFormed());
  return value.length > 100 ? `${start} …` : start;
}

function usage(message: string, hint = ""): QsearchError {
  return new QsearchError("usage", message, hint);
}
