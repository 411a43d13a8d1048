/**
 * Random worlds and questions, index against brute force: which files hold everything. Stops at the first disagreement, which it prints
 * with the seed; otherwise saves how many questions agreed.
 *
 *   bun bench/fuzz/search.ts [ROUNDS] [SEED]      a round is 20 worlds of 100 questions; default: 5 rounds, seed by the clock
 */
import { checkAgreement } from "../../test/search/agreement.ts";
import { report } from "../lib/measure.ts";

const WORLDS = 20;
const QUESTIONS = 100;

const rounds = Number(process.argv[2] ?? 5);
const firstSeed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
for (let round = 0; round < rounds; round++) {
  const seed = firstSeed + round;
  await checkAgreement(WORLDS, QUESTIONS, seed);
  process.stderr.write(`round ${round + 1}, seed ${seed}: ${WORLDS * QUESTIONS} questions agree\n`);
}
report("fuzz-search", {
  command: `bun bench/fuzz/search.ts ${rounds} ${firstSeed}`,
  worlds: rounds * WORLDS,
  questions: rounds * WORLDS * QUESTIONS,
  disagreements: 0,
});
