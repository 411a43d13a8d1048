import { describe, expect, test } from "bun:test";
import { TaskFailedError } from "../../src/pool/executor.ts";
import type { ProbeResponse } from "../../src/pool/probe.ts";
import { createWorkerPool, type WorkerPoolOptions } from "../../src/pool/worker-pool.ts";
import type { WorkerName } from "../../src/worker-urls.ts";
import { closeAfterEach, closing, describeExecutor, echo, endsByItself, type Probe } from "./executor.common.ts";
import { failureOf } from "./failure.ts";

const HANG = { kind: "hang", cooperative: false } as const;

function make(options: Partial<WorkerPoolOptions> = {}): Probe {
  return createWorkerPool({ name: "probe", size: 1, limits: { timeMs: 20_000 }, ...options });
}

const pool = (options: Partial<WorkerPoolOptions> = {}) => closing(make(options));

closeAfterEach();
describeExecutor("worker pool", (size) => make({ size }), HANG);

describe("worker pool", () => {
  test("takes over buffers of the transfer list", async () => {
    const payload = new Uint8Array(1 << 20).fill(7);
    const answer = await pool().run(echo(payload), { transfer: [payload.buffer] });
    expect(payload.byteLength).toBe(0);
    expect(answer.payload.byteLength).toBe(1 << 20);
    expect(answer.payload[12345]).toBe(7);
  });

  test("a request that cannot be cloned is the caller's error, and the worker goes on", async () => {
    const one = pool();
    await one.run(echo());
    const request = { kind: "echo", payload: () => undefined } as unknown as ReturnType<typeof echo>;
    expect(one.run(request)).rejects.toThrow(/clone/i);
    expect((await one.run(echo())).served).toBe(2);
  });

  test("an exception that nobody catches fails its task with one readable line", async () => {
    const one = pool();
    const error = await one.run({ kind: "uncaught" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TaskFailedError);
    expect(error).toMatchObject({ failure: "crashed", message: "error: nobody catches this" });
    expect((await one.run(echo())).served).toBe(1);
  });

  // oven-sh/bun#18145: a worker file that is missing only fires an event; without a listener the program waits for ever.
  test("a worker that cannot start fails the tasks that wait for it", async () => {
    const none = pool({ name: "no-such-worker" as WorkerName, size: 2 });
    const tasks = [1, 2, 3].map(() => failureOf(none.run(echo())));
    expect(await Promise.all(tasks)).toEqual(["crashed", "crashed", "crashed"]);
  });

  test("a handler that asks stops by itself when it is cancelled, and its worker lives on", async () => {
    const one = pool({ graceMs: 20_000 });
    const abort = new AbortController();
    await one.run(echo());
    const hanging = failureOf(one.run({ kind: "hang", cooperative: true }, { signal: abort.signal }));
    await Bun.sleep(50);
    abort.abort();
    expect(await hanging).toBe("cancelled");
    expect((await one.run(echo())).served).toBe(3);
  });

  test("a handler that does not stop is ended after the grace time", async () => {
    const one = pool({ graceMs: 50 });
    const abort = new AbortController();
    await one.run(echo());
    const hanging = failureOf(one.run(HANG, { signal: abort.signal }));
    await Bun.sleep(50);
    abort.abort();
    expect(await hanging).toBe("cancelled");
    expect((await one.run(echo())).served).toBe(1);
  });

  test("room makes a producer wait while the queue is full", async () => {
    const one = pool({ queueLimit: 2 });
    const tasks: Promise<ProbeResponse>[] = [];
    let waiting = 0;
    let most = 0;
    for (let task = 0; task < 12; task++) {
      await one.room();
      waiting++;
      most = Math.max(most, waiting);
      tasks.push(one.run({ kind: "sleep", ms: 5 }).finally(() => waiting--));
    }
    await Promise.all(tasks);
    // One that runs, two that wait, and the one that room let through.
    expect(most).toBeLessThanOrEqual(4);
  });

  test("an idle pool does not keep the program alive", () => {
    endsByItself(
      `${import.meta.dir}/../../src/pool/worker-pool.ts`,
      'createWorkerPool({ name: "probe", size: 2, limits: { timeMs: 20000 } })',
    );
  });
});
