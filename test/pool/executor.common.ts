/** What every executor promises, whatever it runs tasks in. */
import { afterEach, describe, expect, test } from "bun:test";
import { FileError } from "../../src/errors.ts";
import type { Executor } from "../../src/pool/executor.ts";
import type { ProbeRequest, ProbeResponse } from "../../src/pool/probe.ts";
import { failureOf } from "./failure.ts";

export type Probe = Executor<ProbeRequest, ProbeResponse>;

const open: Probe[] = [];

/** To be called once in each test file: a hook of this module would belong to the first file that imports it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close(0)));
  });
}

/** Closes the pool after the test. */
export function closing(pool: Probe): Probe {
  open.push(pool);
  return pool;
}

export const echo = (payload = new Uint8Array()): ProbeRequest => ({ kind: "echo", payload });

/** `make` gives a pool of this size whose tasks may take 20 s; `hang` is a task that this kind can be relied on to end. */
export function describeExecutor(name: string, make: (size: number) => Probe, hang: ProbeRequest): void {
  const pool = (size = 1) => closing(make(size));

  describe(`${name}, as every executor,`, () => {
    test("answers with what it was sent", async () => {
      const payload = new Uint8Array([0, 255, 10, 13]);
      expect((await pool().run(echo(payload))).payload).toEqual(payload);
    });

    test("starts one runner for tasks that come one at a time", async () => {
      const two = pool(2);
      for (let task = 1; task <= 3; task++) expect((await two.run(echo())).served).toBe(task);
    });

    test("starts further runners, up to its size, when tasks wait", async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(runSleep(pool(2), 500)));
      // On a busy machine the second may start late and get one task only.
      expect(answers.filter(({ served }) => served === 1)).toHaveLength(2);
    });

    test("hands on what the handler throws, and keeps the runner", async () => {
      const one = pool();
      const error = await one.run({ kind: "throw", message: "broken file" }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(FileError);
      expect(error).toMatchObject({ code: "corrupt", message: "broken file" });
      expect((await one.run(echo())).served).toBe(2);
    });

    test("ends and replaces a hung runner after the task's time limit", async () => {
      const one = pool();
      await one.run(echo());
      expect(await failureOf(one.run(hang, { limits: { timeMs: 100 } }))).toBe("time_limit");
      expect((await one.run(echo())).served).toBe(1);
    });

    test("replaces a runner that ended by itself, and runs the tasks that waited behind it", async () => {
      const one = pool();
      const doomed = failureOf(one.run({ kind: "exit", code: 0 }));
      const waiting = [1, 2, 3].map(() => one.run(echo()));
      expect(await doomed).toBe("crashed");
      expect((await Promise.all(waiting)).map(({ served }) => served)).toEqual([1, 2, 3]);
    });

    test("a busy main thread makes no task late", async () => {
      const one = pool();
      await one.run(echo());
      const quick = one.run({ kind: "sleep", ms: 1 }, { limits: { timeMs: 200 } });
      Bun.sleepSync(800);
      expect((await quick).served).toBe(2);
    });

    test("a signal that was aborted before starts nothing", async () => {
      expect(await failureOf(pool().run(hang, { signal: AbortSignal.abort() }))).toBe("cancelled");
    });

    test("a waiting task that is cancelled is rejected at once and never runs", async () => {
      const one = pool();
      const busy = one.run({ kind: "sleep", ms: 100 });
      const abort = new AbortController();
      const waiting = failureOf(one.run({ kind: "exit", code: 1 }, { signal: abort.signal }));
      abort.abort();
      expect(await waiting).toBe("cancelled");
      await busy;
      expect((await one.run(echo())).served).toBe(2);
    });

    test("closing lets running tasks end, cancels waiting ones, and takes no more", async () => {
      const one = pool();
      await one.run(echo());
      const running = one.run({ kind: "sleep", ms: 100 });
      const waiting = failureOf(one.run(echo()));
      await one.close();
      expect((await running).served).toBe(2);
      expect(await waiting).toBe("cancelled");
      expect(await failureOf(one.run(echo()))).toBe("cancelled");
    });

    test("closing ends what hangs after the deadline", async () => {
      const one = pool();
      await one.run(echo());
      const hanging = failureOf(one.run(hang));
      const start = performance.now();
      await one.close(100);
      expect(performance.now() - start).toBeLessThan(5_000);
      expect(await hanging).toBe("cancelled");
    });
  });
}

function runSleep(pool: Probe, ms: number): () => Promise<ProbeResponse> {
  return () => pool.run({ kind: "sleep", ms });
}

/** Runs a program that makes a pool, uses it once and does not close it: it must end by itself. */
export function endsByItself(module: string, creation: string): void {
  const script = `
    import * as pools from ${JSON.stringify(module)};
    const pool = pools.${creation};
    const { served } = await pool.run({ kind: "echo", payload: new Uint8Array() });
    process.stdout.write(String(served));`;
  const child = Bun.spawnSync([process.execPath, "-e", script], { timeout: 20_000 });
  expect(child.stdout.toString()).toBe("1");
  expect(child.exitCode).toBe(0);
}
