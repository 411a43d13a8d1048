/**
 * No socket is ever opened: the binary indexes, embeds with either encoder, searches by meaning and checks itself, alone in an empty
 * folder; strace counts the sockets that are no Unix sockets, and the same runs once more in a network namespace with no interface.
 *
 *   bun bench/faults/network.ts
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, report, scratch } from "../lib/measure.ts";
import { must } from "../lib/python.ts";

const figures: Record<string, unknown> = {};
await scratch(async (folder) => {
  const binary = join(folder, "qsearch");
  copyFileSync(BINARY, binary);
  const docs = join(folder, "docs");
  mkdirSync(docs);
  writeFileSync(join(docs, "bread.md"), "# Bread\n\nKnead the dough for ten minutes, then let it rise.\n");
  writeFileSync(join(docs, "bike.md"), "# Bicycles\n\nHow to mend a flat tyre on the road.\n");
  for (const encoder of ["fast", "ort"]) {
    const data = ["--data-dir", join(folder, `data-${encoder}`)];
    const commands: Record<string, readonly string[]> = {
      index: ["index", docs, "--encoder", encoder, ...data],
      search: ["search", "letting dough rise for bread", "--mode", "semantic", ...data],
      doctor: ["doctor", ...data],
    };
    for (const [name, args] of Object.entries(commands)) {
      const trace = join(folder, "trace");
      must(["strace", "-f", "-e", "trace=socket,connect", "-o", trace, binary, ...args]);
      const sockets = readFileSync(trace, "utf8")
        .split("\n")
        .filter((line) => /\b(socket|connect)\(/.test(line) && !/AF_UNIX/.test(line));
      must(["unshare", "-rn", binary, ...args]);
      figures[`${name}, ${encoder}`] = { sockets: sockets.length, lines: sockets.slice(0, 5), withoutNetwork: "works" };
    }
  }
});
report("faults-network", { target: { sockets: 0 }, ...figures });
