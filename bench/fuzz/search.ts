/**
 * Random worlds and questions, index against brute force: which files hold everything. A world ends at its first disagreement, which is
 * printed, and saved with the seed that gives it again.
 *
 *   bun bench/fuzz/search.ts [WORLDS] [SEED]      100 questions a world; default: 100 worlds, seed by the clock
 */
import { checkAgreement } from "../../test/index-search/agreement.ts";
import { report } from "../lib/measure.ts";

const QUESTIONS = 100;

const worlds = Number(process.argv[2] ?? 100);
const firstSeed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const disagreements: { readonly seed: number; readonly what: string }[] = [];
for (let seed = firstSeed; seed < firstSeed + worlds; seed++) {
  try {
    await checkAgreement(1, QUESTIONS, seed);
  } catch (error) {
    const { message } = error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);
    const what = message.split("\n[")[0] ?? message;
    disagreements.push({ seed, what });
    process.stderr.write(`seed ${seed}: ${what}\n`);
  }
}
report("fuzz-search", {
  command: `bun bench/fuzz/search.ts ${worlds} ${firstSeed}`,
  worlds,
  questions: worlds * QUESTIONS,
  worldsThatAgree: worlds - disagreements.length,
  disagreements,
});
