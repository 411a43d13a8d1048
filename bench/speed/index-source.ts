/**
 * At least 20,000 source files, their words: ≥ 18 MB of text per CPU-second with the tokeniser's share reported, peak memory ≤ 350 MB,
 * store ≤ 1.1× the text. Symbols, which `index` reads afterwards, cost three times as much and are no part of it.
 *
 *   bun bench/speed/index-source.ts [rounds]
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { sourceCorpus } from "../lib/corpora.ts";
import { indexWords } from "../lib/index-words.ts";
import { median, report, scratch } from "../lib/measure.ts";

const rounds = Number(process.argv[2] ?? 3);
const corpus = sourceCorpus();
const totals = JSON.parse(readFileSync(join(corpus, "..", "source.json"), "utf8")) as { files: number; bytes: number };

/** CPU milliseconds of tokenising every file of the corpus in pieces of a chunk's size, reading left out. */
function tokeniserCpuMs(): number {
  const tokeniser = createTokeniser();
  let spent = 0;
  const folders = [corpus];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else {
        const text = readFileSync(path, "utf8");
        const before = process.cpuUsage();
        // The product's step: 800 characters of which 100 are read again by the next chunk.
        for (let at = 0; at < text.length; at += 700) tokeniser.columns(text, at, Math.min(text.length, at + 800));
        const used = process.cpuUsage(before);
        spent += (used.user + used.system) / 1000;
      }
    }
  }
  return spent;
}

await scratch(async (folder) => {
  const runs = [];
  let storeBytes = 0;
  for (let round = 0; round < rounds; round++) {
    const dataDir = join(folder, `data${round}`);
    runs.push(await indexWords(corpus, dataDir));
    storeBytes = statSync(join(dataDir, "qsearch.db")).size;
  }
  const cpuMs = median(runs.map((run) => run.cpuMs));
  const tokeniserMs = tokeniserCpuMs();
  report("index-source", {
    command: "bun bench/speed/index-source.ts",
    load: loadavg().map((each) => Math.round(each * 10) / 10),
    files: totals.files,
    bytes: totals.bytes,
    megabytesPerCpuSecond: { value: totals.bytes / 1e3 / cpuMs, target: 18 },
    tokeniser: {
      cpuMs: tokeniserMs,
      share: tokeniserMs / cpuMs,
      megabytesPerCpuSecond: totals.bytes / 1e3 / tokeniserMs,
    },
    peakMiB: { value: Math.max(...runs.map((run) => run.peakBytes)) / 2 ** 20, target: 350e6 / 2 ** 20 },
    storeToText: { value: storeBytes / totals.bytes, target: 1.1 },
    rawCpuMs: runs.map((run) => run.cpuMs),
    rawWallMs: runs.map((run) => run.wallMs),
  });
});
