/** Reads chunks: chunk-codec.ts describes their format. */
import { type ChunkRow, FileChunks } from "./chunk-codec.ts";
import { opened, SEEDS } from "./seal.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

interface Blob {
  readonly file: number;
  readonly data: Uint8Array;
}

/** The chunks of these files; files without any are left out. Throws `corrupt_store`. */
export function chunkTables(store: Store, files: readonly number[]): Map<number, FileChunks> {
  const tables = new Map<number, FileChunks>();
  const rows = store
    .statement<Blob, [string]>("SELECT file, data FROM chunks WHERE file IN (SELECT value FROM json_each(?))")
    .all(`[${files.join(",")}]`);
  for (const { file, data } of rows) tables.set(file, unpackChunks(store, file, data));
  return tables;
}

function unpackChunks(store: Store, file: number, data: Uint8Array): FileChunks {
  const bytes = opened(store, data, SEEDS.chunks);
  try {
    return new FileChunks(file, bytes);
  } catch (error) {
    throw error instanceof RangeError ? corruptStore(store.path, error) : error;
  }
}

/** The chunks of a file, null without chunks. */
export function chunkTable(store: Store, fileId: number): FileChunks | null {
  const row = store.statement<Blob, [number]>("SELECT file, data FROM chunks WHERE file = ?").get(fileId);
  return row === null ? null : unpackChunks(store, fileId, row.data);
}

/** All chunks of a file in text order. */
export function chunksOfFile(store: Store, fileId: number): ChunkRow[] {
  return chunkTable(store, fileId)?.rows() ?? [];
}
