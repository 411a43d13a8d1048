/**
 * 5,000 mixed source files through the symbol reader: none brings it down, and memory stays flat.
 *
 *   bun bench/speed/parse.ts [--save]
 *
 * Files of at most 300 KB out of bench/.work/source and bench/.work/code, as many of each language as there are, up to 5,000,
 * twice over. In between hostile texts: a megabyte on one line, 10,000 nested brackets, bytes that are no UTF-8.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { categorise } from "../../src/corpus/categories.ts";
import { type SymbolLanguage, symbolLanguage } from "../../src/languages/names.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { report } from "../lib/measure.ts";

const FILES = 5000;
const WORK = join(import.meta.dir, "../.work");
const HOSTILE = [
  "[".repeat(10_000),
  `${"(".repeat(10_000)}${")".repeat(10_000)}`,
  `a = [${"1, ".repeat(350_000)}]`,
  "\0\uFFFD{".repeat(1000),
];

const byLanguage = new Map<SymbolLanguage, string[]>();
for (const folder of ["source", "code", "symbols"]) collect(join(WORK, folder));
const files = mixed();
const loaded = cpuMs();
const reader = await openSymbolReader(byLanguage.keys());
const loadMs = cpuMs() - loaded;

const totals = new Map<SymbolLanguage, { files: number; bytes: number; ms: number; partial: number; none: number }>();
const memory: number[] = [];
let symbols = 0;
let slowest = { ms: 0, file: "" };
for (let round = 0; round < 2; round++) {
  for (const [index, { file, language }] of files.entries()) {
    const text = readFileSync(file, "utf8");
    const started = cpuMs();
    const found = reader.symbols(text, language);
    const ms = cpuMs() - started;
    symbols += found.symbols.length;
    if (ms > slowest.ms) slowest = { ms, file: file.slice(WORK.length + 1) };
    if (round === 1) {
      const total = totals.get(language) ?? { files: 0, bytes: 0, ms: 0, partial: 0, none: 0 };
      totals.set(language, {
        files: total.files + 1,
        bytes: total.bytes + text.length,
        ms: total.ms + ms,
        partial: total.partial + (found.partial ? 1 : 0),
        none: total.none + (found.lane === "tree-sitter" ? 0 : 1),
      });
    }
    if (index % 500 === 0) {
      for (const hostile of HOSTILE) reader.symbols(hostile, language);
      Bun.gc(true);
      memory.push(Math.round(process.memoryUsage.rss() / 1e6));
    }
  }
}
reader.close();

const half = memory.length / 2;
const figures = {
  command: "bun bench/speed/parse.ts",
  files: files.length,
  loadAllCpuMs: Math.round(loadMs),
  symbols: symbols / 2,
  megabytesPerCpuSecond: Object.fromEntries(
    [...totals]
      .sort()
      .map(([language, { bytes, ms, ...rest }]) => [
        language,
        { value: Math.round((bytes / 1e3 / ms) * 100) / 100, megabytes: Math.round(bytes / 1e4) / 100, ...rest },
      ]),
  ),
  slowest: { ms: Math.round(slowest.ms), file: slowest.file },
  memoryMB: { firstRound: memory.slice(0, half), secondRound: memory.slice(half) },
};
process.stderr.write(`${JSON.stringify(figures, null, 1)}\n`);
if (process.argv.includes("--save")) report("parse", figures);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collect(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path);
    else if (entry.isFile()) {
      const language = symbolLanguage(path, categorise(entry.name).language);
      if (language === null || statSync(path).size > 300_000) continue;
      const known = byLanguage.get(language);
      if (known === undefined) byLanguage.set(language, [path]);
      else known.push(path);
    }
  }
}

/** In turns, so that every language comes as often as it can; the same files on every run. */
function mixed(): { file: string; language: SymbolLanguage }[] {
  const queues = [...byLanguage].sort().map(([language, all]) => {
    all.sort();
    const step = Math.max(1, Math.floor((all.length * byLanguage.size) / FILES));
    return { language, picked: all.filter((_, index) => index % step === 0) };
  });
  const chosen: { file: string; language: SymbolLanguage }[] = [];
  for (let turn = 0; chosen.length < FILES && queues.some(({ picked }) => turn < picked.length); turn++) {
    for (const { language, picked } of queues) {
      const file = picked[turn];
      if (file !== undefined && chosen.length < FILES) chosen.push({ file, language });
    }
  }
  return chosen;
}
