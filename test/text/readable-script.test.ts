import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isReadable } from "../../src/text/readable-script.ts";

const VOCABULARY = join(import.meta.dir, "..", "..", "models", "all-MiniLM-L6-v2", "vocab.txt");
const SCRIPTS =
  "Cyrillic Greek Arabic Hebrew Devanagari Bengali Tamil Thai Armenian Georgian Han Hiragana Katakana Hangul";

describe("what the model can read", () => {
  test("is what its vocabulary has words of", () => {
    const pieces = readFileSync(VOCABULARY, "utf8").split("\n");
    const words = (script: string) => {
      const letters = new RegExp(`^(?!##|\\[)\\p{Script=${script}}{3,}$`, "u");
      return pieces.filter((piece) => letters.test(piece)).length;
    };
    expect(words("Latin")).toBeGreaterThan(20_000);
    for (const script of SCRIPTS.split(" ")) expect([script, words(script)]).toEqual([script, 0]);
  });

  test.each([
    ["the quick brown fox", true],
    ["Größe, déjà vu, świat, Việt Nam", true],
    ["", true],
    ["12 + 30 = 42", true],
    ["быстрая лиса", false],
    ["γρήγορη αλεπού", false],
    ["الثعلب البني السريع", false],
    ["השועל המהיר", false],
    ["तेज़ लोमड़ी", false],
    ["敏捷的狐狸", false],
    ["すばやいきつね", false],
    ["빠른 여우", false],
    ["GPU加速", true],
    ["API для быстрой обработки данных", false],
    ["The word лиса means fox in Russian", true],
  ])("%s: %p", (text, expected) => {
    expect(isReadable(text)).toBe(expected);
  });
});
