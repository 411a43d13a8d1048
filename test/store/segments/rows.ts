/** Random rows of tokens for segments. */
import fc from "fast-check";
import type { Segment, SegmentPages, SegmentRow } from "../../../src/kernels/segment.ts";
import type { NumberedRow } from "./table.ts";

const encoder = new TextEncoder();

/** Few common words, many rare ones, some that share long beginnings, some longer than small pages. */
const word = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 7 }).map((n) => `w${n}`) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }).map((n) => `term${n.toString(36)}`) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => `commonbeginning${n}`) },
  { weight: 2, arbitrary: fc.stringMatching(/^[a-cA-C0]{1,18}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[é水x]{1,6}$/) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("x", "y"), fc.integer({ min: 1, max: 300 })).map(([c, n]) => c.repeat(n)),
  },
);

const separator = fc.oneof(
  { weight: 9, arbitrary: fc.constant(" ") },
  { weight: 1, arbitrary: fc.constantFrom("  ", "\0", "-", "_ ", "@[`{") },
);

function column(maxLength: number): fc.Arbitrary<Uint8Array> {
  return fc.array(fc.tuple(word, separator), { maxLength }).map((words) => encoder.encode(words.flat().join("")));
}

function row(length: number): fc.Arbitrary<SegmentRow> {
  return fc.record({ body: column(length), ident: column(8), symbols: column(3), path: column(3) });
}

/** Rowids near one another, as chunks of one file have them, and far apart; in any order. */
const rowid = fc.oneof(
  { weight: 6, arbitrary: fc.nat(300) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(60), fc.nat(20)).map(([file, chunk]) => file * 2 ** 20 + chunk) },
  { weight: 1, arbitrary: fc.maxSafeNat() },
);

const numberedRow = fc.tuple(rowid, fc.oneof({ weight: 12, arbitrary: row(16) }, { weight: 1, arbitrary: row(250) }));

export const segmentRows: fc.Arbitrary<readonly NumberedRow[]> = fc
  .oneof(
    fc.array(numberedRow, { maxLength: 30 }),
    fc.array(numberedRow, { minLength: 60, maxLength: 150, size: "max" }),
  )
  .map((rows) => [...new Map(rows)]);

/** FTS5's smallest pages, so that lists and terms span many, and its usual ones. */
export const pageSizes = fc.constantFrom(32, 33, 40, 64, 128, 500, 4050);

/** As text, which is compared a hundred times as fast as arrays of bytes. */
export function textOf(segment: SegmentPages | Segment): string[] {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  const { leaves, index, doclistIndexes } = segment;
  return [
    ...leaves.map(hex),
    ...index.map(({ term, pgno }) => `${hex(term)} ${pgno}`),
    ...doclistIndexes.map(({ height, page, data }) => `${height} ${page} ${hex(data)}`),
    ...("rows" in segment ? segment.rows.map(({ rowid, sizes }) => `${rowid} ${hex(sizes)}`) : []),
    ...("totals" in segment ? segment.totals.map(String) : []),
  ];
}
