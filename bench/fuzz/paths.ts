/**
 * Random trees of links and random spellings of paths: whatever is accepted lies in its root.
 *
 *   bun bench/fuzz/paths.ts [trees] [seed]
 */
import { checkSpellings } from "../../test/security/spellings.ts";
import { report } from "../lib/measure.ts";

const [trees = 200, seed = 1] = process.argv.slice(2).map(Number);
report("fuzz-paths", { command: "bun bench/fuzz/paths.ts", trees, seed, ...(await checkSpellings(trees, 50, seed)) });
