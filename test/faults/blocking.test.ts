/** Signals and work that blocks the main thread: a search inside SQLite, a parser. */
import { expect, test } from "bun:test";
import { join } from "node:path";

async function interrupted(when: "early" | "late") {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "block.ts"), when], { stdout: "pipe" });
  const output = child.stdout.getReader();
  await output.read();
  // So that it is at work, on a busy machine too.
  await Bun.sleep(500);
  const sent = performance.now();
  child.kill("SIGINT");
  await child.exited;
  return { ended: child.exitCode ?? child.signalCode, ms: performance.now() - sent, said: (await output.read()).value };
}

test("during such work the signal itself ends the process, at once", async () => {
  const { ended, ms, said } = await interrupted("late");
  expect([ended, said]).toEqual(["SIGINT", undefined]);
  expect(ms).toBeLessThan(1000);
});

test("one that came before is seen before the work begins", async () => {
  const { ended, said } = await interrupted("early");
  expect([ended, said]).toEqual([130, undefined]);
});
