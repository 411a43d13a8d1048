/** No query whatsoever raises anything but a usage error, and no answer breaks its promises. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { QsearchError } from "../../src/errors.ts";
import { searchHitSchema } from "../../src/request/search-request.ts";
import { rounds } from "../rounds.ts";
import { indexed } from "./indexed.ts";

const piece = fc.oneof(
  fc.constantFrom(
    "golden",
    "bearing",
    "水化学",
    "GPU加速",
    "parseHTTPHeader",
    "C++",
    "the",
    "OR",
    "AND",
    "NOT",
    "NEAR(",
    "-",
    '"',
    "*",
    "(",
    ")",
    "^",
    ":",
    "path:",
    "ext:md",
    "-ext:",
    "after:24h",
    "symbol:",
    "type:doc",
    "{body}",
    "“",
    "'",
    "\\",
    "🐘",
    "\ud800",
    "\0",
  ),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const query = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", "", "\t")), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.flat().join(""));

const FILES = {
  "a.md": "# Golden\n\ngolden bearing of 水化学\nGPU加速 C++ parseHTTPHeader 🐘\n",
  "b.txt": `golden ${"filler ".repeat(200)} bearing`,
  "c.csv": 'golden,bearing\n"x\ny",水\n',
};

function answers(it: Awaited<ReturnType<typeof indexed>>, asked: string): void {
  try {
    const { hits, excerpts } = it.answer(asked);
    expect(excerpts).toHaveLength(hits.length);
    for (const hit of hits) {
      searchHitSchema.parse(hit);
      expect(hit.line_start).toBeGreaterThanOrEqual(1);
      expect(hit.line_end).toBeGreaterThanOrEqual(hit.line_start);
    }
  } catch (error) {
    if (!(error instanceof QsearchError) || error.code !== "usage") throw error;
  }
}

test("random queries", async () => {
  const it = await indexed(FILES, { chunkSize: 200, overlap: 20 });
  fc.assert(
    fc.property(query, (asked) => answers(it, asked)),
    { numRuns: rounds(1500), seed: 20261130 },
  );
}, 60_000);

test("queries of any length", async () => {
  const it = await indexed(FILES, { chunkSize: 200, overlap: 20 });
  const words = Array.from({ length: 3000 }, (_, at) => `golden${at}`);
  const run = "水化学加速".repeat(400);
  for (const asked of [
    words.join(" "),
    `"${words.join(" ")}"`,
    `-"${words.join(" ")}" golden`,
    words.join(" OR "),
    run,
    `"${run}"`,
    `${run}*`,
    `golden ${words.map((word) => `-${word}`).join(" ")}`,
    "a-b".repeat(2000),
    `${"x".repeat(5000)}*`,
    ...["path:", "-path:", "ext:", "-lang:", "symbol:", "after:2020 "].map((filter) => {
      return `golden ${words.map((word) => `${filter}${word}`).join(" ")}`;
    }),
    words
      .slice(0, 200)
      .map((word) => `path:${word} -path:x${word}`)
      .join(" "),
    Array.from({ length: 70 }, () => '"golden bearing" filler*').join(" "),
  ]) {
    answers(it, asked);
  }
}, 60_000);
