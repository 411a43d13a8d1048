/**
 * The command line with odd arguments: `[QSEARCH_BIN=dist/qsearch] bun bench/fuzz/commands.ts [step=1]`. Every command with odd
 * words, every option with odd values: `--json` gives one object, stderr stays empty, the exit status is the contract's, and
 * nothing is a fault of the program itself. Ends with 1 and the calls that went wrong.
 */
import { faultyCalls } from "../../test/cli/odd-calls.ts";

let faults = 0;
for (const { call, fault } of faultyCalls(Number(process.argv[2] ?? 1))) {
  faults++;
  process.stdout.write(`${JSON.stringify(call).slice(0, 300)}\n  ${fault}\n`);
}
process.stdout.write(faults === 0 ? "no fault\n" : `${faults} faults\n`);
process.exit(faults === 0 ? 0 : 1);
