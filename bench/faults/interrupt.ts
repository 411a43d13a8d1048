/**
 * Ctrl-C at random moments of index, search and clear, with the compiled binary: how long until the process has ended
 * (target 200 ms), and whether the next run completes the store.
 *
 *   bun bench/faults/interrupt.ts [moments=50] [seed]
 */
import { cpSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { world } from "../../test/world.ts";
import { randomSource } from "../lib/corpora.ts";
import { BINARY, percentile, report } from "../lib/measure.ts";

const FILES = 6000;
const [moments = "50", seed = "20261130"] = process.argv.slice(2);
const random = randomSource(Number(seed));
const command = [BINARY];

using w = world();
const line = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda\n";
for (let i = 0; i < FILES; i++) w.write({ [`d${i % 60}/f${i}.md`]: `# File ${i}\n${line.repeat(10 + (i % 90))}` });
const whole = join(w.base, "whole");
const indexArgs = ["index", "--no-embed", "--root", w.dir, "--data-dir"];
// A text that is parsed on the main thread; changed since, so that it is.
w.write({ "big.html": "<p>some words in a <b>line</b> of text</p>\n".repeat(200_000) });
const index = timed(() => w.runWith({ command }, ...indexArgs, whole));
const search = ["search", "alpha OR beta OR gamma* OR file", "--limit", "100", "--data-dir"];
const searchMs = timed(() => w.runWith({ command }, ...search, whole));
w.write({ "big.html": "<p>other words in a <b>line</b> of text</p>\n".repeat(200_000) });
const read = ["read", w.path("big.html"), "--lines", "1-2", "--data-dir"];
const readMs = timed(() => w.runWith({ command }, ...read, whole));
process.stderr.write(`${FILES} files: index ${index.toFixed(0)} ms, search ${searchMs.toFixed(0)} ms\n`);

const KINDS = ["index", "search", "clear", "index again", "search", "read"] as const;

interface Moment {
  readonly command: string;
  readonly afterMs: number;
  /** 130, the signal's name when the program did not listen yet, or 0 when it had ended before. */
  readonly ended: number | string;
  readonly ms: number;
}

const all: Moment[] = [];
for (let i = 0; i < Number(moments); i++) {
  const data = join(w.base, `data${i}`);
  const kind = KINDS[i % KINDS.length] ?? "index";
  if (kind !== "index") cpSync(whole, data, { recursive: true });
  if (kind === "index again")
    for (let j = i % 3; j < FILES; j += 3) w.write({ [`d${j % 60}/f${j}.md`]: `# File ${j}\n${i}\n` });
  const args = { search, read, clear: ["clear", "--data-dir"], index: indexArgs, "index again": indexArgs }[kind];
  const span = { search: searchMs, read: readMs, clear: 150, index, "index again": index }[kind];
  const afterMs = random() * span;
  const child = w.start({ command }, ...args, data);
  await Bun.sleep(afterMs);
  const sent = performance.now();
  child.kill("SIGINT");
  await child.exited;
  const ms = performance.now() - sent;
  all.push({ command: kind, afterMs: Math.round(afterMs), ended: child.exitCode ?? child.signalCode ?? "", ms });
  if (kind === "search" || kind === "read") continue;
  const next = w.runWith({ command }, ...indexArgs, data, "--json");
  const status = w.runWith({ command }, "status", "--data-dir", data, "--json").json<{ documents: number }>();
  if (next.exitCode !== 0 || status.data.documents !== FILES + 1) throw new Error(`not completed: ${next.stdout}`);
  w.runWith({ command: ["rm"] }, "-rf", data);
}

const interrupted = all.filter(({ ended }) => ended !== 0);
const times = interrupted.map(({ ms }) => ms);
report("faults-interrupt", {
  seed: Number(seed),
  files: FILES,
  loadAverage: loadavg()[0],
  interrupted: interrupted.length,
  endedBefore: all.length - interrupted.length,
  ms: {
    p50: percentile(times, 0.5),
    p90: percentile(times, 0.9),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
  },
  moments: all,
});

function timed(body: () => { readonly exitCode: number | null }): number {
  const started = performance.now();
  const { exitCode } = body();
  if (exitCode !== 0) throw new Error(`ended with ${exitCode}`);
  return performance.now() - started;
}
