/** Manifests of sources: what `export` writes, and what of one `import` looks at, which is the paths alone. */
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { ManifestFile } from "../request/transfer-request.ts";

export const CSV_COLUMNS = [
  "path",
  "ext",
  "size",
  "mtime",
  "sha1",
  "indexed_at",
  "error",
] as const satisfies readonly (keyof ManifestFile)[];

export type ManifestFormat = "json" | "csv";

/** By the file's name. Throws `usage` for another extension. */
export function manifestFormat(path: string): ManifestFormat {
  const name = path.toLowerCase();
  if (name.endsWith(".json")) return "json";
  if (name.endsWith(".csv")) return "csv";
  throw new QsearchError("usage", "a manifest is a .json or a .csv file", "Give a name that ends so.");
}

/** The paths of a manifest as they stand there, judged by no one yet. Throws `file_error` for what is none, by its `name`. */
export function pathsIn(bytes: Uint8Array, format: ManifestFormat, name: string): string[] {
  const text = pathFromBytes(bytes).replace(/^\ufeff/, "");
  try {
    return format === "json" ? pathsInJson(text) : pathsInCsv(text);
  } catch (error) {
    if (!(error instanceof NoManifest)) throw error;
    const hint = "Give a file that qsearch export wrote.";
    throw new QsearchError("file_error", `${name} is no manifest: ${error.message}`, hint, { cause: error });
  }
}

function pathsInJson(text: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new NoManifest("it is not valid JSON", { cause });
  }
  const version = field(value, "schema_version");
  if (version !== 1) throw new NoManifest(`its schema_version is ${JSON.stringify(version) ?? "missing"}, not 1`);
  const files = field(value, "files");
  if (!Array.isArray(files)) throw new NoManifest("it has no list of files");
  return files.map((entry: unknown, i) => {
    const path = field(entry, "path");
    if (typeof path !== "string") throw new NoManifest(`its file ${i + 1} has no path`);
    return path;
  });
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (Reflect.get(value, key) as unknown)
    : undefined;
}

function pathsInCsv(text: string): string[] {
  const [header = [], ...rows] = records(text);
  const column = header.indexOf("path");
  if (column < 0) throw new NoManifest("its first line names no column path");
  return rows.map((row, i) => {
    const path = row[column];
    if (path === undefined) throw new NoManifest(`its record ${i + 1} has no path`);
    return path;
  });
}

/** RFC 4180, either line end. Blank lines are no records. */
function records(text: string): string[][] {
  const all: string[][] = [];
  let row: string[] = [];
  // A cell, quoted or plain, and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (found === null) throw new NoManifest(`its quotes are wrong near character ${at + 1}`);
    const [, quoted, plain = "", end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") {
      // A comma at the very end has an empty cell behind it.
      if (cell.lastIndex === text.length) row.push("");
      else continue;
    }
    if (row.length > 1 || row[0] !== "") all.push(row);
    row = [];
  }
  return all;
}

/** Why a text is none. */
class NoManifest extends Error {}
