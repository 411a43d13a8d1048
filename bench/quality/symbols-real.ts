/**
 * Symbols of one real file a language beside lists that were written by hand before the extractor had seen the files
 * (bench/quality/symbols-real). The files come from npm and Debian; those that cannot be had are said.
 *
 *   bun bench/quality/symbols-real.ts
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  describeFile,
  isRealFile,
  ofWhatIsListed,
  type RealFile,
  symbolsOf,
  written,
} from "../../test/symbols/symbol-cases.ts";
import { report } from "../lib/measure.ts";
import { fetchSymbolSources } from "../lib/symbol-sources.ts";

const ROOT = resolve(import.meta.dir, "..", "..");
const LISTS = join(import.meta.dir, "symbols-real");

fetchSymbolSources();
const results: Record<string, unknown> = {};
for (const name of readdirSync(LISTS).sort()) {
  const language = name.replace(/\.json$/, "");
  const real = JSON.parse(readFileSync(join(LISTS, name), "utf8")) as RealFile;
  const file = [real.file]
    .flat()
    .map((path) => resolve(ROOT, path))
    .find((path) => existsSync(path) && isRealFile(path, real));
  results[language] = {
    package: real.package,
    ...(file === undefined ? { absent: true } : await compared(language, file, real)),
  };
}
report("symbols-real", { command: "bun bench/quality/symbols-real.ts", results });

async function compared(language: string, file: string, real: RealFile) {
  const { symbols } = describeFile(await symbolsOf(language, file));
  const found = new Set(written(ofWhatIsListed(symbols, real.symbols)));
  const wanted = new Set(written(real.symbols));
  return { listed: wanted.size, missing: [...wanted.difference(found)], more: [...found.difference(wanted)] };
}
