/** Short forms for the suites of this folder, in which what other programs' reports taught is tried through the command line. */

import type { StatusResult } from "../../src/request/index-run-request.ts";
import { type SearchHit, searchResultSchema } from "../../src/request/search-request.ts";
import type { World } from "../world.ts";

/** Indexes the world's folder, or what the arguments say, and gives the number of files seen. Throws when it fails. */
export function indexed(w: World, ...args: string[]): number {
  const { ok, data, error } = w
    .run("--json", "index", ...(args.length > 0 ? args : ["--root", "."]))
    .json<{ files: number }>();
  if (!ok) throw new Error(`${error.code}: ${error.message}`);
  return data.files;
}

export function hitsOf(w: World, ...args: string[]): SearchHit[] {
  const { ok, data, error } = w.run("--json", "search", "--limit", "100", ...args).json();
  if (!ok) throw new Error(`${error.code}: ${error.message}`);
  return searchResultSchema.parse(data);
}

/** Names of the files found, beneath the world's folder, best first, each once. */
export function namesOf(w: World, ...args: string[]): string[] {
  return [...new Set(hitsOf(w, ...args).map(({ path }) => path.slice(w.dir.length + 1)))];
}

/** Error codes by the name of the file. */
export function errorsOf(w: World): Record<string, string> {
  const { data } = w.run("--json", "status").json<StatusResult>();
  return Object.fromEntries(data.errors.map(({ path, code }) => [path.slice(w.dir.length + 1), code]));
}
