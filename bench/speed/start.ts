/**
 * The npm launcher: at most 40 ms of wall time more than `node -e 0` and the binary together (--launcher; needs Node).
 * One-shot lexical `search` ≤ 8× the CPU of a hello-world Bun binary, `--version` ≤ 1.5×.
 * The hello-world binary is built here, the same way as the program; the store searched holds the small corpus.
 *
 *   bun bench/speed/start.ts [rounds] [--launcher]
 */
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { smallCorpus } from "../lib/corpora.ts";
import { buildHello } from "../lib/hello.ts";
import { BINARY, measure, median, report, scratch } from "../lib/measure.ts";

/** Its words are in all 10,000 files, in a few and in none. */
const QUESTION = "how is the water in the notes kept from freezing over";

const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 21);

if (process.argv.includes("--launcher")) {
  await measureLauncher();
  process.exit(0);
}

await scratch(async (folder) => {
  const hello = join(folder, "hello");
  await buildHello(hello);
  const dataDir = join(folder, "data");
  await measure([BINARY, "index", "--no-embed", smallCorpus(), "--data-dir", dataDir]);
  const commands = {
    hello: [hello],
    version: [BINARY, "--version"],
    search: [BINARY, "search", "水化学", "--mode", "lexical", "--data-dir", dataDir],
    searchWords: [BINARY, "search", "note 4711", "--mode", "lexical", "--data-dir", dataDir],
    searchQuestion: [BINARY, "search", QUESTION, "--mode", "lexical", "--data-dir", dataDir],
    searchNothing: [BINARY, "search", "zzzqqq", "--mode", "lexical", "--data-dir", dataDir],
  };
  const cpu: Record<string, number[]> = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      // 1: nothing found.
      cpu[name]?.push((await measure(command, { cwd: folder, accept: [0, 1] })).cpuMs);
    }
  }
  const medians = Object.fromEntries(Object.entries(cpu).map(([name, values]) => [name, median(values)]));
  const base = medians.hello ?? Number.NaN;
  report("start", {
    command: "bun bench/speed/start.ts",
    cpuMs: medians,
    ratio: {
      version: { value: (medians.version ?? 0) / base, target: 1.5 },
      search: { value: (medians.search ?? 0) / base, target: 8 },
      searchWords: { value: (medians.searchWords ?? 0) / base, target: 8 },
      searchQuestion: { value: (medians.searchQuestion ?? 0) / base, target: 8 },
      searchNothing: { value: (medians.searchNothing ?? 0) / base, target: 8 },
    },
    rawCpuMs: cpu,
  });
});

/** Lays the launcher and the binary out as npm does, and compares their wall times with those of their parts. */
async function measureLauncher(): Promise<void> {
  await scratch(async (folder) => {
    const launcher = join(folder, "node_modules", "qsearch", "bin", "qsearch.cjs");
    const binary = join(
      folder,
      "node_modules",
      "@qsearch",
      `cli-${process.platform}-${process.arch}`,
      "bin",
      "qsearch",
    );
    for (const [from, to] of [
      [join(import.meta.dir, "..", "..", "packaging", "npm", "qsearch.cjs"), launcher],
      [BINARY, binary],
    ] as const) {
      mkdirSync(dirname(to), { recursive: true });
      cpSync(from, to);
    }
    const commands = {
      node: ["node", "-e", "0"],
      binary: [binary, "--version"],
      launcher: ["node", launcher, "--version"],
    };
    const wall: Record<string, number[]> = { node: [], binary: [], launcher: [] };
    for (let round = 0; round < rounds; round++) {
      for (const [name, command] of Object.entries(commands)) {
        const start = performance.now();
        await measure(command, { cwd: folder });
        wall[name]?.push(performance.now() - start);
      }
    }
    const medians = Object.fromEntries(Object.entries(wall).map(([name, values]) => [name, median(values)]));
    const { node = Number.NaN, binary: alone = Number.NaN, launcher: both = Number.NaN } = medians;
    report("start-launcher", {
      command: "bun bench/speed/start.ts --launcher",
      wallMs: medians,
      more: { value: both - node - alone, target: 40 },
      rawWallMs: wall,
    });
  });
}
