/** Our word pieces against the recorded ones of the Python reference, and against another implementation on arbitrary texts. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import tables from "../../src/embed/characters.json" with { type: "json" };
import { characterOf } from "../../src/embed/characters.ts";
import { readVocabulary } from "../../src/embed/model-files.ts";
import { WordPiece } from "../../src/embed/wordpiece.ts";
import { rounds } from "../rounds.ts";
import { recordedTexts } from "./reference.ts";

const SEED = 20261130;
const folder = join(import.meta.dir, "..", "..", "models", "all-MiniLM-L6-v2");
const wordPiece = new WordPiece(readVocabulary());
const peer = new Tokenizer(JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")), {});

describe("word pieces", () => {
  const recorded = recordedTexts();

  test("are those of the reference, on texts of every kind", () => {
    expect(recorded.length).toBeGreaterThanOrEqual(500);
    for (const { text, ids, all } of recorded) {
      expect(wordPiece.encode(text, 128)).toEqual([...ids]);
      const everything = wordPiece.encode(text, Number.POSITIVE_INFINITY).join(",");
      expect(createHash("sha256").update(everything).digest("hex").slice(0, 16)).toBe(all);
    }
  });

  test("treat each of 1.1 million characters as the reference does", () => {
    const digest = createHash("sha256");
    for (let code = 0; code < 0x110000; code++) {
      if (code < 0xd800 || code > 0xdfff) digest.update(`${wordsAround(code).join("|")}\n`);
    }
    expect(digest.digest("hex")).toBe(tables.sha256);
  }, 60_000);

  test("are those of another implementation, on any text of characters that it treats as the reference does", () => {
    const agreed = fc.integer({ min: 0, max: 0x10ffff }).filter(isAgreed);
    const characters = fc.oneof(
      fc.constantFrom(..."aAzZ09 .,-_\n\t'\"()[]{}éÉßñçœ中文字🙂".matchAll(/./gsu).map(([character]) => character)),
      fc.integer({ min: 0, max: 0x2ff }).filter(isAgreed).map(String.fromCodePoint),
      agreed.map(String.fromCodePoint),
      fc.constantFrom("ing", "tion", "[SEP]", "[MASK]", "##", "un", "pre", "x".repeat(99)),
    );
    const texts = fc.array(characters, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        expect(wordPiece.encode(text, Number.POSITIVE_INFINITY)).toEqual(peer.encode(text).ids);
      }),
      { seed: SEED, numRuns: rounds(1500) },
    );
  });

  test("say where words stand", () => {
    const found: [string, number][] = [];
    const text = "Éclair unbelievable\u200b!\u{1F642} 中[SEP]x";
    wordPiece.words(text, (pieces, start, end) => {
      found.push([text.slice(start, end), pieces.length]);
      return true;
    });
    expect(found).toEqual([
      ["Éclair", 3],
      ["unbelievable\u200b", 1],
      ["!", 1],
      ["\u{1F642}", 1],
      ["中", 1],
      ["[SEP]", 1],
      ["x", 1],
    ]);
  });

  test("take linear time", () => {
    const ids = wordPiece.encode(`${"a".repeat(300_000)} ${"é".repeat(99)} `.repeat(5), Number.POSITIVE_INFINITY);
    expect(ids.filter((id) => id === 100)).toHaveLength(5);
  });

  test("take half a surrogate pair for nothing", () => {
    expect(wordPiece.encode("a\ud800b", 128)).toEqual(wordPiece.encode("ab", 128));
    expect(wordPiece.encode("a\udc00", 128)).toEqual(wordPiece.encode("a", 128));
  });
});

/** What becomes of "a", the character, "b". */
function wordsAround(code: number): string[] {
  const { kind, form } = characterOf(code);
  if (kind === 1) return ["a", "b"];
  if (kind === 3) return ["a", form, "b"];
  return [`a${form}b`];
}

/**
 * Where the peer differs from the reference: ideographs beyond the BMP, characters younger than the reference's tables, the
 * sigma at a word's end, and marks that are reordered.
 */
function isAgreed(code: number): boolean {
  if (code >= 0xd800 && code <= 0xdfff) return false;
  const character = String.fromCodePoint(code);
  if (character.toLowerCase() === "σ" || /\p{M}/u.test(character)) return false;
  const theirs = peer.encode(`a${character}b a`).ids;
  return theirs.join(",") === wordPiece.encode(`a${character}b a`, 128).join(",");
}
