/**
 * Vectors as they are read: which encoder made them, what waits for one, and the rows themselves. A chunk is embedded as
 * one or more windows; its vectors are found by its row in `embedded`, or by the exact text of a window.
 */
import { DIMENSIONS } from "../embed/encoder.ts";
import type { ChunkRow } from "./chunk-codec.ts";
import { chunksOfFile } from "./chunks.ts";
import { countersOf } from "./counters.ts";
import { metaValue } from "./meta.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** Rows of a page. */
export const PAGE_ROWS = 1000;

/** What the vectors are at this moment: a derived cache belongs to one such state. */
export interface VectorState {
  /** Name of the encoder that embeds this store, null before the first run with one. */
  readonly encoder: string | null;
  /** Rises with every transaction that changes them. */
  readonly generation: number;
  /** Another one whenever something was taken away; while it is the same, rows were only added. */
  readonly base: string;
}

const NONE: VectorState = { encoder: null, generation: 0, base: "" };

export const VECTOR_STATE = "vectors";

export function vectorState(store: Store): VectorState {
  const value = metaValue(store.db, VECTOR_STATE);
  if (value === null) return NONE;
  const [generation = "", base = "", ...encoder] = value.split(" ");
  return { encoder: encoder.length === 0 ? null : encoder.join(" "), generation: Number(generation), base };
}

export function encoderId(store: Store, name: string): number | null {
  return store.statement<{ id: number }, [string]>("SELECT id FROM encoders WHERE name = ?").get(name)?.id ?? null;
}

export interface EmbeddedCounts {
  /** Chunks with vectors by this encoder. */
  readonly embedded: number;
  readonly pending: number;
}

/** By the encoder of the store; without one every chunk is pending. */
export function embeddedCounts(store: Store, encoder = vectorState(store).encoder): EmbeddedCounts {
  const { chunks } = countersOf(store);
  const id = encoder === null ? null : encoderId(store, encoder);
  const embedded = id === null ? 0 : countEmbedded(store, id);
  return { embedded, pending: chunks - embedded };
}

/** Whether any chunk has vectors by the encoder of the store: without counting them. */
export function hasEmbedded(store: Store): boolean {
  const { encoder } = vectorState(store);
  const id = encoder === null ? null : encoderId(store, encoder);
  return id !== null && store.statement("SELECT 1 FROM embedded WHERE encoder = ? LIMIT 1").get(id) !== null;
}

function countEmbedded(store: Store, encoder: number): number {
  const row = store
    .statement<{ n: number }, [number]>("SELECT count(*) AS n FROM embedded WHERE encoder = ?")
    .get(encoder);
  return row?.n ?? 0;
}

/** Files with chunks that have no vectors by this encoder: newest modification first, then in path order. */
export function filesToEmbed(store: Store, encoder: string): number[] {
  return store
    .statement<[number], [number]>(
      `SELECT f.id FROM files f JOIN roots r ON r.id = f.root
       LEFT JOIN (SELECT chunk >> 20 AS file, count(*) AS n FROM embedded WHERE encoder = ? GROUP BY 1) e ON e.file = f.id
       WHERE f.chunks > ifnull(e.n, 0) ORDER BY f.mtime_ns DESC, r.path, f.rel`,
    )
    .values(encoderId(store, encoder) ?? -1)
    .map(([id]) => Number(id));
}

/** The chunks of a file that have no vectors by this encoder. */
export function chunksToEmbed(store: Store, fileId: number, encoder: string): ChunkRow[] {
  const chunks = chunksOfFile(store, fileId);
  const done = embeddedAmong(
    store,
    encoder,
    chunks.map(({ id }) => id),
  );
  return chunks.filter(({ id }) => !done.has(id));
}

/** Those of the chunks that have vectors by this encoder. */
function embeddedAmong(store: Store, encoder: string, chunks: readonly number[]): Set<number> {
  const rows = store
    .statement<[number], [number, string]>(
      "SELECT chunk FROM embedded WHERE encoder = ? AND chunk IN (SELECT value FROM json_each(?))",
    )
    .values(encoderId(store, encoder) ?? -1, JSON.stringify(chunks));
  return new Set(rows.map(([chunk]) => Number(chunk)));
}

/** Ids of the vectors with these keys, null where there is none. */
export function vectorIds(store: Store, keys: readonly Uint8Array[]): (number | null)[] {
  const statement = store.statement<{ id: number }, [Uint8Array]>("SELECT id FROM vectors WHERE key = ?");
  return keys.map((key) => statement.get(key)?.id ?? null);
}

/** Whether any chunk was ever embedded; cheaper than to count. */
export function hasVectors(store: Store): boolean {
  return store.read(() => vectorState(store).encoder !== null);
}

/**
 * Vectors that no chunk has stay for one to two of these periods, so that a folder that is moved away and back costs no embedding:
 * at its end those go that had none at its beginning either.
 */
const UNUSED_PERIOD_MS = 15 * 24 * 3_600_000;
/** Unused vectors beyond this number (45 MB), and more than the used ones, go at once. */
const MOST_UNUSED = 100_000;
/** When the last period began, milliseconds. */
export const UNUSED_SINCE = "vectors unused";

/** What is to be done about vectors that no chunk has: nothing, look which are still unused ("period"), or free them all. */
export function unusedVectorsDue(store: Store, now = Date.now()): "nothing" | "period" | "all" {
  const unused = store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors WHERE refs = 0").get()?.n ?? 0;
  if (unused > MOST_UNUSED) {
    const all = store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors").get()?.n ?? 0;
    const free =
      store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors WHERE key IS NULL").get()?.n ?? 0;
    if (unused - free > MOST_UNUSED && unused - free > (all - free) / 2) return "all";
  }
  const since = metaValue(store.db, UNUSED_SINCE);
  // A clock that was set back begins another period.
  if (since !== null && Math.abs(now - Number(since)) < UNUSED_PERIOD_MS) return "nothing";
  const any = store.statement("SELECT 1 FROM vectors WHERE refs <= 0 AND key IS NOT NULL LIMIT 1").get();
  return any === null ? "nothing" : "period";
}

export interface EmbeddedRow {
  readonly chunk: number;
  readonly vectors: Uint8Array;
}

/** Rows of one encoder in the order of chunks: all of them, or those written after a generation. */
export function embeddedRows(store: Store, encoder: string, after: number | null): EmbeddedRow[] {
  const id = encoderId(store, encoder) ?? -1;
  const sql = "SELECT chunk, vectors FROM embedded WHERE encoder = ?";
  if (after === null) return store.statement<EmbeddedRow, [number]>(`${sql} ORDER BY chunk`).all(id);
  return store.statement<EmbeddedRow, [number, number]>(`${sql} AND generation > ? ORDER BY chunk`).all(id, after);
}

/** One page of vectors. Throws `corrupt_store` where it is missing. */
export function vectorPage(store: Store, page: number): Int8Array {
  const row = store.statement<{ data: Uint8Array }, [number]>("SELECT data FROM vector_pages WHERE id = ?").get(page);
  if (!row || row.data.length % DIMENSIONS !== 0) throw corruptStore(store.path);
  return new Int8Array(row.data.buffer, row.data.byteOffset, row.data.byteLength);
}
