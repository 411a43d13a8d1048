/**
 * `extract` beside `index` of the same files (at least 1.2 times as much per CPU-second), the time from a name on stdin to its first line
 * in a process that is warm (at most 30 ms), and its memory over 100,000 names.
 *
 *   bun bench/speed/extract.ts [rounds]
 *
 * `index` is asked for words and symbols (--no-embed), which is what the lines hold.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryCorpus, smallCorpus } from "../lib/corpora.ts";
import { BINARY, measure, median, paired, percentile, report, scratch } from "../lib/measure.ts";

const rounds = Number(process.argv[2] ?? 3);
const NAMES = 100_000;
const LATE_NAMES = 2000;

await scratch(async (folder) => {
  const corpora = { repository: repositoryCorpus(), small: smallCorpus() };
  const throughput: Record<string, unknown> = {};
  let made = 0;
  for (const [name, corpus] of Object.entries(corpora)) {
    const { ours, peer, ratio } = await paired(
      rounds,
      () => measure([BINARY, "extract", corpus], { discard: true, accept: [0, 1] }),
      () => measure([BINARY, "index", corpus, "--no-embed", "--quiet", "--data-dir", join(folder, String(made++))]),
    );
    throughput[name] = {
      times: { value: 1 / ratio, target: 1.2 },
      extractCpuMs: ours.map(({ cpuMs }) => cpuMs),
      indexCpuMs: peer.map(({ cpuMs }) => cpuMs),
      peakMiB: Math.max(...ours.map(({ peakBytes }) => peakBytes)) / 2 ** 20,
    };
  }
  const files = filesOf(corpora.repository);
  const latency = await latencies(files);
  const memory = await memoryOver(filesOf(corpora.small));
  report("extract", {
    command: "bun bench/speed/extract.ts",
    throughput,
    firstLineMs: { p50: median(latency), p95: percentile(latency, 0.95), worst: Math.max(...latency), target: 30 },
    memory,
  });
});

function filesOf(corpus: string): string[] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Milliseconds from each name to the first bytes of its lines, the first hundred names left out. */
async function latencies(files: readonly string[]): Promise<number[]> {
  const child = Bun.spawn([BINARY, "extract", "--files-from", "-"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder("latin1");
  const times: number[] = [];
  for (let at = 0; at < LATE_NAMES; at++) {
    const name = files[(at * 7919) % files.length] ?? "";
    const started = performance.now();
    child.stdin.write(`${name}\n`);
    await child.stdin.flush();
    let isFirst = true;
    for (let tail = ""; !/"end":[^\n]*\n$/.test(tail); ) {
      const { value, done } = await reader.read();
      if (done) throw new Error("extract ended");
      if (isFirst && at >= 100) times.push(performance.now() - started);
      isFirst = false;
      tail = (tail + decoder.decode(value)).slice(-20_000);
    }
  }
  await child.stdin.end();
  await child.exited;
  return times;
}

/** Resident MiB after each tenth of the names. */
async function memoryOver(
  files: readonly string[],
): Promise<{ readonly names: number; readonly residentMiB: number[] }> {
  const child = Bun.spawn([BINARY, "extract", "--files-from", "-"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const residentMiB: number[] = [];
  const look = () => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1];
    residentMiB.push(Math.round(Number(kilobytes) / 1024));
  };
  const ends = (async () => {
    let seen = 0;
    const decoder = new TextDecoder("latin1");
    for await (const bytes of child.stdout) {
      const before = Math.floor((seen * 10) / NAMES);
      seen += decoder.decode(bytes).split('{"end":').length - 1;
      if (Math.floor((seen * 10) / NAMES) > before) look();
    }
    return seen;
  })();
  for (let at = 0; at < NAMES; at += 1000) {
    child.stdin.write(Array.from({ length: 1000 }, (_, i) => `${files[(at + i) % files.length]}\n`).join(""));
    await child.stdin.flush();
  }
  await child.stdin.end();
  return { names: await ends, residentMiB };
}
