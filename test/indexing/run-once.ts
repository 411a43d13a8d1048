/** One run with workers in a process of its own, to be killed: `run-once.ts index|symbols|clear DATA_DIR ROOT`. */
import { clearStore } from "../../src/indexing/clear.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { loadSettings } from "../../src/settings/settings.ts";

const [command, dataDir = "", root = ""] = process.argv.slice(2);
const settings = loadSettings({ dataDir, env: {} });
process.stdout.write("started\n");
if (command === "clear") await clearStore({ settings });
else {
  const embed = command === "symbols" ? { embed: { budgetMs: 0 } } : {};
  const request = { paths: [], root: [root], ext: [], force: false, no_prune: false };
  await runIndex(request, { settings, jobs: 2, ...embed });
}
