/** The files of ../shared/cases/faults, each with what it must say and what it must not. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeShared } from "../../shared.ts";
import { read } from "../read.ts";

const CASES: readonly (readonly [name: string, says: readonly string[], silent: readonly string[]])[] = [
  ["ligature-names.pdf", ["The fish office", "The walrus"], []],
  ["junk-after.pdf", ["Walrus line one\nsecond line"], ["tail"]],
  ["zero-padded.pdf", ["Walrus line one\nsecond line"], []],
  ["noeof.pdf", ["Walrus line one\nsecond line"], []],
  ["overprint-glyphs-1.0.pdf", ["Municipal"], []],
  ["stamp-ap.pdf", ["Label", "Stamped walrus"], []],
  ["hyphen.pdf", ["extraordinary", "well-known", "2019-2020", "e-mail"], []],
  ["table-rows.pdf", ["Name Qty Price\nAnt 3 1.50\nBee 12 20.00\n"], []],
];

describeShared("faults of real files", (shared) => {
  test.each(CASES)("%s", async (name, says, silent) => {
    const { text } = await read(name, new Uint8Array(readFileSync(join(shared, "cases", "faults", name))));
    for (const wanted of says) expect(text).toContain(wanted);
    for (const unwanted of silent) expect(text).not.toContain(unwanted);
  });
});
