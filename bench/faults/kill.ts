/**
 * Issue 4, 4: kill -9 at 100 random points of index and clear. Ends with status 1 at the first store that does not
 * recover.
 *
 *   bun bench/faults/kill.ts [worlds=34] [seed]
 */
import { isDeepStrictEqual } from "node:util";
import { killRounds } from "../../test/indexing/kill.ts";
import { randomSource } from "../lib/corpora.ts";

const [worlds = "34", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const random = randomSource(Number(seed));
const say = (line: string) => process.stderr.write(`${line}\n`);
say(`seed ${seed}`);
let killed = 0;
for (let world = 0; world < Number(worlds); world++) {
  const reports = await killRounds(random, (recovered, clean) => {
    if (!isDeepStrictEqual(recovered, clean)) throw new Error(`world ${world}: the recovered store differs`);
  });
  killed += reports.filter((report) => report.killed).length;
  say(
    reports
      .map((r) => `${r.command} ${r.afterMs.toFixed(0)} ms ${r.killed ? "killed" : "ended"} ${r.documents}`)
      .join(", "),
  );
}
say(`${killed} kills, every store recovered`);
