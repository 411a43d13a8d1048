/**
 * A folder and a link to the outside change places each 0.3 ms while every tool is called: nothing outside is seen.
 *
 *   bun bench/faults/exchange.ts [calls]
 */
import { exchangeWhileCalling } from "../../test/security/exchange.ts";
import { report } from "../lib/measure.ts";

const calls = Number(process.argv[2] ?? 500);
report("faults-exchange", {
  command: "bun bench/faults/exchange.ts",
  callsEach: calls,
  ...(await exchangeWhileCalling(calls)),
});
