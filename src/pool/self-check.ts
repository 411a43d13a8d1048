/** What `doctor` asks of the pools: do workers and child processes start, and are hung, dead and greedy ones replaced? */
import { createChildPool } from "./child-pool.ts";
import { type Executor, TaskFailedError, type TaskFailure } from "./executor.ts";
import type { ProbeRequest, ProbeResponse } from "./probe.ts";
import { createWorkerPool } from "./worker-pool.ts";

export interface PoolCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was seen, or what went wrong. */
  readonly detail: string;
}

type Probe = Executor<ProbeRequest, ProbeResponse>;

/** Long enough for a healthy answer on a busy machine. */
const PATIENT_MS = 20_000;
/** Every task that is meant to hang costs this. */
const IMPATIENT_MS = 100;
const MEMORY_BYTES = 512 * 2 ** 20;

/** Takes about a second. Never rejects: a failure is a check that is not ok. */
export async function checkPools(): Promise<PoolCheck[]> {
  const workers: Probe = createWorkerPool({ name: "probe", size: 1, limits: { timeMs: PATIENT_MS } });
  const children: Probe = createChildPool({
    name: "probe",
    size: 1,
    limits: { timeMs: PATIENT_MS, memoryBytes: MEMORY_BYTES },
  });
  try {
    return [
      await check("worker starts", () => answers(workers)),
      await check("hung worker is replaced", () => fails(workers, { kind: "hang", cooperative: false }, "time_limit")),
      await check("crashed worker is replaced", () => fails(workers, { kind: "uncaught" }, "crashed")),
      await check("child process starts", () => answers(children)),
      await check("hung child process is replaced", () => fails(children, { kind: "hang_wasm" }, "time_limit")),
      await check("dead child process is replaced", () => fails(children, { kind: "exit", code: 3 }, "crashed")),
      await check("greedy child process is replaced", () =>
        fails(children, { kind: "grow", bytes: 2 * MEMORY_BYTES }, "memory_limit"),
      ),
    ];
  } finally {
    await Promise.all([workers.close(), children.close()]);
  }
}

async function check(name: string, body: () => Promise<string>): Promise<PoolCheck> {
  try {
    return { name, ok: true, detail: await body() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function answers(pool: Probe): Promise<string> {
  const start = performance.now();
  const payload = new Uint8Array([1, 2, 3]);
  const response = await pool.run({ kind: "echo", payload });
  if (!Bun.deepEquals(response.payload, payload)) throw new Error("answered with other bytes");
  return `answered after ${(performance.now() - start).toFixed(0)} ms`;
}

/** Runs a task that must end this way, then one that must be answered by another runner. */
async function fails(pool: Probe, request: ProbeRequest, expected: TaskFailure): Promise<string> {
  const timeMs = expected === "time_limit" ? IMPATIENT_MS : PATIENT_MS;
  try {
    await pool.run(request, { limits: { timeMs } });
  } catch (error) {
    if (!(error instanceof TaskFailedError) || error.failure !== expected) throw error;
    await answers(pool);
    return error.message;
  }
  throw new Error(`the task ended in good order, not with ${expected}`);
}
