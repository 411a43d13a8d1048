/**
 * The property "incremental = rebuilt": after any edits an incremental run leaves what a first run on the same tree
 * makes. Shared by the test (fixed seed, small) and bench/fuzz/incremental.ts (long).
 */
import { existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { runIndex } from "../../src/indexing/indexer.ts";
import { openStore } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { type Dump, dumpStore } from "./dump.ts";
import { Tree } from "./tree.ts";

const FOLDERS = ["", "a/", "b/", "a/c/", "build/"];
const NAMES = ["x.md", "y.txt", "z.py", "data.csv", "page.html", "n\u0301.md", "run.log"];
const TEXTS = [
  "",
  "# Title\n\nalpha beta\n\n## Part\n\ngamma\n",
  "def parse_header(line):\n    return line\n\n\nclass Reader:\n    pass\n",
  'id,name\n1,水化学\n2,"two\nlines"\n',
  "<html><body><h1>Head</h1><p>para &amp; more</p></body></html>\n",
  "one\0two",
  "word ".repeat(700),
  "2026-01-01 INFO started\n2026-01-01 ERROR failed\n",
];
const RULES = ["*.log\n", "build/\n", "*.txt\n!a/*.txt\n", "/a/c\n", ""];

export type Edit =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove"; readonly pick: number }
  | { readonly kind: "touch"; readonly pick: number }
  | { readonly kind: "move"; readonly pick: number; readonly to: string }
  | { readonly kind: "copy"; readonly pick: number; readonly to: string }
  | { readonly kind: "rules"; readonly path: string; readonly text: string }
  | { readonly kind: "chunks"; readonly size: number };

const path = fc.tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES)).map((parts) => parts.join(""));
const pick = fc.nat(1000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text: fc.constantFrom(...TEXTS) }) },
  fc.record({ kind: fc.constant("remove" as const), pick }),
  fc.record({ kind: fc.constant("touch" as const), pick }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("move" as const), pick, to: path }) },
  fc.record({ kind: fc.constant("copy" as const), pick, to: path }),
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rules" as const),
      path: fc.tuple(fc.constantFrom("", "a/"), fc.constantFrom(".gitignore", ".searchignore")).map((p) => p.join("")),
      text: fc.constantFrom(...RULES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("chunks" as const), size: fc.constantFrom(200, 800) }) },
);

/** Rounds of edits; an index run follows each. */
export const editRounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 5 }), { minLength: 5, maxLength: 5 });

/** Plays the rounds; `compare` is told of both stores after each. */
export async function play(
  edits: readonly (readonly Edit[])[],
  compare: (incremental: Dump, rebuilt: Dump) => void,
): Promise<void> {
  using tree = new Tree({ "a/x.md": "# First\n\nalpha\n", "y.txt": "beta\n" });
  let chunkSize = 800;
  for (const [round, group] of edits.entries()) {
    for (const one of group) {
      if (one.kind === "chunks") chunkSize = one.size;
      else apply(tree, one, round);
    }
    const settings = tree.settings({ chunkSize, overlap: 50 });
    await tree.index({ root: [tree.root] }, { settings });
    const fresh = join(tree.dir, "fresh");
    rmSync(fresh, { recursive: true, force: true });
    await runIndex(
      { paths: [], root: [tree.root], ext: [], force: false, no_prune: false },
      { settings: { ...settings, dataDir: fresh }, inline: true },
    );
    compare(tree.read(dumpStore), readFrom(fresh));
    tree.read(verifyStore);
  }
}

function readFrom(dataDir: string): Dump {
  const store = openStore(dataDir, "read");
  try {
    return dumpStore(store);
  } finally {
    store.close();
  }
}

function apply(tree: Tree, one: Exclude<Edit, { kind: "chunks" }>, round: number): void {
  if (one.kind === "write" || one.kind === "rules") {
    tree.write(one.path, one.text);
    return;
  }
  const present = readdirSync(tree.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.root.length + 1))
    .sort();
  const rel = present[one.pick % present.length];
  if (rel === undefined) return;
  switch (one.kind) {
    case "remove":
      tree.remove(rel);
      break;
    case "touch":
      utimesSync(tree.path(rel), 1_700_000_000 + round, 1_700_000_000 + round);
      break;
    case "copy":
      tree.copy(rel, one.to);
      break;
    case "move":
      if (!existsSync(tree.path(one.to))) tree.move(rel, one.to);
      break;
  }
}
