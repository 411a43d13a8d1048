/** One run that embeds with the hashing encoder, in a process of its own, to be killed: `embed-once.ts DATA_DIR ROOT KIND`. */
import { runIndex } from "../../src/indexing/indexer.ts";
import { indexRequestSchema } from "../../src/request/index-run-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { hashing } from "./embed-world.ts";

const [dataDir = "", root = "", encoder] = process.argv.slice(2);
const settings = loadSettings({ dataDir, env: {} });
process.stdout.write("started\n");
const request = indexRequestSchema.parse({ root: [root], encoder });
await runIndex(request, { settings, jobs: 2, embed: hashing({ onEmbed: () => Bun.sleep(1) }) });
