/**
 * Extracted texts: cut into blocks that are compressed one by one, so reading a slice costs only its blocks. The first block is
 * in the content row; nearly every text has only that one.
 */
import { isAscii } from "node:buffer";
import type { Document, Unit, UnitKind } from "../text/document.ts";
import type { Layout } from "../text/lines.ts";
import { decodeLayout, encodeLayout, unitsSum } from "./layout.ts";
import { blockSeed, opened, SEEDS, sealed } from "./seal.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";
import { parseNote } from "./unit-notes.ts";

/**
 * UTF-16 units a block. Three compressed blocks of 8 K source fit in a page, only one of 16 K: 0.33 of the text on disk against
 * 0.38. A slice decodes about 8 µs of text.
 */
export const BLOCK_CHARS = 8 * 1024;
/** Bytes. Shorter texts are stored uncompressed: zstd would save less than its call costs. */
const RAW_BYTES = 256;
const BLOCKS_A_CONTENT = 2 ** 20;
const ZSTD_LEVEL = 3;

/** Encoding of a block's bytes; the low bit means compressed. */
const CODEC = { utf8: 0, utf8Zstd: 1, utf16: 2, utf16Zstd: 3 } as const;

export interface CompressedBlock {
  /** UTF-16 offset in the text. */
  readonly start: number;
  readonly codec: number;
  /** With its checksum: seal.ts. */
  readonly data: Uint8Array;
}

/** Cuts and compresses a text. Never cuts a surrogate pair. */
export function encodeBlocks(text: string): CompressedBlock[] {
  if (text.length <= BLOCK_CHARS) return [encodeBlock(text, 0)];
  const blocks: CompressedBlock[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + BLOCK_CHARS, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    blocks.push(encodeBlock(text.slice(start, end), start));
    start = end;
  }
  return blocks;
}

function encodeBlock(text: string, start: number): CompressedBlock {
  // UTF-8 has no form for a lone surrogate, and replacing it would change the text.
  const utf16 = !text.isWellFormed();
  const bytes = utf16 ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf8");
  if (bytes.length >= RAW_BYTES) {
    const packed = Bun.zstdCompressSync(bytes, { level: ZSTD_LEVEL });
    if (packed.length < bytes.length) return sealedBlock(start, utf16 ? CODEC.utf16Zstd : CODEC.utf8Zstd, packed);
  }
  return sealedBlock(start, utf16 ? CODEC.utf16 : CODEC.utf8, bytes);
}

function sealedBlock(start: number, codec: number, bytes: Uint8Array): CompressedBlock {
  return { start, codec, data: sealed(bytes, blockSeed(start, codec)) };
}

/** Throws `corrupt_store` for invalid bytes. */
function decodeBlock(store: Store, { start, codec, data }: FurtherBlock): string {
  const bytes = opened(store, data, blockSeed(start, codec));
  const plain = codec & 1 ? unpacked(store, bytes) : bytes;
  const buffer = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength);
  return codec & 2 ? buffer.toString("utf16le") : buffer.toString("utf8");
}

function unpacked(store: Store, data: Uint8Array): Buffer {
  try {
    return Bun.zstdDecompressSync(data);
  } catch (error) {
    throw corruptStore(store.path, error);
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

interface FirstBlock {
  readonly chars: number;
  readonly codec: number;
  readonly data: Uint8Array;
}

interface FurtherBlock {
  readonly start: number;
  readonly codec: number;
  readonly data: Uint8Array;
}

/** Ids of a content's further blocks lie in [firstBlockId(c), firstBlockId(c + 1)). */
export function firstBlockId(contentId: number): number {
  return contentId * BLOCKS_A_CONTENT;
}

/** The whole text. */
export function textOf(store: Store, contentId: number): string {
  return sliceOf(store, contentId, 0, Number.MAX_SAFE_INTEGER);
}

/** Part of a text by UTF-16 offsets; offsets beyond the end are ignored. */
export function sliceOf(store: Store, contentId: number, start: number, end: number): string {
  const first = store
    .statement<FirstBlock, [number]>("SELECT chars, codec, data FROM content WHERE id = ?")
    .get(contentId);
  if (!first) throw corruptStore(store.path);
  if (first.chars <= BLOCK_CHARS) return decodeBlock(store, { ...first, start: 0 }).slice(start, end);
  let text = "";
  let at = 0;
  if (start < BLOCK_CHARS) {
    const block = decodeBlock(store, { ...first, start: 0 });
    text = block.slice(start, end);
    at = block.length;
  }
  if (end <= at) return text;
  // A block starts at most BLOCK_CHARS before each offset that it holds.
  const further = store.statement<FurtherBlock, [number, number, number, number]>(
    "SELECT start, codec, data FROM blocks WHERE id >= ? AND id < ? AND start > ? AND start < ? ORDER BY id",
  );
  for (const block of further.all(
    firstBlockId(contentId),
    firstBlockId(contentId + 1),
    start - BLOCK_CHARS,
    Math.min(end, first.chars),
  )) {
    text += decodeBlock(store, block).slice(Math.max(0, start - block.start), end - block.start);
  }
  return text;
}

/**
 * A block of a text: decoded, or the bytes of plain ASCII; only the requested part becomes a string, as a chunk is an eighth of
 * a block. Read it by `pieceOf`; loops over many use the string, or hundreds of calls would be compiled.
 */
export interface DecodedBlock {
  /** UTF-16 offset in the text. */
  readonly start: number;
  readonly data: string | Buffer;
}

/** The text between two offsets from the block's start. */
export function pieceOf({ data }: DecodedBlock, from: number, to: number): string {
  return typeof data === "string" ? data.slice(from, to) : data.toString("latin1", from, Math.min(to, data.length));
}

function openBlock(store: Store, start: number, codec: number, data: Uint8Array): DecodedBlock {
  if (codec !== CODEC.utf8Zstd) return { start, data: decodeBlock(store, { start, codec, data }) };
  const plain = unpacked(store, opened(store, data, blockSeed(start, codec)));
  return { start, data: isAscii(plain) ? plain : plain.toString("utf8") };
}

/**
 * Block `ordinal` of a text, null beyond its end. Block i starts at i times BLOCK_CHARS, or slightly before, where a block
 * would have split a surrogate pair.
 */
export function blockOf(store: Store, contentId: number, ordinal: number): DecodedBlock | null {
  if (ordinal === 0) {
    const first = store
      .statement<FirstBlock, [number]>("SELECT chars, codec, data FROM content WHERE id = ?")
      .get(contentId);
    if (!first) throw corruptStore(store.path);
    return openBlock(store, 0, first.codec, first.data);
  }
  const block = store
    .statement<FurtherBlock, [number]>("SELECT start, codec, data FROM blocks WHERE id = ?")
    .get(firstBlockId(contentId) + ordinal);
  return block === null ? null : openBlock(store, block.start, block.codec, block.data);
}

export interface PlaceOfBlock {
  readonly contentId: number;
  readonly ordinal: number;
}

interface FoundBlock {
  readonly isFurther: number;
  readonly id: number;
  readonly start: number;
  readonly codec: number;
  readonly data: Uint8Array;
}

/** As `blockOf`, for several places in their order, with one statement. */
export function readBlocks(store: Store, places: readonly PlaceOfBlock[]): (DecodedBlock | null)[] {
  const first: number[] = [];
  const further: number[] = [];
  for (const { contentId, ordinal } of places) {
    if (ordinal === 0) first.push(contentId);
    else further.push(contentId * BLOCKS_A_CONTENT + ordinal);
  }
  const statement = store.statement<FoundBlock, [string, string]>(
    `SELECT 0 AS isFurther, id, 0 AS start, codec, data FROM content WHERE id IN (SELECT value FROM json_each(?))
     UNION ALL SELECT 1, id, start, codec, data FROM blocks WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const firstBlocks = new Map<number, DecodedBlock>();
  const furtherBlocks = new Map<number, DecodedBlock>();
  for (const { isFurther, id, start, codec, data } of statement.all(`[${first.join(",")}]`, `[${further.join(",")}]`)) {
    const block = openBlock(store, start, codec, data);
    (isFurther === 1 ? furtherBlocks : firstBlocks).set(id, block);
  }
  const found: (DecodedBlock | null)[] = [];
  for (const { contentId, ordinal } of places) {
    const block =
      ordinal === 0 ? firstBlocks.get(contentId) : furtherBlocks.get(contentId * BLOCKS_A_CONTENT + ordinal);
    if (block === undefined && ordinal === 0) throw corruptStore(store.path);
    found.push(block ?? null);
  }
  return found;
}

/** The reader and options that made the text (indexing/recipe.ts). */
export function variantOf(store: Store, contentId: number): string | null {
  const row = store.statement<{ variant: string }, [number]>("SELECT variant FROM content WHERE id = ?").get(contentId);
  return row?.variant ?? null;
}

interface UnitRow {
  readonly kind: UnitKind;
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly note: string;
}

/** The layout for locating offsets in a text: location kind, line and cell maps, units if the text has any. */
export function layoutOf(store: Store, contentId: number, hasUnits = true): Layout {
  const row = store
    .statement<{ layout: Uint8Array }, [number]>("SELECT layout FROM content WHERE id = ?")
    .get(contentId);
  if (!row) throw corruptStore(store.path);
  return layoutFrom(store, contentId, row.layout, hasUnits);
}

/** The layouts of several texts by their ids, without units: one statement. */
export function layoutsOf(store: Store, contentIds: readonly number[]): Map<number, Layout> {
  const layouts = new Map<number, Layout>();
  const statement = store.statement<{ id: number; layout: Uint8Array }, [string]>(
    "SELECT id, layout FROM content WHERE id IN (SELECT value FROM json_each(?))",
  );
  for (const { id, layout } of statement.all(JSON.stringify(contentIds))) {
    layouts.set(id, layoutFrom(store, id, layout, false));
  }
  return layouts;
}

/** The stored form of a layout. */
export function packLayout({
  locationKind,
  lines,
  cells,
  units = [],
}: Pick<Document, "locationKind" | "lines" | "cells"> & Partial<Pick<Document, "units">>): Uint8Array {
  const layout = { locationKind, lines, ...(cells === undefined ? {} : { cells }) };
  const sums = units.length === 0 ? {} : { unitsSum: unitsSum(units) };
  return sealed(encodeLayout({ ...layout, ...sums }), SEEDS.layout);
}

function layoutFrom(store: Store, contentId: number, bytes: Uint8Array, hasUnits: boolean): Layout {
  try {
    const { unitsSum: sum, ...layout } = decodeLayout(opened(store, bytes, SEEDS.layout));
    const units = hasUnits ? readUnits(store, contentId) : [];
    if (hasUnits && sum !== undefined && unitsSum(units) !== sum) throw corruptStore(store.path);
    return { ...layout, units };
  } catch (error) {
    throw error instanceof RangeError ? corruptStore(store.path, error) : error;
  }
}

export function readUnits(store: Store, contentId: number): Unit[] {
  return store
    .statement<UnitRow, [number]>('SELECT kind, label, start, "end", note FROM units WHERE content = ? ORDER BY ord')
    .all(contentId)
    .map(({ note, ...unit }) => ({ ...unit, ...parseNote(note) }));
}
