/** Nothing of a chunk is lost to the model's limit (Cellular-Semantics/Atlas-reporter#23, khoj-ai/khoj#105). */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MODEL } from "../../src/embed/model-facts.ts";
import { readVocabulary } from "../../src/embed/model-files.ts";
import { windowsOf } from "../../src/embed/windows.ts";
import { WordPiece } from "../../src/embed/wordpiece.ts";
import { rounds } from "../rounds.ts";
import { recordedTexts } from "./reference.ts";

const wordPiece = new WordPiece(readVocabulary());
const all = (text: string) => wordPiece.encode(text, Number.POSITIVE_INFINITY).slice(1, -1);

describe("windows", () => {
  test("hold every word of the text, each no more than the model reads", () => {
    const paths = fc.constantFrom(
      "",
      "a.md",
      "docs/guide.md",
      `${"very/deep/".repeat(40)}Name_of_a_file.ts`,
      "文/档.md",
    );
    const texts = fc.oneof(
      fc.constantFrom(...recordedTexts().map(({ text }) => text)),
      fc.array(fc.constantFrom("word", "unbelievable", "水", ".", "\n", " ", "x".repeat(100), "[SEP]"), {
        maxLength: 900,
      }),
    );
    const property = fc.property(paths, texts, (path, parts) => {
      const text = typeof parts === "string" ? parts : parts.join("");
      const windows = windowsOf(wordPiece, path, text);
      const lines = windows.map((window) => window.slice(0, window.indexOf("\n") + 1));
      const line = path === "" ? "" : (lines[0] ?? "");
      const pieces = windows.flatMap((window) => {
        expect(window.startsWith(line)).toBe(true);
        expect(all(window).length).toBeLessThanOrEqual(MODEL.maxPieces - 2);
        return all(window.slice(line.length));
      });
      expect(pieces).toEqual(all(text));
    });
    fc.assert(property, { seed: 20261130, numRuns: rounds(400) });
  });

  test("are about equally long, and cut between lines", () => {
    const line = "The writer is one, and readers never wait for it.\n";
    const windows = windowsOf(wordPiece, "docs/store.md", line.repeat(12));
    expect(windows).toEqual([1, 2].map(() => `docs/store.md\n${line.repeat(6).trim()}`));
  });

  test("begin with the end of a long path", () => {
    const [window = ""] = windowsOf(wordPiece, `${"folder/".repeat(50)}the-name.ts`, "text");
    expect(window).toMatch(/^(\/?folder)+\/the-name\.ts\ntext$/);
    expect(all(window).length).toBeLessThanOrEqual(24 + 1);
  });

  test("of an empty text are the path alone", () => {
    expect(windowsOf(wordPiece, "a/b.md", " \n")).toEqual(["a/b.md\n"]);
    expect(windowsOf(wordPiece, "", "")).toEqual([""]);
  });
});
