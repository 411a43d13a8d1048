/**
 * Indexes a folder as `qsearch index` does, without the symbols and vectors that it reads once words are searchable: what benches of the
 * index of words run and measure.
 *
 *   bun bench/lib/index-words.ts FOLDER DATA
 */
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { measure, type Run } from "./measure.ts";

/** In a process of its own. */
export function indexWords(folder: string, dataDir: string): Promise<Run> {
  return measure([process.execPath, import.meta.path, folder, dataDir]);
}

const [folder, dataDir] = process.argv.slice(2);
if (import.meta.main && folder !== undefined && dataDir !== undefined) {
  const settings = loadSettings({ dataDir, env: {} });
  await runIndex(indexRequestSchema.parse({ paths: [folder], embed: "none" }), { settings });
}
