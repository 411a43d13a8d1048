/**
 * Arguments of a tool call → the request they mean, or an error that names the argument and says what it may be. Clients and models
 * send some values in another form than the schema's; this is the one place that knows which.
 *
 * | given                                 | for                      | means                                              |
 * | ------------------------------------- | ------------------------ | -------------------------------------------------- |
 * | null, ""                              | any argument             | left out; inside a list, dropped                   |
 * | "null", "None"                        | number, boolean, choice  | left out                                           |
 * | "5", " 5 ", "5.0"                     | integer                  | 5; "1e3", "5x" and "0x10" are refused              |
 * | "true", "False"                       | boolean                  | true, false; "yes" and 1 are refused               |
 * | 5                                     | string, list             | "5"; 1.5 and true are refused                      |
 * | '["a","b"]' as a string               | list                     | the list, where it is JSON and holds texts         |
 * | "a"                                   | list                     | a list of one                                      |
 * | "a,b"                                 | extensions, languages    | two                                                |
 * | file:///a%20b#L3-L5, /a:3-5, /a:3:10  | path                     | path, and lines where the tool has them            |
 * | topK, --top-k, top_k, k               | limit                    | the same argument, unless the tool has that name   |
 * | workspace, directory                  | each other               | the same argument                                  |
 *
 * A value of the published type is never changed, but for "" and paths.
 */
import type { z } from "zod";
import { QsearchError } from "../errors.ts";
import { didYouMean } from "../settings/settings.ts";
import { otherNames } from "./argument-names.ts";
import { splitPath } from "./path-argument.ts";
import type { JsonSchema, ObjectSchema } from "./schema.ts";

/** Names that callers of earlier systems and of other tools use. */
const ALIASES: Readonly<Record<string, string>> = {
  top_k: "limit",
  k: "limit",
  workspace: "directory",
  directory: "workspace",
};

/** Lists whose items hold no comma. */
const COMMA_LISTS: ReadonlySet<string> = new Set(["extensions", "languages"]);

/** Arguments that are paths of this machine. */
const PATHS: ReadonlySet<string> = new Set(["path", "path_prefix", "directory", "workspace"]);

/**
 * Throws `usage`. `json` is the schema made from `schema` with all its bounds (inputSchema), not the published one, which says less.
 */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  json: ObjectSchema,
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const properties = json.properties ?? {};
  const request = withLines(properties, namedArguments(properties, given));
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

type Properties = Readonly<Record<string, JsonSchema>>;

/** The arguments under the names of the schema, each in the form that it asks for. */
function namedArguments(properties: Properties, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const request: Record<string, unknown> = {};
  const givenAs = new Map<string, string>();
  for (const [key, value] of Object.entries(given)) {
    const name = nameOf(key, properties);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) throw unknownArgument(key, Object.keys(properties));
    const wanted = valueFor(name, property, value);
    if (wanted === undefined) continue;
    const other = givenAs.get(name);
    if (other !== undefined && !Bun.deepEquals(request[name], wanted)) {
      throw usage(`${other} and ${key} are the same argument, and have different values`, "Give one of them.");
    }
    request[name] = wanted;
    givenAs.set(name, key);
  }
  return request;
}

/** The argument that `key` names; `key` itself where it names none. */
function nameOf(key: string, properties: Properties): string {
  if (Object.hasOwn(properties, key)) return key;
  const plain = key
    .replace(/^--?/, "")
    .replaceAll("-", "_")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();
  if (Object.hasOwn(properties, plain)) return plain;
  const alias = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : undefined;
  return alias !== undefined && Object.hasOwn(properties, alias) ? alias : key;
}

/** `value` in the form that `property` asks for, where it has another; undefined: left out. What has no such form stays as it is. */
function valueFor(name: string, property: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  const isText = property.type === "string" && property.enum === undefined;
  if (!isText && property.type !== "array" && (value === "null" || value === "None")) return undefined;
  switch (property.type) {
    case "integer":
    case "number":
      return typeof value === "string" && /^\s*-?\d+(\.0+)?\s*$/.test(value) ? Number(value) : value;
    case "boolean":
      return typeof value === "string" && /^(true|false)$/i.test(value.trim()) ? value.trim().length === 4 : value;
    case "array":
      return listFor(name, value);
    default:
      return textOf(value);
  }
}

/** A whole number is the text that it looks like. */
function textOf(value: unknown): unknown {
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
}

function listFor(name: string, value: unknown): unknown {
  const list = Array.isArray(value) ? value : listIn(name, value);
  if (!Array.isArray(list)) return list;
  const items = list.filter((item) => item !== null && item !== "").map(textOf);
  return items.length === 0 && list.length > 0 ? undefined : items;
}

/** The list that one value stands for. Throws `usage` for a list in a form that is neither JSON of texts nor one text. */
function listIn(name: string, value: unknown): unknown {
  if (typeof value !== "string") return typeof textOf(value) === "string" ? [textOf(value)] : value;
  const text = value.trim();
  if (COMMA_LISTS.has(name) && !text.startsWith("[")) return text.split(",").map((item) => item.trim());
  if (!(text.startsWith("[") && text.endsWith("]"))) return [value];
  const parsed = parsedJson(text);
  if (parsed === undefined && !/^\['.*'\]$/s.test(text)) return [value];
  if (
    Array.isArray(parsed) &&
    parsed.every((item) => item === null || (typeof textOf(item) === "string" && typeof item !== "number"))
  ) {
    return parsed;
  }
  throw usage(
    `${name} is a list in a string that is no JSON list of strings`,
    `It is ${shown(value)}. Give a list; to look for this very text, give a list that holds it.`,
  );
}

/** Undefined for what is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Paths without what a URI or a place adds to them; its lines become arguments of a tool that has such. Throws `usage`. */
function withLines(properties: Properties, request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...request };
  for (const [name, value] of Object.entries(request)) {
    if (typeof value !== "string" || !PATHS.has(name)) continue;
    const takesLines = name === "path" && Object.hasOwn(properties, "start_line");
    const { path, lines } = splitPath(value, takesLines);
    changed[name] = path;
    if (lines === null) continue;
    const [first, last] = lines;
    const differs = (argument: string, line: number) => request[argument] !== undefined && request[argument] !== line;
    if (differs("start_line", first) || differs("end_line", last) || request.page !== undefined) {
      throw usage(`path names lines ${first} to ${last}, and other arguments name another place`, "Give one of them.");
    }
    changed.start_line = first;
    changed.end_line = last;
  }
  return changed;
}

function unknownArgument(name: string, names: readonly string[]): QsearchError {
  const all = names.length === 0 ? "The tool takes no arguments." : `Arguments are: ${names.join(", ")}.`;
  return usage(
    `unknown argument ${shown(name)}`,
    [didYouMean(name.slice(0, 100), names) || otherNames(name, names), all].filter(Boolean).join(" "),
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
