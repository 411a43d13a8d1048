/**
 * Without end: random worlds and questions, index against brute force. Stops at the first disagreement, which
 * it prints with the seed.
 *
 *   bun bench/fuzz/search.ts [ROUNDS] [SEED]      a round is 20 worlds of 100 questions; default: 5 rounds, seed by the clock
 */
import { checkAgreement } from "../../test/search/agreement.ts";

const WORLDS = 20;
const QUESTIONS = 100;

const rounds = Number(process.argv[2] ?? 5);
let seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
for (let round = 1; round <= rounds; round++, seed++) {
  await checkAgreement(WORLDS, QUESTIONS, seed);
  process.stdout.write(`round ${round}, seed ${seed}: ${WORLDS * QUESTIONS} questions agree\n`);
}
