/** Real files of ../shared/cases/documents: every phrase at the line it is said to be at, every required error. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FileError } from "../../src/errors.ts";
import type { Document } from "../../src/text/document.ts";
import { lineStarts, locate } from "../../src/text/lines.ts";
import { describeShared } from "../shared.ts";
import { read } from "./read.ts";

interface Expectation {
  readonly text?: string;
  readonly absent?: string;
  readonly line?: number;
  readonly row?: number;
  readonly level?: "must" | "better";
}

interface DocumentCase {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly encoding?: string;
  readonly error: string | null;
  readonly error_required?: boolean;
  readonly expect: readonly Expectation[];
}

const KINDS = new Set(["md", "txt", "csv", "html", "js"]);
/** "cp932" and its like are Python's names. */
const ENCODINGS: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  cp1252: "windows-1252",
  cp866: "ibm866",
  "latin-1": "latin1",
  cp1256: "windows-1256",
};

/** As the cases compare: NFKC, no invisible signs, white space as one blank; `offsets[i]` is where character i came from. */
function normalise(text: string): { text: string; offsets: number[] } {
  let out = "";
  const offsets: number[] = [];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    let plain = character.normalize("NFKC").replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]/g, "");
    if (/^\s+$/.test(plain)) plain = out.endsWith(" ") ? "" : " ";
    out += plain;
    for (let i = 0; i < plain.length; i++) offsets.push(at);
    at += character.length;
  }
  return { text: out, offsets };
}

function placesOf(document: Document, phrase: string): { line: number; row: number | null }[] {
  const haystack = normalise(document.text);
  const needle = normalise(phrase).text.trim();
  const starts = lineStarts(document.text);
  const places: { line: number; row: number | null }[] = [];
  for (let at = haystack.text.indexOf(needle); at !== -1; at = haystack.text.indexOf(needle, at + 1)) {
    const { line, row } = locate(document, starts, haystack.offsets[at] ?? 0);
    places.push({ line, row });
  }
  return places;
}

function check(document: Document, expected: Expectation): void {
  if (expected.absent !== undefined) {
    expect(placesOf(document, expected.absent)).toEqual([]);
    return;
  }
  const places = placesOf(document, expected.text ?? "");
  const where = { line: expected.line, ...(expected.row === undefined ? {} : { row: expected.row }) };
  expect(places).toContainEqual(expect.objectContaining(where));
}

describeShared("document cases: text formats", (shared) => {
  const folder = join(shared, "cases", "documents");
  const cases = readFileSync(join(folder, "cases.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line): DocumentCase => JSON.parse(line))
    .filter(({ kind }) => KINDS.has(kind));

  test("are all there", () => expect(cases.length).toBe(28));

  for (const { id, file, encoding, error, error_required: required, expect: expectations } of cases) {
    const bytes = readFileSync(join(folder, file));

    test(id, async () => {
      if (error !== null) {
        const outcome = await read(basename(file), bytes).catch((thrown: unknown) => thrown);
        if (outcome instanceof FileError) {
          expect(["encoding", "binary"]).toContain(outcome.code);
          return;
        }
        expect(required).not.toBe(true);
      }
      const document = await read(basename(file), bytes);
      for (const expected of expectations) check(document, expected);
    });

    // Where an error is one right answer, the text is the other: with its encoding allowed, it is found.
    const label = encoding === undefined ? undefined : (ENCODINGS[encoding] ?? encoding);
    if (error !== null && required !== true && label !== undefined) {
      test(`${id}, with ${label} allowed`, async () => {
        const document = await read(basename(file), bytes, [label]);
        for (const expected of expectations) check(document, expected);
      });
    }
  }
});
