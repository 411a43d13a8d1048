/** Files that mean harm, or that something has happened to, in every language: an answer within the limits, that says what it is. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { decodeText } from "../../src/corpus/decode.ts";
import { SYMBOL_LANGUAGES, type SymbolLanguage } from "../../src/languages/names.ts";
import type { FileSymbols } from "../../src/symbols/file-symbols.ts";
import { MAX_TREE_CHARS, openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { processorMs } from "../processor-time.ts";

const CASES = resolve(import.meta.dir, "../cases/symbols");

/** Far above what any of these takes: a loop that does not end, or grows with the square, is what it catches. */
const LIMIT_MS = 15_000;

/** A function of each language, by name. */
const FUNCTIONS: Readonly<Record<SymbolLanguage, (name: string) => string>> = {
  bash: (name) => `${name}() {\n  echo 1\n}\n`,
  c: (name) => `int ${name}(void)\n{\n  return 1;\n}\n`,
  cpp: (name) => `int ${name}() {\n  return 1;\n}\n`,
  csharp: (name) => `class C${name} {\n  int ${name}() {\n    return 1;\n  }\n}\n`,
  dart: (name) => `int ${name}() {\n  return 1;\n}\n`,
  go: (name) => `func ${name}() int {\n\treturn 1\n}\n`,
  java: (name) => `class C${name} {\n  int ${name}() {\n    return 1;\n  }\n}\n`,
  javascript: (name) => `function ${name}() {\n  return 1;\n}\n`,
  kotlin: (name) => `fun ${name}(): Int {\n  return 1\n}\n`,
  php: (name) => `function ${name}()\n{\n    return 1;\n}\n`,
  python: (name) => `def ${name}():\n    return 1\n\n`,
  ruby: (name) => `def ${name}\n  1\nend\n`,
  rust: (name) => `fn ${name}() -> i32 {\n    1\n}\n`,
  swift: (name) => `func ${name}() -> Int {\n  return 1\n}\n`,
  tsx: (name) => `function ${name}() {\n  return <b>{1}</b>;\n}\n`,
  typescript: (name) => `function ${name}(): number {\n  return 1;\n}\n`,
};

const around = (language: SymbolLanguage, middle: string) =>
  `${language === "php" ? "<?php\n" : ""}${FUNCTIONS[language]("before")}${middle}\n${FUNCTIONS[language]("behind")}`;

function sampleOf(language: SymbolLanguage): string {
  const folder = join(CASES, language);
  const name = readdirSync(folder).find((file) => file.startsWith("sample."));
  return readFileSync(join(folder, name ?? ""), "utf8");
}

/** The answer within the limit, and its ranges within the text, in order, each parent before its child. */
async function read(text: string, language: SymbolLanguage): Promise<FileSymbols> {
  const reader = await openSymbolReader([language]);
  const started = processorMs();
  const found = reader.symbols(text, language);
  expect(processorMs() - started).toBeLessThan(LIMIT_MS);
  expect(["tree-sitter", "reader", "none"]).toContain(found.lane);
  let last = 0;
  for (const [index, { start, end, nameStart, lineStart, lineEnd, headLine, parent }] of found.symbols.entries()) {
    expect(start).toBeGreaterThanOrEqual(last);
    last = start;
    expect(start <= nameStart && nameStart <= end && end <= text.length).toBe(true);
    expect(1 <= lineStart && lineStart <= headLine && headLine <= lineEnd).toBe(true);
    expect(parent).toBeLessThan(index);
  }
  for (const { offset, name } of found.calls) expect(offset + name.length).toBeLessThanOrEqual(text.length);
  reader.close();
  return found;
}

const named = ({ symbols }: FileSymbols) => symbols.map(({ name }) => name);

for (const language of SYMBOL_LANGUAGES) {
  describe(language, () => {
    test("line ends of Windows and of old Macs change nothing", async () => {
      const plain = sampleOf(language);
      const expected = await read(plain, language);
      for (const end of ["\r\n", "\r"]) {
        const bytes = new TextEncoder().encode(plain.replaceAll("\n", end));
        expect(await read(decodeText(bytes, []), language)).toEqual(expected);
      }
      // As they are, the lines are the same too.
      const raw = await read(plain.replaceAll("\n", "\r\n"), language);
      const lines = ({ symbols }: FileSymbols) => symbols.map(({ name, headLine }) => `${headLine} ${name}`);
      expect(lines(raw)).toEqual(lines(expected));
    });

    test("a file that is cut off keeps what it has", async () => {
      const whole = sampleOf(language);
      const { symbols } = await read(whole, language);
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = Math.floor(whole.length * share);
        const found = new Set(named(await read(whole.slice(0, cut), language)));
        const complete = symbols.filter(({ end }) => end <= cut).map(({ name }) => name);
        const kept = complete.filter((name) => found.has(name));
        expect(kept.length / complete.length).toBeGreaterThan(KEPT);
      }
    });

    test("an open string, an open comment, stray bytes: what stands before is found, and it says partial", async () => {
      const reader = await openSymbolReader([language]);
      expect(reader.symbols(around(language, ""), language).partial).toBe(false);
      reader.close();
      for (const middle of ['"never closed', "'never closed", "/* never closed", "\0\0\0", "\uFFFD\uFFFD(", ")]}\\"]) {
        const found = await read(around(language, middle), language);
        expect(found.lane).toBe("tree-sitter");
        if (!found.partial) expect(named(found)).toContain("behind");
      }
    });

    test("10,000 brackets, open, nested or crossed, and signs in a row", async () => {
      const middles = [
        "[".repeat(10_000),
        `${"(".repeat(10_000)}${")".repeat(10_000)}`,
        `${"{".repeat(10_000)}${"}".repeat(10_000)}`,
        "([{<".repeat(2_500),
        `x = ${"-".repeat(10_000)}1`,
        `x = ${"a.".repeat(10_000)}b`,
        `${"<a>".repeat(3_000)}`,
        `"${"\\".repeat(10_001)}"`,
      ];
      for (const middle of middles) await read(around(language, middle), language);
    }, 120_000);

    test("one line of a megabyte gets no tree; one just below the limit gets an answer", async () => {
      const statement =
        language === "python" || language === "ruby" ? "x = [1, 2, (3), 'four'];" : "x(1, [2], (3), 'f');";
      const long = around(language, statement.repeat(50_000));
      expect(long.length).toBeGreaterThan(1_000_000);
      const { lane, symbols } = await read(long, language);
      expect({ lane, symbols }).toEqual({ lane: "none", symbols: [] });
      const short = around(language, statement.repeat(Math.floor((MAX_TREE_CHARS * 0.9) / statement.length)));
      await read(short, language);
    }, 120_000);

    test("bytes that are no UTF-8: what the file's other encoding makes of them", async () => {
      const [head, tail] = around(language, "\n@@\n").split("@@");
      const bytes = Buffer.concat([Buffer.from(head ?? ""), Buffer.from([0xe9, 0xff, 0xfe]), Buffer.from(tail ?? "")]);
      expect(() => decodeText(bytes, [])).toThrow();
      expect(named(await read(decodeText(bytes, ["windows-1252"]), language))).toContain("before");
      expect(() => decodeText(Buffer.concat([Buffer.from("\0"), bytes]), ["windows-1252"])).toThrow();
    });
  });
}

/** Share of the symbols in front of a cut that are found still: a grammar may lose the block that the cut runs through. */
const KEPT = 0.6;
