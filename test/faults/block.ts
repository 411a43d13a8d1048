/** Blocks its thread for two seconds: `block.ts early` before it says that it will, `block.ts late` after. */
import { listenForInterrupts } from "../../src/cli/interrupt.ts";

const BLOCK_MS = 2000;
const [when] = process.argv.slice(2);
const interrupts = listenForInterrupts(() => undefined);

function busy(): void {
  const until = performance.now() + BLOCK_MS;
  while (performance.now() < until);
}

process.stdout.write("ready\n");
if (when === "early") busy();
try {
  await interrupts.blocking(busy);
  process.stdout.write("done\n");
} catch {
  process.exit(interrupts.status() ?? 1);
}
