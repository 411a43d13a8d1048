import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type ChildPoolOptions, createChildPool } from "../../src/pool/child-pool.ts";
import { residentBytes } from "../../src/pool/resident.ts";
import { closeAfterEach, closing, describeExecutor, echo, endsByItself, type Probe } from "./executor.common.ts";
import { failureOf } from "./failure.ts";

function make(options: Partial<ChildPoolOptions> = {}): Probe {
  return createChildPool({ name: "probe", size: 1, limits: { timeMs: 20_000 }, ...options });
}

const pool = (options: Partial<ChildPoolOptions> = {}) => closing(make(options));

closeAfterEach();
describeExecutor("child pool", (size) => make({ size }), { kind: "hang_wasm" });

describe("child pool", () => {
  test("runs in another process, which is used again", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    expect(pid).not.toBe(process.pid);
    expect((await one.run(echo())).pid).toBe(pid);
  });

  test("carries 40 MB there and back", async () => {
    const payload = new Uint8Array(40 << 20);
    for (let at = 0; at < payload.length; at += 4099) payload[at] = at;
    const answer = await pool().run(echo(payload));
    expect(Bun.hash(answer.payload)).toBe(Bun.hash(payload));
  });

  // oven-sh/bun#36356: terminate() does not end a worker that loops in WebAssembly; the kernel ends a process.
  test("kills a child that loops inside WebAssembly", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    expect(await failureOf(one.run({ kind: "hang_wasm" }, { limits: { timeMs: 100 } }))).toBe("time_limit");
    await gone(pid);
    expect((await one.run(echo())).pid).not.toBe(pid);
  });

  test("kills a child that eats memory, before it has eaten it all", async () => {
    const one = pool({ limits: { timeMs: 20_000, memoryBytes: 400 << 20 } });
    const { pid } = await one.run(echo());
    expect(await failureOf(one.run({ kind: "grow", bytes: 1 << 30 }))).toBe("memory_limit");
    await gone(pid);
    expect((await one.run(echo())).served).toBe(1);
  });

  test("a child that dies while it is written to fails that task only", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    const doomed = failureOf(one.run(echo(new Uint8Array(64 << 20))));
    process.kill(pid, "SIGKILL");
    expect(await doomed).toBe("crashed");
    expect((await one.run(echo())).served).toBe(1);
  });

  test("Ctrl-C, which reaches the whole group of a terminal, does not look like a crash of the file", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    const looping = failureOf(one.run({ kind: "hang_wasm" }, { limits: { timeMs: 200 } }));
    process.kill(pid, "SIGINT");
    expect(await looping).toBe("time_limit");
    const next = await one.run(echo());
    process.kill(next.pid, "SIGINT");
    await Bun.sleep(50);
    expect((await one.run(echo())).pid).toBe(next.pid);
  });

  test("a cancelled task's child is killed", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    const abort = new AbortController();
    const hanging = failureOf(one.run({ kind: "hang_wasm" }, { signal: abort.signal }));
    await Bun.sleep(30);
    abort.abort();
    expect(await hanging).toBe("cancelled");
    await gone(pid);
  });

  test("is replaced after its number of tasks", async () => {
    const one = pool({ tasksPerChild: 2 });
    const served: number[] = [];
    for (let task = 0; task < 5; task++) served.push((await one.run(echo())).served);
    expect(served).toEqual([1, 2, 1, 2, 1]);
  });

  test("is replaced when it has grown, as WebAssembly memory never shrinks", async () => {
    const one = pool({ recycleBytes: 300 << 20 });
    const first = await one.run({ kind: "grow", bytes: 400 << 20 });
    expect((await one.run(echo())).pid).not.toBe(first.pid);
  });

  test("ends when its stdin closes", async () => {
    const one = pool();
    const { pid } = await one.run(echo());
    await one.close();
    await gone(pid);
  });

  test("has neither the caller's environment nor its current directory", async () => {
    const { pid } = await pool().run(echo());
    if (process.platform !== "linux") return;
    const names = readFileSync(`/proc/${pid}/environ`, "latin1")
      .split("\0")
      .map((pair) => pair.split("=")[0]);
    expect(names.filter((name) => name !== "").sort()).toEqual(["BUN_RUNTIME_TRANSPILER_CACHE_PATH", "LANG", "TZ"]);
    expect(
      Bun.spawnSync(["readlink", `/proc/${pid}/cwd`])
        .stdout.toString()
        .trim(),
    ).toBe("/");
  });

  test("writes no core file, and has a limit of processor time that each task raises", async () => {
    if (process.platform !== "linux") return;
    const one = pool();
    const { pid } = await one.run(echo(), { limits: { timeMs: 10_000 } });
    const limitOf = (name: string) => {
      const line = readFileSync(`/proc/${pid}/limits`, "latin1").match(new RegExp(`^${name} +(\\S+) +(\\S+)`, "m"));
      return [line?.[1], line?.[2]];
    };
    expect(limitOf("Max core file size")).toEqual(["0", "0"]);
    const [soft, hard] = limitOf("Max cpu time");
    expect(Number(soft)).toBeGreaterThan(10);
    expect(Number(soft)).toBeLessThan(40);
    expect(hard).toBe("unlimited");
    await one.run(echo(), { limits: { timeMs: 100_000 } });
    expect(Number(limitOf("Max cpu time")[0])).toBeGreaterThan(100);
  });

  test("an orphan in a loop does not outlive a parent that was killed", async () => {
    if (process.platform !== "linux") return;
    const script = `
      import { createChildPool } from ${JSON.stringify(`${import.meta.dir}/../../src/pool/child-pool.ts`)};
      const pool = createChildPool({ name: "probe", size: 1, limits: { timeMs: 60000 } });
      const { pid } = await pool.run({ kind: "echo", payload: new Uint8Array() });
      process.stdout.write(pid + "\\n");
      await pool.run({ kind: "hang_wasm" });`;
    const parent = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", timeout: 30_000 });
    const { value } = await parent.stdout.getReader().read();
    const pid = Number(new TextDecoder().decode(value));
    await Bun.sleep(50);
    parent.kill("SIGKILL");
    await parent.exited;
    await gone(pid);
  });

  test("a child in a loop does not outlive the worker that it belongs to", async () => {
    if (process.platform !== "linux") return;
    const worker = new Worker(`${import.meta.dir}/child-in-worker.ts`);
    const pid = await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: { data: number }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    await Bun.sleep(50);
    worker.terminate();
    await gone(pid);
  });

  test("an idle pool does not keep the program alive", () => {
    endsByItself(
      `${import.meta.dir}/../../src/pool/child-pool.ts`,
      'createChildPool({ name: "probe", size: 2, limits: { timeMs: 20000 } })',
    );
  });
});

test("resident size is that of the process", () => {
  const own = residentBytes(process.pid) ?? 0;
  expect(Math.abs(own - process.memoryUsage.rss())).toBeLessThan(64 << 20);
  expect(residentBytes(2 ** 22 + 1)).toBeNull();
});

/** Waits until a process is gone. A killed child stays a zombie until it was waited for, so its state is looked at. */
async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (!isRunning(pid)) return;
    await Bun.sleep(10);
  }
  throw new Error(`process ${pid} is still there`);
}

function isRunning(pid: number): boolean {
  if (process.platform === "linux") {
    try {
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
    } catch {
      return false;
    }
  }
  return Bun.spawnSync(["kill", "-0", String(pid)]).success;
}
