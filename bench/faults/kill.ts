/**
 * kill -9 at 100 random points of index and clear. Ends with status 1 at the first store that does not
 * recover.
 *
 *   bun bench/faults/kill.ts [worlds=34] [seed]
 */
import { isDeepStrictEqual } from "node:util";
import { type KillReport, killRounds } from "../../test/indexing/kill.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const FILES = 1500;
const [worlds = "34", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const random = randomSource(Number(seed));
const say = (line: string) => process.stderr.write(`${line}\n`);
say(`seed ${seed}`);
const moments: KillReport[] = [];
for (let world = 0; world < Number(worlds); world++) {
  const reports = await killRounds(
    random,
    (recovered, clean) => {
      if (!isDeepStrictEqual(recovered, clean)) throw new Error(`world ${world}: the recovered store differs`);
    },
    FILES,
  );
  moments.push(...reports.filter((each) => each.killed));
  say(
    reports
      .map((r) => `${r.command} ${JSON.stringify(r.moment)} ${r.killed ? "killed" : "ended"} ${r.documents}`)
      .join(", "),
  );
}
const of = (command: string) => moments.filter((moment) => moment.command === command).length;
report("faults-kill", { seed: Number(seed), kills: { index: of("index"), clear: of("clear") }, broken: 0, moments });
