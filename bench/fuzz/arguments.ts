/**
 * Each argument of each tool with each odd value: the answer is that of the plain call that the value means, or an error that names the
 * argument.
 *
 *   bun bench/fuzz/arguments.ts [share]
 */
import { tryOddArguments } from "../../test/mcp/odd-arguments.ts";
import { report } from "../lib/measure.ts";

const share = Number(process.argv[2] ?? 1);
const result = await tryOddArguments(share);
report("fuzz-arguments", { command: "bun bench/fuzz/arguments.ts", share, ...result });
if (result.wrong.length > 0) process.exitCode = 1;
