/**
 * Whether the golden ranking set (test/golden) notices when constants of ranking are changed, one at a time.
 *
 *   bun bench/quality/golden.ts
 *
 * Six of the first twelve were changed once while every test passed. A constant that is not there any more is said.
 */
import { report } from "../lib/measure.ts";
import { Copy, type Mutation } from "../lib/mutant.ts";

const TWELVE: readonly Mutation[] = [
  { file: "src/ranking/bm25.ts", from: "K1 = 1.6", to: "K1 = 0.2" },
  { file: "src/ranking/bm25.ts", from: "B = 0.65", to: "B = 0.3" },
  { file: "src/ranking/candidate.ts", from: "fileName: 6", to: "fileName: 1" },
  { file: "src/ranking/file-score.ts", from: "  definition: 0.3,", to: "  definition: 0," },
  { file: "src/ranking/file-score.ts", from: "fileName: 4", to: "fileName: 0" },
  { file: "src/index-search/lexical.ts", from: "KEYWORDS = 2", to: "KEYWORDS = 4" },
  { file: "src/live-search/file-candidates.ts", from: "LEAST = 80", to: "LEAST = 8" },
  { file: "src/ranking/signals.ts", from: "PATH_MATCH = 2", to: "PATH_MATCH = 0.2" },
  { file: "src/ranking/signals.ts", from: "test: 0.4", to: "test: 1" },
  { file: "src/ranking/candidate.ts", from: "  definition: 3,", to: "  definition: 0," },
  { file: "src/live-search/code/ranking.ts", from: "notCode: 0.6", to: "notCode: 1" },
  { file: "src/ranking/file-score.ts", from: "exactDefinition: 1", to: "exactDefinition: 0" },
];

/** More of the kind. */
const OTHERS: readonly Mutation[] = [
  { file: "src/ranking/candidate.ts", from: "fileTotal: 0.3", to: "fileTotal: 0" },
  { file: "src/ranking/candidate.ts", from: "proseTotal: 0.03", to: "proseTotal: 0.5" },
  { file: "src/ranking/candidate.ts", from: "symbolNames: 0.25", to: "symbolNames: 0" },
  { file: "src/ranking/candidate.ts", from: "  folder: 1,", to: "  folder: 6," },
  { file: "src/ranking/candidate.ts", from: "sameName: 1.5", to: "sameName: 0.5" },
  { file: "src/ranking/signals.ts", from: "example: 0.6", to: "example: 1" },
  { file: "src/ranking/signals.ts", from: "legacy: 0.6", to: "legacy: 1" },
  { file: "src/ranking/signals.ts", from: "reexport: 0.7", to: "reexport: 1" },
  { file: "src/ranking/signals.ts", from: "declaration: 0.7", to: "declaration: 1" },
  { file: "src/ranking/file-score.ts", from: "pathMatch: 2", to: "pathMatch: 0" },
  { file: "src/ranking/file-score.ts", from: "nextPassages: 0.3", to: "nextPassages: 0" },
  { file: "src/ranking/file-score.ts", from: "  doc: 0.6,", to: "  doc: 1," },
  { file: "src/ranking/file-score.ts", from: "stem: 0.35", to: "stem: 2" },
];

using copy = new Copy();
const tests = ["test/golden"];
if (!copy.run(tests)) throw new Error("the golden set fails without any change");
const ask = (mutation: Mutation) => {
  const passed = copy.passes(mutation, tests);
  const outcome = passed === null ? "not there" : passed ? "passes" : "fails";
  process.stderr.write(`${outcome.padEnd(10)} ${mutation.file} ${mutation.from} → ${mutation.to}\n`);
  return { ...mutation, outcome };
};
const twelve = TWELVE.map(ask);
const others = OTHERS.map(ask);
const noticed = (list: readonly { outcome: string }[]) => list.filter(({ outcome }) => outcome === "fails").length;
report("golden", {
  command: "bun bench/quality/golden.ts",
  noticed: noticed(twelve),
  of: twelve.length,
  twelve,
  othersNoticed: noticed(others),
  others,
});
