/**
 * A burst of 20,000 files in new folders while `watch` runs, as users run it: every one is found, the last one by a search.
 *
 *   QSEARCH_BIN=dist/qsearch bun bench/faults/burst.ts [files=20000]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { world } from "../../test/world.ts";
import { report } from "../lib/measure.ts";

const files = Number(process.argv[2] ?? 20_000);
using w = world({ "root/a.md": "one" });
if (w.run("index", "--root", w.path("root"), "--no-embed").exitCode !== 0) throw new Error("no index");
const watch = w.start({ timeout: 600_000 }, "watch");
await watch.stderr.getReader().read();
const started = performance.now();
for (let i = 0; i < files; i++) {
  if (i % 50 === 0) mkdirSync(w.path("root", `d${i / 50}`));
  writeFileSync(w.path("root", `d${Math.floor(i / 50)}`, `${i}.md`), `vanadium number${i}`);
}
const written = performance.now();
const documents = () => w.run("status", "--json").json<{ documents: number }>().data.documents;
const finds = (i: number) => w.run("search", `number${i}`, "--format", "files").stdout.includes(`/${i}.md\n`);
const waitUntil = async (holds: () => boolean) => {
  while (!holds() && performance.now() - written < 300_000) await Bun.sleep(50);
  return performance.now();
};
const last = await waitUntil(() => finds(files - 1));
const all = await waitUntil(() => documents() === files + 1);
const missing = files + 1 - documents();
// A sample by their own words: that a file is counted is not yet that it is found.
const sample = Array.from({ length: 50 }, (_, i) => Math.floor((i * files) / 50));
const unfound = sample.filter((i) => !finds(i)).length;
watch.kill("SIGINT");
await watch.exited;
report("faults-burst", {
  command: "bun bench/faults/burst.ts",
  files,
  missing,
  unfound,
  writtenMs: Math.round(written - started),
  lastFoundMsAfterIt: Math.round(last - written),
  allCountedMsAfterTheLast: Math.round(all - written),
});
if (missing + unfound > 0) process.exitCode = 1;
