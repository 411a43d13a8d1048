/** Texts, layouts and packed outcomes come back as they went in. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { LOCATION_KINDS } from "../../src/request/kinds.ts";
import { encodeBlocks, layoutOf, packLayout, sliceOf, textOf } from "../../src/store/content.ts";
import type { FileOutcome, Ingested } from "../../src/store/file-outcomes.ts";
import { decodeLayout, encodeLayout } from "../../src/store/layout.ts";
import { OutcomePacker, unpackOutcomes } from "../../src/store/outcome-codec.ts";
import { openStore } from "../../src/store/store.ts";
import { StoreWriter } from "../../src/store/writer.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
import { Tree } from "../indexing/tree.ts";
import { rounds } from "../rounds.ts";

const seed = 20261130;

const bytes = fc.uint8Array({ maxLength: 40 });
const u32 = fc.nat(2 ** 31 - 1);
/** Well-formed text with everything that has a form of its own in UTF-8 or UTF-16. */
const text = fc.string({
  unit: fc.constantFrom("a", " ", "\n", "é", "水", "😀", "\u{10ffff}", "\ufffd"),
  maxLength: 60,
});
const rel = fc.string({
  unit: fc.constantFrom("a", "/", "é", "水", "😀", "\udc80", "\udcff"),
  minLength: 1,
  maxLength: 20,
});

const stat = fc.record({ size: u32, mtimeNs: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }) });
const place = {
  rootId: u32,
  rel,
  ext: fc.constantFrom("", "md", "ts"),
  category: fc.constantFrom("source" as const, "doc" as const),
  language: fc.constantFrom(null, "markdown"),
};
const source = { sha256: fc.uint8Array({ minLength: 32, maxLength: 32 }), sha1: bytes, utf8: fc.boolean() };
const unit = fc.oneof(
  fc.record({ kind: fc.constant("page" as const), label: text, start: u32, end: u32 }),
  fc.record({
    kind: fc.constant("sheet" as const),
    label: text,
    start: u32,
    end: u32,
    note: fc.constant("hidden" as const),
  }),
);
const part = fc.record({ body: bytes, ident: bytes, symbols: bytes });
const fileId = fc.nat(2 ** 32 - 1);
const ingested: fc.Arbitrary<Ingested> = fc.record({
  kind: fc.constant("ingested" as const),
  fileId,
  known: fc.boolean(),
  ...place,
  ...source,
  stat,
  recipe: text,
  content: fc.record({
    variant: text,
    chars: u32,
    blocks: fc.array(fc.record({ start: u32, codec: fc.nat(3), data: bytes }), { minLength: 1, maxLength: 3 }),
    layout: bytes,
    units: fc.array(unit, { maxLength: 3 }),
  }),
  chunks: u32,
  chunkBlob: bytes,
  tokens: u32,
  parts: fc.array(part, { maxLength: 3 }),
  path: bytes,
});
const outcome: fc.Arbitrary<FileOutcome> = fc.oneof(
  ingested,
  fc.record({
    kind: fc.constant("failed" as const),
    fileId,
    known: fc.boolean(),
    ...place,
    stat: fc.option(stat),
    source: fc.option(fc.record(source)),
    recipe: text,
    code: fc.constantFrom("binary" as const, "encoding" as const),
    message: text,
  }),
  fc.record({ kind: fc.constant("moved" as const), fileId, rootId: u32, rel, stat }),
  fc.record({ kind: fc.constant("touched" as const), fileId, stat }),
  fc.record({ kind: fc.constantFrom("removed" as const, "retokenised" as const), fileId }),
);

test("packed outcomes", () => {
  const packer = new OutcomePacker();
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 5 }), (outcomes) => {
      for (const one of outcomes) packer.add(one);
      expect(packer.count).toBe(outcomes.length);
      expect([...unpackOutcomes(packer.take())]).toEqual(outcomes);
      expect(packer.count).toBe(0);
    }),
    { seed, numRuns: rounds(200) },
  );
});

test("layouts", () => {
  const numbers = fc.array(u32, { maxLength: 30 }).map((values) => Uint32Array.from(values));
  const columns = fc.array(fc.nat(16383), { maxLength: 30 }).map((values) => Uint16Array.from(values));
  const layout = fc.record({
    locationKind: fc.constantFrom(...LOCATION_KINDS),
    lines: fc.record({ numbers, rows: numbers }, { requiredKeys: [] }),
    cells: fc.option(fc.record({ starts: numbers, columns }), { nil: undefined }),
  });
  fc.assert(
    fc.property(layout, ({ locationKind, lines, cells }) => {
      const given = cells === undefined ? { locationKind, lines } : { locationKind, lines, cells };
      expect(decodeLayout(encodeLayout(given))).toEqual(given);
    }),
    { seed, numRuns: rounds(300) },
  );
  expect(encodeLayout({ locationKind: "line", lines: {} })).toHaveLength(1);
});

test("texts in blocks, whole and in slices", () => {
  using tree = new Tree();
  const store = openStore(tree.dataDir, "write");
  const writer = new StoreWriter(store, { tokeniser: createTokeniser });
  // Long enough for several blocks, with pairs and halves of pairs where a block may end.
  const units = fc.constantFrom("a", "é", "水", "😀", "\ud800", "\udc00", "\n");
  const long = fc
    .record({ piece: fc.array(units, { minLength: 1, maxLength: 9 }), times: fc.nat(9000) })
    .map(({ piece, times }) => piece.join("").repeat(times));
  let id = 0;
  fc.assert(
    fc.property(long, fc.nat(90_000), fc.nat(20_000), (value, start, length) => {
      id += 1;
      writer.apply([record(id, value)]);
      const content = store.db.query<{ content: number }, [number]>("SELECT content FROM files WHERE id = ?").get(id);
      const contentId = content?.content ?? 0;
      expect(textOf(store, contentId) === value).toBe(true);
      expect(sliceOf(store, contentId, start, start + length) === value.slice(start, start + length)).toBe(true);
      expect(layoutOf(store, contentId)).toEqual({ locationKind: "line", lines: {}, units: [] });
      // The content ids that are free again are given to the next text: a cache must not mix them up.
      writer.apply([{ kind: "removed", fileId: id }]);
    }),
    { seed, numRuns: rounds(60) },
  );
  store.close();
});

function record(id: number, value: string): Ingested {
  return {
    kind: "ingested",
    fileId: id,
    known: false,
    rootId: 1,
    rel: `${id}`,
    ext: "",
    category: "doc",
    language: null,
    stat: { size: value.length, mtimeNs: 0n },
    sha256: new Bun.CryptoHasher("sha256").update(`${id}`).digest(),
    sha1: new Uint8Array(20),
    utf8: true,
    recipe: "r",
    content: {
      variant: "v",
      chars: value.length,
      blocks: encodeBlocks(value),
      layout: packLayout({ locationKind: "line", lines: {} }),
      units: [],
    },
    chunks: 0,
    chunkBlob: new Uint8Array(0),
    tokens: 0,
    parts: [],
    path: new Uint8Array(0),
  };
}
