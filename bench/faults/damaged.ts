/**
 * Damaged copies of one store, 20 queries each: every answer is right, or refused as `corrupt_store` with the way out, or of a store whose
 * damage `doctor` reports; after `doctor --repair` all are those of a fresh store.
 *
 *   bun bench/faults/damaged.ts [rounds=500] [seed]
 */
import { damageRounds } from "../../test/faults/damaged.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const [rounds = "500", seed = "20261201"] = process.argv.slice(2);
report("faults-damaged", { seed: Number(seed), ...(await damageRounds(Number(rounds), randomSource(Number(seed)))) });
