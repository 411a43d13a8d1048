/**
 * Stores with one damaged page each: every request is answered or refused as `corrupt_store` with the way out.
 *
 *   bun bench/faults/damaged.ts [rounds=1000] [seed]
 */
import { damageRounds } from "../../test/faults/damaged.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const [rounds = "1000", seed = "20261130"] = process.argv.slice(2);
report("faults-damaged", {
  seed: Number(seed),
  ...(await damageRounds(Number(rounds), randomSource(Number(seed)), true)),
});
