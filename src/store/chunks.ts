/** Chunk rows. A chunk's id is file · 2^20 + ordinal: arithmetic, as JavaScript's shifts are 32-bit. */
import type { Store } from "./store.ts";

/** Chunks a file may have; more are a per-file error. */
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

/** The names a chunk's `symbols` postings are made from: what it stands in and what starts in it. */
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
  /** Body tokens. */
  readonly tokens: number;
  /** Enclosing heading or symbol, "" when none. */
  readonly symbol: string;
  /** Headings or definitions that start in the chunk, joined by "\n". */
  readonly defined: string;
}

const COLUMNS = 'id, start, "end", line_start AS lineStart, line_end AS lineEnd, unit, tokens, symbol, defined';

/** The chunks of these ids; ids without a row are left out. */
export function chunksByIds(store: Store, ids: Iterable<number>): Map<number, ChunkRow> {
  const rows = store
    .statement<ChunkRow, [string]>(`SELECT ${COLUMNS} FROM chunks WHERE id IN (SELECT value FROM json_each(?))`)
    .all(JSON.stringify([...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** All chunks of a file in text order. */
export function chunksOfFile(store: Store, fileId: number): ChunkRow[] {
  return store
    .statement<ChunkRow, [number, number]>(`SELECT ${COLUMNS} FROM chunks WHERE id >= ? AND id < ? ORDER BY id`)
    .all(chunkId(fileId, 0), chunkId(fileId + 1, 0));
}
