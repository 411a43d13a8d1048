/** The table of word pieces against the list that it is made of. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { WordPieces } from "../../src/embed/vocabulary.ts";
import { vocabularyTable } from "../../tools/vocabulary.ts";
import { rounds } from "../rounds.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("vocabulary", () => {
  test("finds each of the model's pieces as a whole", () => {
    const lines = readFileSync(join(import.meta.dir, "../../models/all-MiniLM-L6-v2/vocab.txt"), "utf8");
    const vocabulary = new WordPieces(vocabularyTable(lines));
    for (const [id, piece] of lines.trimEnd().split("\n").entries()) {
      const inside = piece.length > 2 && piece.startsWith("##");
      const bytes = utf8(inside ? piece.slice(2) : piece);
      expect(vocabulary.longestAt(bytes, 0, bytes.length, inside)).toBe(id);
      expect(vocabulary.lengthOf(id)).toBe(bytes.length);
    }
  });

  test("is the same wherever its bytes lie", () => {
    const table = vocabularyTable("open\na\n##s\n");
    for (const place of [0, 1, 2, 3]) {
      // A Buffer, as files are read into: its `slice` is no copy.
      const moved = Buffer.alloc(table.length + place);
      moved.set(table, place);
      expect(new WordPieces(moved.subarray(place)).longestAt(utf8("opens"), 4, 5, true)).toBe(2);
    }
  });

  test("finds the longest piece, and of equal ones the first, in any list", () => {
    const letters = fc.constantFrom("a", "b", "é", "中", "🙂", "#");
    const words = fc.array(letters, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    const pieces = fc.array(
      fc.tuple(fc.constantFrom("", "##"), words).map((parts) => parts.join("")),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, words, words, fc.boolean(), (list, before, word, inside) => {
        const vocabulary = new WordPieces(vocabularyTable(list.map((piece) => `${piece}\n`).join("")));
        const goesOn = (piece: string) => piece.length > 2 && piece.startsWith("##");
        const ends = Array.from(word, (_, k) =>
          Array.from(word)
            .slice(0, k + 1)
            .join(""),
        ).reverse();
        const wanted = ends.map((part) =>
          list.findIndex((p) => (inside ? p === `##${part}` : p === part && !goesOn(p))),
        );
        const start = utf8(before).length;
        const bytes = utf8(before + word);
        expect(vocabulary.longestAt(bytes, start, bytes.length, inside)).toBe(wanted.find((id) => id !== -1) ?? -1);
      }),
      { seed: 20261130, numRuns: rounds(1000) },
    );
  });
});
