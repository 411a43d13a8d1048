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
  ["altchunk-html.docx", ["Before chunk\nWalrus inside the chunk\nAfter chunk"], []],
  ["altchunk-mht.docx", ["Walrus inside the chunk"], ["MIME"]],
  ["fraction.docx", ["Mix 3/4 cup and 10^6"], []],
  ["sym.docx", ["Angle α beta"], []],
  ["rtf-star-midgroup.rtf", ["Walrus in a styled run\nRest"], []],
  ["shape.rtf", ["Before after\nWalrus box\n"], ["shapeType"]],
  ["nestrow.rtf", ["Ant\tBee\nCat\tDog\nElk\nFox"], []],
  ["rtf-old-textbox.rtf", ["Walrus end\nOld box"], []],
  ["hidden-format.xlsx", ["4711\twalrus\tseen", "13:20:12", "2020-01-01 18:00:43"], []],
  ["chart.pptx", ["Walrus sales", "2031"], ["4711"]],
  ["formula.odt", ["Energy walrus = mass law"], []],
  ["8bit-usascii.eml", ["naïve walrus"], []],
  ["8bit-latin1.eml", ["naïve walrus"], []],
  ["x-unknown.eml", ["naïve walrus"], []],
  ["htmlmeta.eml", ["морж"], []],
  ["lf-only-base64.eml", ["Überraschung walrus", "-- footer by list"], []],
  ["html.xls", ["walrus\t3"], ["<td>"]],
  ["csv.xls", ["walrus\t3"], []],
  ["table-rows.pdf", ["Name Qty Price\nAnt 3 1.50\nBee 12 20.00\n"], []],
];

describeShared("faults of real files", (shared) => {
  test.each(CASES)("%s", async (name, says, silent) => {
    const { text } = await read(name, new Uint8Array(readFileSync(join(shared, "cases", "faults", name))));
    for (const wanted of says) expect(text).toContain(wanted);
    for (const unwanted of silent) expect(text).not.toContain(unwanted);
  });
});
