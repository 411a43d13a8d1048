/** Fills the bank of vectors for evaluation sets, in the background: `nice bun bench/quality/embed.ts SET… [--jobs N] [--embed docs|all]`. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { collections, WORK } from "./sets.ts";
import { VectorBank } from "./vector-bank.ts";

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

const { values, positionals } = parseArgs({
  options: { jobs: { type: "string", default: "1" }, embed: { type: "string", default: "docs" } },
  allowPositionals: true,
});
const bank = new VectorBank("fast");
for (const set of positionals) {
  // The smallest first: whoever stops it early has most of a set.
  const sized = collections(set).map((collection) => ({ ...collection, bytes: bytesIn(collection.folder) }));
  for (const { name, folder } of sized.sort((a, b) => a.bytes - b.bytes)) {
    const dataDir = join(WORK, "quality", `embedding-${values.embed}`, set, name);
    const settings = { ...loadSettings({ dataDir, env: {} }), roots: [folder] };
    const started = performance.now();
    const embed = { kind: bank.kind, executor: (size: number) => bank.executor(size) };
    const { result } = await runIndex(indexRequestSchema.parse({ root: [folder], embed: values.embed }), {
      settings,
      embed,
      jobs: Number(values.jobs),
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${set} ${name}: ${result.embedded} chunks in ${seconds} s, ${result.pending} left\n`);
  }
}
