/** One run with workers in a process of its own, to be killed: `run-once.ts index|clear DATA_DIR ROOT`. */
import { clearStore } from "../../src/indexing/clear.ts";
import { runIndex } from "../../src/indexing/indexer.ts";
import { loadSettings } from "../../src/settings.ts";

const [command, dataDir = "", root = ""] = process.argv.slice(2);
const settings = loadSettings({ dataDir, env: {} });
process.stdout.write("started\n");
if (command === "clear") await clearStore({ settings });
else await runIndex({ paths: [], root: [root], ext: [], force: false, no_prune: false }, { settings, jobs: 2 });
