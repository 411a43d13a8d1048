/**
 * A burst of 20,000 files in new folders while `watch` runs: every one becomes searchable.
 *
 *   QSEARCH_BIN=dist/qsearch bun bench/faults/burst.ts [files=20000]
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { world } from "../../test/world.ts";
import { report } from "../lib/measure.ts";

const files = Number(process.argv[2] ?? 20_000);
using w = world({ "root/a.md": "one" });
if (w.run("index", "--root", w.path("root"), "--no-embed").exitCode !== 0) throw new Error("no index");
const watch = w.start({ timeout: 600_000 }, "watch", "--no-embed");
await watch.stderr.getReader().read();
const started = performance.now();
for (let i = 0; i < files; i++) {
  if (i % 50 === 0) mkdirSync(w.path("root", `d${i / 50}`));
  writeFileSync(w.path("root", `d${Math.floor(i / 50)}`, `${i}.md`), `vanadium number${i}`);
}
const written = performance.now();
const documents = () => w.run("status", "--json").json<{ documents: number }>().data.documents;
let found = documents();
while (found !== files + 1 && performance.now() - written < 300_000) {
  await Bun.sleep(100);
  found = documents();
}
const searchable = performance.now();
watch.kill("SIGINT");
await watch.exited;
report("faults-burst", {
  command: "bun bench/faults/burst.ts",
  files,
  missing: files + 1 - found,
  writtenMs: Math.round(written - started),
  searchableMsAfterTheLast: Math.round(searchable - written),
});
if (found !== files + 1) process.exitCode = 1;
