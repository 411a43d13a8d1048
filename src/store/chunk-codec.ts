/**
 * Chunks: the passages of a file. Chunks are not rows: one blob a file stores their ends, lines and names, and the starts of
 * the file's parts. A chunk's id is file · 2^20 + ordinal: computed with arithmetic, as JavaScript's shifts are 32-bit.
 */
import type { ChunkSpan } from "../text/chunks.ts";
import type { PartBorder } from "../text/parts.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { SEEDS, sealed } from "./seal.ts";

/** Most chunks of a file; more are a per-file error. */
export const MAX_CHUNKS = 2 ** 20;

export function chunkId(fileId: number, ordinal: number): number {
  return fileId * MAX_CHUNKS + ordinal;
}

export function fileOfChunk(id: number): number {
  return Math.floor(id / MAX_CHUNKS);
}

export function ordinalOfChunk(id: number): number {
  return id % MAX_CHUNKS;
}

/** The names that find a chunk: the enclosing symbol and the symbols that start in the chunk. */
export function symbolNames(symbol: string, defined: string): string {
  if (symbol === "" || symbol === defined || `\n${defined}\n`.includes(`\n${symbol}\n`)) return defined;
  return defined === "" ? symbol : `${symbol}\n${defined}`;
}

export interface ChunkRow {
  readonly id: number;
  /** UTF-16 offsets into the file's text, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** First and last source line or row. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Ordinal of the unit, -1 without units. */
  readonly unit: number;
  /** Enclosing heading or symbol, "" when none. */
  readonly symbol: string;
  /** Headings or definitions that start in the chunk, joined by "\n". */
  readonly defined: string;
}

/** A chunk's row without its id. */
export type ChunkEntry = Omit<ChunkRow, "id">;

/** The entry of a chunk from the chunker. */
export function chunkEntry({ defined, ...span }: ChunkSpan): ChunkEntry {
  return { ...span, defined: defined.length === 0 ? "" : defined.join("\n") };
}

/** The names in a part's row: those of its chunks, each once. */
export function namesOfChunks(chunks: readonly Pick<ChunkEntry, "symbol" | "defined">[]): string {
  if (chunks.length === 1 && chunks[0] !== undefined) return symbolNames(chunks[0].symbol, chunks[0].defined);
  const names = new Set<string>();
  for (const { symbol, defined } of chunks) {
    if (symbol !== "") names.add(symbol);
    if (defined !== "") for (const name of defined.split("\n")) names.add(name);
  }
  return [...names].join("\n");
}

/** The stored form of a file's chunks and parts. */
export function packChunks(chunks: readonly ChunkEntry[], parts: readonly PartBorder[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(16 + 10 * chunks.length);
  const names = new Map<string, number>([["", 0]]);
  const named = (name: string): number => {
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, names.size);
    return names.size - 1;
  };
  out.varint(chunks.length);
  out.varint(parts.length);
  let before = 0;
  for (const { chunk, start } of parts) {
    out.varint(chunk - before);
    out.varint((chunks[chunk]?.start ?? start) - start);
    before = chunk;
  }
  let [end, line, last] = [0, 0, -1];
  for (const { start, end: own, lineStart, lineEnd, unit, symbol, defined } of chunks) {
    out.zigzag(start - end);
    out.varint(own - start);
    out.zigzag(lineStart - line);
    out.zigzag(lineEnd - lineStart);
    out.zigzag(unit - last);
    out.varint(named(symbol));
    out.varint(named(defined));
    [end, line, last] = [own, lineEnd, unit];
  }
  names.delete("");
  out.varint(names.size);
  for (const name of names.keys()) out.string(name.toWellFormed());
  return sealed(out.done(), SEEDS.chunks);
}

const FIELDS = 7;

/** The chunks of a file, decoded from its blob on request. */
export class FileChunks {
  readonly count: number;
  readonly parts: readonly PartBorder[];
  /** By chunk: start, end, first line, last line, unit, symbol and defined names by number. */
  readonly #fields: Int32Array;
  readonly #reader: ByteReader;
  #names: string[] | undefined;

  /** Throws RangeError for invalid bytes. */
  constructor(
    readonly fileId: number,
    bytes: Uint8Array,
  ) {
    const from = new ByteReader(bytes);
    this.#reader = from;
    this.count = from.varint();
    const parts: { chunk: number; start: number }[] = [];
    let chunk = 0;
    const partCount = from.varint();
    if (this.count > MAX_CHUNKS || partCount > this.count) throw new RangeError("more chunks than a file may have");
    for (let at = 0; at < partCount; at++) {
      chunk += from.varint();
      parts.push({ chunk, start: from.varint() });
    }
    // First the raw numbers, then the decoded values: two loops without calls, because a search reads hundreds of small files.
    const fields = from.varints(this.count * FIELDS);
    let [end, line, unit] = [0, 0, -1];
    for (let at = 0; at < fields.length; at += FIELDS) {
      for (let field = 0; field < 5; field++) {
        const coded = fields[at + field] ?? 0;
        if (field !== 1) fields[at + field] = coded & 1 ? -((coded + 1) >>> 1) : coded >>> 1;
      }
      const start = end + (fields[at] ?? 0);
      end = start + (fields[at + 1] ?? 0);
      const first = line + (fields[at + 2] ?? 0);
      line = first + (fields[at + 3] ?? 0);
      unit += fields[at + 4] ?? 0;
      fields[at] = start;
      fields[at + 1] = end;
      fields[at + 2] = first;
      fields[at + 3] = line;
      fields[at + 4] = unit;
    }
    this.#fields = fields;
    for (const part of parts) part.start = this.start(part.chunk) - part.start;
    this.parts = parts;
  }

  start(ordinal: number): number {
    return this.#fields[ordinal * FIELDS] ?? 0;
  }

  end(ordinal: number): number {
    return this.#fields[ordinal * FIELDS + 1] ?? 0;
  }

  lineStart(ordinal: number): number {
    return this.#fields[ordinal * FIELDS + 2] ?? 0;
  }

  symbol(ordinal: number): string {
    return this.#name(this.#fields[ordinal * FIELDS + 5] ?? 0);
  }

  /** Joined by "\n". */
  defined(ordinal: number): string {
    return this.#name(this.#fields[ordinal * FIELDS + 6] ?? 0);
  }

  /** Whether a chunk lies in a symbol that starts in another chunk. */
  isWithinOther(ordinal: number): boolean {
    const symbol = this.#fields[ordinal * FIELDS + 5];
    return symbol !== 0 && symbol !== this.#fields[ordinal * FIELDS + 6];
  }

  row(ordinal: number): ChunkRow {
    const at = ordinal * FIELDS;
    return {
      id: chunkId(this.fileId, ordinal),
      start: this.start(ordinal),
      end: this.end(ordinal),
      lineStart: this.lineStart(ordinal),
      lineEnd: this.#fields[at + 3] ?? 0,
      unit: this.#fields[at + 4] ?? -1,
      symbol: this.symbol(ordinal),
      defined: this.defined(ordinal),
    };
  }

  rows(): ChunkRow[] {
    return Array.from({ length: this.count }, (_, ordinal) => this.row(ordinal));
  }

  /** The chunks of a part, and the text range in its row. */
  part(ordinal: number): {
    readonly first: number;
    readonly next: number;
    readonly start: number;
    readonly end: number;
  } {
    const { chunk: first = 0, start = 0 } = this.parts[ordinal] ?? {};
    const next = this.parts[ordinal + 1]?.chunk ?? this.count;
    return { first, next, start, end: this.end(next - 1) };
  }

  /** The part that a chunk belongs to. */
  partOf(chunk: number): number {
    let ordinal = this.parts.length - 1;
    while (ordinal > 0 && (this.parts[ordinal]?.chunk ?? 0) > chunk) ordinal--;
    return ordinal;
  }

  #name(number: number): string {
    if (number === 0) return "";
    if (this.#names === undefined) {
      const names = [""];
      for (let left = this.#reader.varint(); left > 0; left--) names.push(this.#reader.string());
      this.#names = names;
    }
    return this.#names[number] ?? "";
  }
}
