/** Writes and indexes one version of a file after another, until it is ended: `replace-forever.ts DATA_DIR ROOT`. */
import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runIndex } from "../../src/indexing/indexer.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { FILE, FIRST_MTIME, versionText } from "./versions.ts";

const [dataDir = "", root = ""] = process.argv.slice(2);
const path = join(root, FILE);
mkdirSync(dirname(path), { recursive: true });
// Neighbours, so that the store has more than one file.
for (let i = 0; i < 40; i++)
  writeFileSync(join(root, `plain${i}.md`), `# Plain ${i}\n\n${"other words ".repeat(200)}\n`);
for (let version = 0; ; version++) {
  // Renamed over the old one, so that a reader of the file sees one version, too.
  writeFileSync(`${path}.tmp`, versionText(version));
  utimesSync(`${path}.tmp`, FIRST_MTIME + version, FIRST_MTIME + version);
  renameSync(`${path}.tmp`, path);
  const request = { paths: [], root: [root], ext: [], force: false, no_prune: false };
  // In this thread: the transactions are the same, and there are more of them a second.
  await runIndex(request, { settings: loadSettings({ dataDir, env: {} }), inline: true });
  if (version === 0) process.stdout.write("ready\n");
}
