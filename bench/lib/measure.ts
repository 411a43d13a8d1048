/** Measuring for the benches: CPU time of whole processes, paired runs, medians, and raw results on disk. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";

export interface Run {
  /** User + system time of the process and the children it waited for, milliseconds. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Peak resident size of the process, bytes. */
  readonly peakBytes: number;
  readonly stdout: string;
}

/** Runs a command to its end. Throws with its stderr when the exit code is none of `accept`. */
export async function measure(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; accept?: readonly number[]; discard?: boolean } = {},
): Promise<Run> {
  const started = performance.now();
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdin: "ignore",
    stdout: options.discard ? "ignore" : "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([
    child.stdout ? new Response(child.stdout).text() : "",
    new Response(child.stderr).text(),
  ]);
  await child.exited;
  const wallMs = performance.now() - started;
  if (!(options.accept ?? [0]).includes(child.exitCode ?? -1)) {
    throw new Error(`${command.join(" ")} ended with ${child.exitCode}: ${stderr.slice(-2000)}`);
  }
  const usage = child.resourceUsage();
  if (!usage) throw new Error("no resource usage");
  return { cpuMs: Number(usage.cpuTime.total) / 1000, wallMs, peakBytes: usage.maxRSS, stdout };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which `share` (0–1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Alternates ours and the peer's, `rounds` times, and gives both lists and the ratio of their CPU medians. */
export async function paired(
  rounds: number,
  ours: () => Promise<Run>,
  peer: () => Promise<Run>,
): Promise<{ ours: Run[]; peer: Run[]; ratio: number }> {
  const a: Run[] = [];
  const b: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await peer());
  }
  return { ours: a, peer: b, ratio: median(a.map((run) => run.cpuMs)) / median(b.map((run) => run.cpuMs)) };
}

/** CPU milliseconds of all threads of a running process so far; Linux counts them in nanoseconds. */
export function cpuOfProcess(pid: number): number {
  const folder = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const thread of readdirSync(folder)) {
    try {
      nanoseconds += Number(readFileSync(join(folder, thread, "schedstat"), "utf8").split(" ")[0]);
    } catch (error) {
      // Threads end.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" && (error as NodeJS.ErrnoException).code !== "ESRCH")
        throw error;
    }
  }
  return nanoseconds / 1e6;
}

/** What is told of many figures. */
export function spread(values: readonly number[]) {
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return {
    p50: rounded(median(values)),
    p95: rounded(percentile(values, 0.95)),
    p99: rounded(percentile(values, 0.99)),
    worst: rounded(Math.max(...values)),
  };
}

/** A folder that is gone after `use`. */
export async function scratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "qsearch-bench-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The compiled binary under test: QSEARCH_BIN, or dist/qsearch. */
export const BINARY = process.env.QSEARCH_BIN ?? join(import.meta.dir, "..", "..", "dist", "qsearch");

/** Prints the figures and saves them raw under bench/results/<name>.json. */
export function report(name: string, figures: Record<string, unknown>): void {
  const folder = join(import.meta.dir, "..", "results");
  mkdirSync(folder, { recursive: true });
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, bun: Bun.version };
  const result = { name, date: new Date().toISOString().slice(0, 10), machine, ...figures };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}
