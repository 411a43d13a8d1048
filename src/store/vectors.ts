/**
 * Reads vectors: their encoder, the chunks that wait, and the rows themselves. A chunk is embedded as one or more windows; its
 * vectors are found by its row in `embedded`, or by the exact text of a window.
 */
import { DIMENSIONS } from "../embed/encoder.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import { type ChunkRow, chunkId } from "./chunk-codec.ts";
import { chunksOfFile } from "./chunks.ts";
import { filesIn, type RootPart } from "./counters.ts";
import { metaValue } from "./meta.ts";
import { opened } from "./seal.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** Rows of a page. */
export const PAGE_ROWS = 1000;

/** The current state of the vectors: a derived cache belongs to one state. */
export interface VectorState {
  /** Name of the store's encoder, null before the first run with one. */
  readonly encoder: string | null;
  /** Rises with every transaction that changes vectors. */
  readonly generation: number;
  /** Changes whenever vectors are removed; while it is equal, rows were only added. */
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

/** The files whose chunks get vectors. */
export interface EmbedScope {
  readonly policy: EmbedPolicy;
  /** Absent: all files in the store. */
  readonly within?: readonly RootPart[] | undefined;
}

/** SQL over files `f` and their roots `r`. A name without an extension is a note more often than data. */
const WANTED: Readonly<Record<EmbedPolicy, string>> = {
  docs: `(r.kind = 'agent' OR f.category IN ('doc', 'document')
    OR (f.category = 'data' AND (f.language IN ('csv', 'tsv') OR (f.ext = '' AND f.language IS NULL))))`,
  all: "TRUE",
  none: "FALSE",
};

/**
 * Counts for the store's encoder; without one every wanted chunk is pending. A checked chunk without vectors, which the model
 * cannot read, counts as neither.
 */
export function embeddedCounts(store: Store, scope: EmbedScope, encoder = vectorState(store).encoder): EmbeddedCounts {
  const id = encoder === null ? -1 : (encoderId(store, encoder) ?? -1);
  return { embedded: countEmbedded(store, id, scope), pending: waitingChunks(store, scope, encoder) };
}

/** Chunks that wait for their vectors. */
export function waitingChunks(store: Store, scope: EmbedScope, encoder = vectorState(store).encoder): number {
  const id = encoder === null ? -1 : (encoderId(store, encoder) ?? -1);
  return waitingFiles(store, scope, id).reduce((sum, { chunks }) => sum + chunks, 0);
}

/** Approximate body tokens of the waiting chunks: they determine the time for embedding. */
export function waitingTokens(store: Store, scope: EmbedScope, encoder: string): number {
  return waitingFiles(store, scope, encoderId(store, encoder) ?? -1).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Whether any chunk waits for its vectors. */
export function isAnyWaiting(store: Store, scope: EmbedScope, encoder: string): boolean {
  return waitingFiles(store, scope, encoderId(store, encoder) ?? -1).length > 0;
}

interface WaitingFile {
  readonly id: number;
  /** Chunks that wait. */
  readonly chunks: number;
  /** Their approximate tokens. */
  readonly tokens: number;
}

/** Newest modification first, then in path order. */
function waitingFiles(store: Store, { policy, within }: EmbedScope, encoder: number): WaitingFile[] {
  if (policy === "none") return [];
  const files = store
    .statement<[number, number, number], [number]>(
      `SELECT f.id, f.chunks - ifnull(e.n, 0), f.tokens * (f.chunks - ifnull(e.n, 0)) / f.chunks FROM files f JOIN roots r ON r.id = f.root
       LEFT JOIN (SELECT chunk >> 20 AS file, count(*) AS n FROM embedded WHERE encoder = ? GROUP BY 1) e ON e.file = f.id
       WHERE f.chunks > ifnull(e.n, 0) AND ${WANTED[policy]} ORDER BY f.mtime_ns DESC, r.path, f.rel`,
    )
    .values(encoder)
    .map(([id, chunks, tokens]) => ({ id: Number(id), chunks: Number(chunks), tokens: Number(tokens) }));
  if (within === undefined || files.length === 0) return files;
  const inside = new Set(filesIn(store, within).map(({ id }) => id));
  return files.filter(({ id }) => inside.has(id));
}

/** Whether any chunk has vectors of the store's encoder: without counting them. */
export function hasEmbedded(store: Store): boolean {
  const { encoder } = vectorState(store);
  const id = encoder === null ? null : encoderId(store, encoder);
  if (id === null) return false;
  return store.statement("SELECT 1 FROM embedded WHERE encoder = ? AND length(vectors) > 0 LIMIT 1").get(id) !== null;
}

/** Chunks with vectors. */
function countEmbedded(store: Store, encoder: number, { within }: EmbedScope): number {
  const rows = "FROM embedded WHERE encoder = ? AND length(vectors) > 0";
  if (within === undefined) {
    return store.statement<{ n: number }, [number]>(`SELECT count(*) AS n ${rows}`).get(encoder)?.n ?? 0;
  }
  const inFile = store.statement<{ n: number }, [number, number, number]>(
    `SELECT count(*) AS n ${rows} AND chunk >= ? AND chunk < ?`,
  );
  const counts = filesIn(store, within).map(
    ({ id }) => inFile.get(encoder, chunkId(id, 0), chunkId(id + 1, 0))?.n ?? 0,
  );
  return counts.reduce((sum, n) => sum + n, 0);
}

/** Files with wanted chunks that have no vectors by this encoder: newest modification first, then in path order. */
export function filesToEmbed(store: Store, scope: EmbedScope, encoder: string): number[] {
  return waitingFiles(store, scope, encoderId(store, encoder) ?? -1).map(({ id }) => id);
}

/** The chunks of a file that wait for vectors by this encoder. */
export function chunksToEmbed(store: Store, fileId: number, encoder: string): ChunkRow[] {
  const chunks = chunksOfFile(store, fileId);
  const done = embeddedAmong(
    store,
    encoder,
    chunks.map(({ id }) => id),
  );
  return chunks.filter(({ id }) => !done.has(id));
}

/** The chunks with vectors by this encoder, or unreadable for it. */
function embeddedAmong(store: Store, encoder: string, chunks: readonly number[]): Set<number> {
  const rows = store
    .statement<[number], [number, string]>(
      "SELECT chunk FROM embedded WHERE encoder = ? AND chunk IN (SELECT value FROM json_each(?))",
    )
    .values(encoderId(store, encoder) ?? -1, JSON.stringify(chunks));
  return new Set(rows.map(([chunk]) => Number(chunk)));
}

/** Ids of the vectors with these keys, null for a missing one. */
export function vectorIds(store: Store, keys: readonly Uint8Array[]): (number | null)[] {
  const statement = store.statement<{ id: number }, [Uint8Array]>("SELECT id FROM vectors WHERE key = ?");
  return keys.map((key) => statement.get(key)?.id ?? null);
}

/** Whether any chunk was ever embedded; cheaper than counting. */
export function hasVectors(store: Store): boolean {
  return store.read(() => vectorState(store).encoder !== null);
}

/**
 * Vectors without a chunk stay for one to two of these periods, so moving a folder away and back costs no embedding: the end of
 * a period removes vectors that were already unused at its beginning.
 */
const UNUSED_PERIOD_MS = 15 * 24 * 3_600_000;
/** Unused vectors above this number (45 MB), and above the number of used ones, are removed at once. */
const MOST_UNUSED = 100_000;
/** Key of the last period's start, milliseconds. */
export const UNUSED_SINCE = "vectors unused";

/** What to do with unused vectors: nothing, check which are still unused ("period"), or free all. */
export function unusedVectorsDue(store: Store, now = Date.now()): "nothing" | "period" | "all" {
  const unused = store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors WHERE refs = 0").get()?.n ?? 0;
  if (unused > MOST_UNUSED) {
    const all = store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors").get()?.n ?? 0;
    const free =
      store.statement<{ n: number }, []>("SELECT count(*) AS n FROM vectors WHERE key IS NULL").get()?.n ?? 0;
    if (unused - free > MOST_UNUSED && unused - free > (all - free) / 2) return "all";
  }
  const since = metaValue(store.db, UNUSED_SINCE);
  // A clock set back begins another period.
  if (since !== null && Math.abs(now - Number(since)) < UNUSED_PERIOD_MS) return "nothing";
  const any = store.statement("SELECT 1 FROM vectors WHERE refs <= 0 AND key IS NOT NULL LIMIT 1").get();
  return any === null ? "nothing" : "period";
}

export interface EmbeddedRow {
  readonly chunk: number;
  readonly vectors: Uint8Array;
}

/** Chunks with vectors of one encoder, in their order: all of them, or those written after a generation. */
export function embeddedRows(store: Store, encoder: string, after: number | null): EmbeddedRow[] {
  const id = encoderId(store, encoder) ?? -1;
  const sql = "SELECT chunk, vectors FROM embedded WHERE encoder = ? AND length(vectors) > 0";
  if (after === null) return store.statement<EmbeddedRow, [number]>(`${sql} ORDER BY chunk`).all(id);
  return store.statement<EmbeddedRow, [number, number]>(`${sql} AND generation > ? ORDER BY chunk`).all(id, after);
}

/** One page of vectors. Throws `corrupt_store` for a missing or changed page. */
export function vectorPage(store: Store, page: number): Int8Array {
  const row = store.statement<{ data: Uint8Array }, [number]>("SELECT data FROM vector_pages WHERE id = ?").get(page);
  if (!(row?.data instanceof Uint8Array)) throw corruptStore(store.path);
  // Pages from before checksums consist of whole rows only.
  const rows = row.data.length % DIMENSIONS === 0 ? row.data : opened(store, row.data, page);
  if (rows.length % DIMENSIONS !== 0) throw corruptStore(store.path);
  return new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}
