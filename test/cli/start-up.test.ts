/** What a command loads to start: zod and the schemas cost more than the whole rest of a short command. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { world } from "../world.ts";

const cli = join(import.meta.dir, "..", "..", "src", "cli");
/** What `search --fresh` begins with is an index run, which may need every reader: nobody waits for it who did not ask. */
const INDEXING = /\/indexing\/refresh\.ts$/;
// clipanion as a whole wakes the standard streams: 6 ms.
const DEAR = ["zod", "clipanion", "node:tty", "node:stream", "node:url"];

/** Modules that are loaded with `file`, and with `late` also those it may load later. Type imports load nothing. */
function loadedBy(file: string, late: boolean, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || INDEXING.test(file)) return seen;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const early = source.matchAll(/^(?:import|export) (?!type\b)(?:[^;"]*? from )?"([^"]+)"/gm);
  const later = late ? source.matchAll(/\bimport\("([^"]+)"\)/g) : [];
  for (const [, target = ""] of [...early, ...later]) {
    if (!target.startsWith(".")) seen.add(target);
    else if (target.endsWith(".ts")) loadedBy(join(dirname(file), target), late, seen);
  }
  return seen;
}

describe("dear modules stay away from", () => {
  test("the command line itself", () => {
    const loaded = loadedBy(join(cli, "run.ts"), false);
    expect(loaded.size).toBeGreaterThan(15);
    expect(DEAR.filter((name) => loaded.has(name))).toEqual([]);
  });

  test.each(["search", "status", "config"])("%s, with all it may load later", (command) => {
    const loaded = loadedBy(join(cli, "commands", `${command}.ts`), true);
    expect(DEAR.filter((name) => loaded.has(name))).toEqual([]);
  });

  test.each(["index", "read", "context", "focus", "clear", "config-roots", "completion"])(
    "%s as it starts",
    (command) => {
      const loaded = loadedBy(join(cli, "commands", `${command}.ts`), false);
      expect(DEAR.filter((name) => loaded.has(name))).toEqual([]);
    },
  );
});

test("a search that ranks hundreds of chunks has next to nothing compiled by the engine's second compiler", () => {
  const files = Array.from({ length: 300 }, (_, i) => [
    `d${i % 7}/f${i}.md`,
    `# Note ${i}\nThe water of lake ${i % 11} freezes in the cold of winter ${i * 37}.\n`,
  ]);
  const place = world(Object.fromEntries(files));
  expect(place.run("index", "--no-embed", ".").exitCode).toBe(0);
  const args = ["search", "how does the water of the lakes freeze in winter notes", "--mode", "lexical"];
  const { stderr, exitCode } = place.runWith({ env: { BUN_JSC_reportDFGCompileTimes: "1" } }, ...args);
  expect(exitCode).toBe(0);
  // On the index of chunks there were 20, and 68 when one function was called for each candidate, for 25 ms of CPU. On documents the
  // passages of a part bring 50 to 70, more on a busy machine; a function for each word would bring hundreds.
  expect(stderr.match(/ using DFG /g)?.length ?? 0).toBeLessThan(120);
});
