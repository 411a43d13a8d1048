import { afterEach, describe, expect, test } from "bun:test";
import { FileError } from "../../src/errors.ts";
import { type Executor, TaskFailedError } from "../../src/pool/executor.ts";
import type { ProbeRequest, ProbeResponse } from "../../src/pool/probe.ts";
import { createWorkerPool, type WorkerPoolOptions } from "../../src/pool/worker-pool.ts";
import type { WorkerName } from "../../src/worker-urls.ts";
import { failureOf } from "./failure.ts";

type Probe = Executor<ProbeRequest, ProbeResponse>;

const open: Probe[] = [];

function pool(options: Partial<WorkerPoolOptions> = {}): Probe {
  const made: Probe = createWorkerPool({ name: "probe", size: 2, limits: { timeMs: 10_000 }, ...options });
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close(0)));
});

const HANG = { kind: "hang", cooperative: false } as const;

describe("worker pool", () => {
  test("answers with what it was sent", async () => {
    const payload = new Uint8Array([1, 2, 3]);
    const answer = await pool().run({ kind: "echo", payload });
    expect(answer.payload).toEqual(payload);
  });

  test("starts no worker before the first task, and only one for tasks that come one at a time", async () => {
    const one = pool();
    for (let task = 1; task <= 3; task++) {
      const { served } = await one.run({ kind: "echo", payload: new Uint8Array() });
      expect(served).toBe(task);
    }
  });

  test("starts further workers, up to its size, when tasks wait", async () => {
    const two = pool({ size: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => two.run({ kind: "sleep", ms: 200 })));
    expect(answers.map(({ served }) => served).sort()).toEqual([1, 1, 2, 2]);
  });

  test("takes over buffers of the transfer list", async () => {
    const payload = new Uint8Array(1 << 20).fill(7);
    const answer = await pool().run({ kind: "echo", payload }, { transfer: [payload.buffer] });
    expect(payload.byteLength).toBe(0);
    expect(answer.payload.byteLength).toBe(1 << 20);
    expect(answer.payload[12345]).toBe(7);
  });

  test("hands on what the handler throws, and keeps the worker", async () => {
    const one = pool({ size: 1 });
    await one.run({ kind: "echo", payload: new Uint8Array() });
    const error = await one.run({ kind: "throw", message: "broken file" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).code).toBe("corrupt");
    expect((error as FileError).message).toBe("broken file");
    expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(3);
  });

  test("ends and replaces a hung worker after the task's time limit", async () => {
    const one = pool({ size: 1 });
    expect(await failureOf(one.run(HANG, { limits: { timeMs: 50 } }))).toBe("time_limit");
    expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(1);
  });

  test("an exception that nobody catches fails its task with one readable line", async () => {
    const one = pool({ size: 1 });
    const error = await one.run({ kind: "uncaught" }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TaskFailedError);
    expect((error as TaskFailedError).failure).toBe("crashed");
    expect((error as TaskFailedError).message).toBe("error: nobody catches this");
    expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(1);
  });

  test("process.exit in a worker is a crash, not an end of the program", async () => {
    const one = pool({ size: 1 });
    expect(await failureOf(one.run({ kind: "exit", code: 0 }))).toBe("crashed");
    expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(1);
  });

  test("tasks that wait behind a dead worker are run by its replacement", async () => {
    const one = pool({ size: 1 });
    const doomed = failureOf(one.run({ kind: "exit", code: 1 }));
    const waiting = [1, 2, 3].map(() => one.run({ kind: "echo", payload: new Uint8Array() }));
    expect(await doomed).toBe("crashed");
    expect((await Promise.all(waiting)).map(({ served }) => served)).toEqual([1, 2, 3]);
  });

  // oven-sh/bun#18145: a worker file that is missing only fires an event; without a listener the program waits for ever.
  test("a worker that cannot start fails the tasks that wait for it", async () => {
    const none = pool({ name: "no-such-worker" as WorkerName });
    const tasks = [1, 2, 3].map(() => failureOf(none.run({ kind: "echo", payload: new Uint8Array() })));
    expect(await Promise.all(tasks)).toEqual(["crashed", "crashed", "crashed"]);
  });

  test("a busy main thread makes no task late", async () => {
    const one = pool({ size: 1 });
    await one.run({ kind: "echo", payload: new Uint8Array() });
    const quick = one.run({ kind: "sleep", ms: 1 }, { limits: { timeMs: 200 } });
    Bun.sleepSync(800);
    expect((await quick).served).toBe(2);
  });

  describe("cancelling", () => {
    test("rejects a waiting task at once and never runs it", async () => {
      const one = pool({ size: 1 });
      const busy = one.run({ kind: "sleep", ms: 100 });
      const abort = new AbortController();
      const waiting = failureOf(one.run({ kind: "exit", code: 1 }, { signal: abort.signal }));
      abort.abort();
      expect(await waiting).toBe("cancelled");
      await busy;
      expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(2);
    });

    test("a handler that asks stops by itself and its worker lives on", async () => {
      const one = pool({ size: 1 });
      const abort = new AbortController();
      const hanging = failureOf(one.run({ kind: "hang", cooperative: true }, { signal: abort.signal }));
      await Bun.sleep(50);
      const start = performance.now();
      abort.abort();
      expect(await hanging).toBe("cancelled");
      expect(performance.now() - start).toBeLessThan(1_000);
      expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(2);
    });

    test("a handler that does not stop is ended after the grace time", async () => {
      const one = pool({ size: 1, graceMs: 50 });
      const abort = new AbortController();
      const hanging = failureOf(one.run(HANG, { signal: abort.signal }));
      await Bun.sleep(50);
      abort.abort();
      expect(await hanging).toBe("cancelled");
      expect((await one.run({ kind: "echo", payload: new Uint8Array() })).served).toBe(1);
    });

    test("a signal that was aborted before starts nothing", async () => {
      expect(await failureOf(pool().run(HANG, { signal: AbortSignal.abort() }))).toBe("cancelled");
    });
  });

  describe("closing", () => {
    test("lets running tasks end and cancels waiting ones", async () => {
      const one = pool({ size: 1 });
      await one.run({ kind: "echo", payload: new Uint8Array() });
      const running = one.run({ kind: "sleep", ms: 100 });
      const waiting = failureOf(one.run({ kind: "sleep", ms: 1 }));
      await one.close();
      expect((await running).served).toBe(2);
      expect(await waiting).toBe("cancelled");
      expect(await failureOf(one.run({ kind: "sleep", ms: 1 }))).toBe("cancelled");
    });

    test("ends what hangs after the deadline", async () => {
      const one = pool({ size: 1 });
      const hanging = failureOf(one.run(HANG));
      await Bun.sleep(50);
      const start = performance.now();
      await one.close(100);
      expect(performance.now() - start).toBeLessThan(5_000);
      expect(await hanging).toBe("cancelled");
    });
  });

  test("room makes a producer wait while the queue is full", async () => {
    const one = pool({ size: 1, queueLimit: 2 });
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
    const script = `
      import { createWorkerPool } from ${JSON.stringify(`${import.meta.dir}/../../src/pool/worker-pool.ts`)};
      const pool = createWorkerPool({ name: "probe", size: 2, limits: { timeMs: 1000 } });
      const { served } = await pool.run({ kind: "echo", payload: new Uint8Array() });
      process.stdout.write(String(served));`;
    const child = Bun.spawnSync([process.execPath, "-e", script], { timeout: 20_000 });
    expect(child.stdout.toString()).toBe("1");
    expect(child.exitCode).toBe(0);
  });
});
