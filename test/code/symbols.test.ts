/** The symbols of every language against lists that were written by hand before the extractor had seen the files. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openSymbolReader } from "../../src/code/symbol-reader.ts";
import { describeFile, type ExpectedFile, type ExpectedSymbol, type RealFile } from "./symbol-cases.ts";

const ROOT = resolve(import.meta.dir, "../..");
const CASES = join(ROOT, "test/cases/symbols");

for (const language of readdirSync(CASES).sort()) {
  const folder = join(CASES, language);
  const sample = readdirSync(folder).find((name) => name.startsWith("sample."));
  describe(language, () => {
    if (sample !== undefined && existsSync(join(folder, "expected.json"))) {
      const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as ExpectedFile;
      test("our file: every symbol, call and import", async () => {
        const found = describeFile(await symbolsOf(language, join(folder, sample)));
        expect(written(found.symbols)).toEqual(written(expected.symbols));
        if (expected.calls !== undefined) expect(found.calls).toEqual([...expected.calls]);
        if (expected.imports !== undefined) expect(found.imports).toEqual([...expected.imports]);
      });
    }
    const real = existsSync(join(folder, "real.json"))
      ? (JSON.parse(readFileSync(join(folder, "real.json"), "utf8")) as RealFile)
      : null;
    if (real === null) return;
    const file = [real.file]
      .flat()
      .map((path) => resolve(ROOT, path))
      .find((path) => existsSync(path) && sha256(path) === real.sha256);
    test.skipIf(file === undefined)(`a real file of ${real.package}`, async () => {
      const found = describeFile(await symbolsOf(language, file ?? "")).symbols;
      const listed = new Set(real.symbols.map(({ kind }) => kind).concat(LISTED));
      const named = found.filter(({ name, kind }) => name !== "" && listed.has(kind));
      const told = new Map(real.symbols.map((symbol) => [keyOf(symbol), Object.keys(symbol)]));
      const alike = named.map((symbol) => pick(symbol, told.get(keyOf(symbol)) ?? ["kind", "name", "line"]));
      expect(written(alike)).toEqual(written(real.symbols));
    });
  });
}

/** Kinds of which the list of a real file is whole, whether it holds one or not. */
const LISTED = "function method class interface trait struct enum type module".split(" ");

function keyOf({ kind, name, line }: ExpectedSymbol): string {
  return `${line} ${kind} ${name}`;
}

/** Of what was found, what the list speaks of. */
function pick(symbol: ExpectedSymbol, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(symbol).filter(([key]) => keys.includes(key)));
}

/** One line each, the keys in one order: a difference is read at a glance. */
function written(symbols: readonly object[]): string[] {
  return symbols.map((symbol) => JSON.stringify(Object.fromEntries(Object.entries(symbol).sort())));
}

async function symbolsOf(language: string, path: string) {
  const reader = await openSymbolReader([language]);
  try {
    return reader.symbols(readFileSync(path, "utf8"), language);
  } finally {
    reader.close();
  }
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
