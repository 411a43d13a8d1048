import { expect, test } from "bun:test";
import { countdown } from "../../src/pool/countdown.ts";

test("counts down while the process runs", async () => {
  const due: number[] = [];
  const begun = performance.now();
  countdown(40, () => void due.push(performance.now() - begun));
  countdown(20, () => expect.unreachable()).stop();
  while (due.length === 0) await Bun.sleep(2);
  await Bun.sleep(60);
  expect(due).toHaveLength(1);
  expect(due[0]).toBeGreaterThanOrEqual(39);
});

test("a stop of the process is not counted: index lost a file to Ctrl-Z and fg", async () => {
  let jump = 0;
  let due = false;
  countdown(
    30,
    () => {
      due = true;
    },
    () => performance.now() + jump,
  );
  // As if it had been stopped for a minute while the first step ran.
  jump = 60_000;
  const begun = performance.now();
  while (!due && performance.now() - begun < 5000) await Bun.sleep(1);
  expect(due).toBe(true);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(45);
});

test("a stop longer than the limit, in a limit of many steps", async () => {
  let clock = 0;
  let due = false;
  const counted = countdown(
    2500,
    () => {
      due = true;
    },
    () => {
      clock += 45_000;
      return clock;
    },
  );
  await Bun.sleep(1100);
  expect(due).toBe(false);
  counted.stop();
});
