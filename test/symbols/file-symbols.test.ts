/** The symbols of every language against lists that were written by hand. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  describeFile,
  type ExpectedFile,
  isRealFile,
  ofWhatIsListed,
  type RealFile,
  symbolsOf,
  written,
} from "./symbol-cases.ts";

const ROOT = resolve(import.meta.dir, "../..");
const CASES = join(ROOT, "test/cases/symbols");

for (const language of readdirSync(CASES).sort()) {
  const folder = join(CASES, language);
  const names = readdirSync(folder);
  const named = (name: string) =>
    join(folder, names.find((each) => each.startsWith(`${name}.`) && each !== `${name}.json`) ?? name);
  describe(language, () => {
    test("our file: every symbol, call and import", async () => {
      const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as ExpectedFile;
      const found = describeFile(await symbolsOf(language, named("sample")));
      expect(written(found.symbols)).toEqual(written(expected.symbols));
      if (expected.calls !== undefined) expect(found.calls).toEqual([...expected.calls]);
      if (expected.imports !== undefined) expect(found.imports).toEqual([...expected.imports]);
    });

    if (names.includes("second.json")) {
      test("a second file: every name with its place", async () => {
        const expected = JSON.parse(readFileSync(join(folder, "second.json"), "utf8")) as ExpectedFile;
        const { symbols } = describeFile(await symbolsOf(language, named("second")));
        expect(written(ofWhatIsListed(symbols, expected.symbols))).toEqual(written(expected.symbols));
      });
    }

    if (names.includes("real.json")) {
      const real = JSON.parse(readFileSync(join(folder, "real.json"), "utf8")) as RealFile;
      test(`a real file of ${real.package}`, async () => {
        const file = [real.file]
          .flat()
          .map((path) => resolve(ROOT, path))
          .find((path) => existsSync(path));
        expect(file !== undefined && isRealFile(file, real), `${real.file} of ${real.package}`).toBe(true);
        const { symbols } = describeFile(await symbolsOf(language, file ?? ""));
        expect(written(ofWhatIsListed(symbols, real.symbols))).toEqual(written(real.symbols));
      });
    }
  });
}

test("every language has a sample and its list", () => {
  for (const language of readdirSync(CASES)) {
    const names = readdirSync(join(CASES, language));
    expect(names, language).toContain("expected.json");
    expect(
      names.some((name) => name.startsWith("sample.")),
      language,
    ).toBe(true);
  }
});
