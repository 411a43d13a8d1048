/** A client's configuration file with one entry more. What the user has written stays: comments, order, other entries. */
import type { ParseError } from "jsonc-parser";
import type { ClientFile } from "./clients.ts";

/** Why a file is left alone; the user then edits it by hand. */
export class CannotEdit extends Error {}

/** `before` is the text of the file, null where there is none. Throws CannotEdit for a text that cannot be parsed or has no room. */
export async function withEntry(before: string | null, { format, keys, entry }: ClientFile): Promise<string> {
  const text = before ?? "";
  if (keys.length === 0) return await freshText(format, entry);
  if (text.trim() === "") return await freshText(format, nested(keys, entry));
  if (format === "json") return await inJson(text, keys, entry);
  if (format === "yaml") return await inYaml(text, keys, entry);
  return inToml(text, keys, entry);
}

/** The file as it would be with this entry alone. */
export function aloneIn({ format, keys, entry }: ClientFile): Promise<string> {
  return freshText(format, nested(keys, entry));
}

async function freshText(format: ClientFile["format"], value: unknown): Promise<string> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  if (format === "yaml") return (await import("yaml")).stringify(value);
  if (format === "toml") return tables(value, []);
  return String(value);
}

function nested(keys: readonly string[], entry: unknown): unknown {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entry);
}

const BYTE_ORDER_MARK = "\ufeff";

/** JSON with comments and trailing commas, as editors write it. */
async function inJson(text: string, keys: readonly string[], entry: unknown): Promise<string> {
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const body = text.slice(mark.length);
  const errors: ParseError[] = [];
  let value: unknown = parse(body, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new CannotEdit("it is no JSON");
  for (const key of keys.slice(0, -1)) {
    if (!isObject(value)) throw new CannotEdit(`there is no room for ${keys.join(".")}`);
    value = value[key] ?? {};
  }
  if (!isObject(value)) throw new CannotEdit(`${keys.slice(0, -1).join(".")} is no object`);
  const tab = /^\t/m.test(body);
  const options = {
    formattingOptions: { insertSpaces: !tab, tabSize: tab ? 1 : 2, eol: body.includes("\r\n") ? "\r\n" : "\n" },
  };
  return mark + applyEdits(body, modify(body, [...keys], entry, options));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function inYaml(text: string, keys: readonly string[], entry: unknown): Promise<string> {
  const { isMap, parseDocument } = await import("yaml");
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) throw new CannotEdit("it is no YAML map");
  const parent: unknown = document.getIn(keys.slice(0, -1));
  if (parent !== undefined && parent !== null && !isMap(parent)) {
    throw new CannotEdit(`${keys.slice(0, -1).join(".")} is no map`);
  }
  document.setIn(keys, document.createNode(entry));
  return document.toString();
}

/** A table at the end: no TOML library of ours keeps comments. Old and new text are parsed together, so that a table that is there is noticed. */
function inToml(text: string, keys: readonly string[], entry: unknown): string {
  const added = `${text.endsWith("\n") ? text : `${text}\n`}\n${tables(entry, keys)}`;
  try {
    Bun.TOML.parse(text);
  } catch {
    throw new CannotEdit("it is no TOML");
  }
  try {
    Bun.TOML.parse(added);
  } catch {
    throw new CannotEdit(`it holds ${keys.join(".")} already`);
  }
  return added;
}

/** An object of texts, lists of texts and inner objects as TOML's tables. */
function tables(value: unknown, keys: readonly string[]): string {
  if (!isObject(value)) return "";
  const lines = Object.entries(value).filter(([, inner]) => !isObject(inner));
  const inner = Object.entries(value).filter(([, each]) => isObject(each));
  // TOML's basic strings are written like JSON's.
  const own = lines.map(
    ([key, each]) =>
      `${key} = ${Array.isArray(each) ? `[${each.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(each)}\n`,
  );
  const head = keys.length > 0 && own.length > 0 ? `[${keys.join(".")}]\n` : "";
  return head + own.join("") + inner.map(([key, each]) => tables(each, [...keys, key])).join("");
}
