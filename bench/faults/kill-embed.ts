/**
 * kill -9 at 50 random points of embedding (first run, run after edits, change of the encoder). Ends with
 * status 1 at the first store that does not recover. The encoder is the tests' own: what is at stake is the store.
 *
 *   bun bench/faults/kill-embed.ts [kills=50] [seed]
 */
import { isDeepStrictEqual } from "node:util";
import { type KillReport, killRounds } from "../../test/vectors/kill.ts";
import { randomSource } from "../lib/corpora.ts";
import { report } from "../lib/measure.ts";

const FILES = 240;
const [kills = "50", seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const random = randomSource(Number(seed));
const say = (line: string) => process.stderr.write(`${line}\n`);
say(`seed ${seed}`);
const moments: KillReport[] = [];
while (moments.length < Number(kills)) {
  const reports = await killRounds(
    random,
    (recovered, clean) => {
      if (!isDeepStrictEqual(recovered, clean)) throw new Error("the recovered store differs");
    },
    FILES,
  );
  moments.push(...reports.filter((each) => each.killed));
  say(reports.map((r) => `${r.what} at ${r.at}: ${r.killed ? "killed" : "ended"} with ${r.embedded}`).join(", "));
}
report("faults-kill-embed", { seed: Number(seed), kills: moments.length, broken: 0, moments });
