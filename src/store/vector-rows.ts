/** Vectors as the writer changes them: each distinct text once, shared by its chunks, with counted references. */
import { DIMENSIONS } from "../embed/encoder.ts";
import { chunkId, fileOfChunk, ordinalOfChunk } from "./chunk-codec.ts";
import { versionOf } from "./file-version.ts";
import { setMeta } from "./meta.ts";
import { sealed } from "./seal.ts";
import type { Store } from "./store.ts";
import { packIds, unpackIds } from "./vector-codec.ts";
import { PAGE_ROWS, UNUSED_SINCE, unusedVectorsDue, VECTOR_STATE, vectorPage, vectorState } from "./vectors.ts";

/** Vectors for chunks, by the keys of their windows (vector-codec.ts). */
export interface VectorBatch {
  /** Name of the encoder. */
  readonly encoder: string;
  readonly chunks: readonly {
    readonly id: number;
    readonly keys: readonly Uint8Array[];
    /** Version of the chunk's file when the chunk was read (file-version.ts); absent if nothing was written since. */
    readonly fileVersion?: string;
  }[];
  /** Keys that the store may lack, and their vectors: a row of DIMENSIONS int8 each, in the same order. */
  readonly keys: readonly Uint8Array[];
  readonly vectors: Int8Array;
}

/** Vectors that a search made. */
export interface LateVectors {
  /** Generation of the searched store: the chunks belong to no other. */
  readonly generation: number;
  readonly batch: VectorBatch;
}

/** A page being written. Rows behind its last used row are not stored: a small store does not need a whole page. */
interface Page {
  readonly data: Uint8Array;
  length: number;
}

/** Call all methods within a write transaction, which ends with `save`. */
export class VectorRows {
  #added = false;
  #removed = false;
  readonly #pages = new Map<number, Page>();
  /** The page written last, and its state in the store: the next vectors mostly go there. */
  #last: { readonly id: number; readonly page: Page; readonly generation: number; readonly base: string } | null = null;

  constructor(private readonly store: Store) {}

  /** Forgets the changes of a rolled-back transaction. */
  reset(): void {
    this.#added = false;
    this.#removed = false;
    this.#pages.clear();
  }

  /** Removes the rows of a file's chunks. Their vectors stay until `collect`, as most texts of an edited file stay the same. */
  releaseFile(fileId: number): void {
    const rows = this.store
      .statement<{ vectors: Uint8Array }, [number, number]>(
        "SELECT vectors FROM embedded WHERE chunk >= ? AND chunk < ?",
      )
      .all(chunkId(fileId, 0), chunkId(fileId + 1, 0));
    if (rows.length === 0) return;
    for (const { vectors } of rows) this.#release(vectors);
    this.store
      .statement("DELETE FROM embedded WHERE chunk >= ? AND chunk < ?")
      .run(chunkId(fileId, 0), chunkId(fileId + 1, 0));
    this.#removed = true;
  }

  /**
   * Leaves out chunks that are gone or changed, chunks with a missing vector, and chunks embedded by another process meanwhile.
   * Returns the number of stored chunks.
   */
  put({ encoder, chunks, keys, vectors }: VectorBatch): number {
    const encoderId = this.#encoder(encoder);
    const generation = vectorState(this.store).generation + 1;
    const offered = new Map(keys.map((key, at) => [hex(key), at]));
    let put = 0;
    for (const chunk of chunks) {
      if (!this.#isThere(chunk)) continue;
      const before = this.store
        .statement<{ encoder: number; vectors: Uint8Array }, [number]>(
          "SELECT encoder, vectors FROM embedded WHERE chunk = ?",
        )
        .get(chunk.id);
      const ids = chunk.keys.flatMap((key) => this.#idOf(key, offered.get(hex(key)), vectors) ?? []);
      if (ids.length < chunk.keys.length) continue;
      const packed = packIds(ids);
      if (before?.encoder === encoderId && Buffer.compare(before.vectors, packed) === 0) continue;
      for (const id of ids) this.store.statement("UPDATE vectors SET refs = max(refs, 0) + 1 WHERE id = ?").run(id);
      if (before) this.#release(before.vectors);
      this.#removed ||= before !== null;
      this.store
        .statement("INSERT OR REPLACE INTO embedded VALUES (?, ?, ?, ?)")
        .run(chunk.id, encoderId, generation, packed);
      this.#added = true;
      put++;
    }
    return put;
  }

  #isThere({ id, fileVersion }: VectorBatch["chunks"][number]): boolean {
    const file = fileOfChunk(id);
    const row = this.store.statement<{ chunks: number }, [number]>("SELECT chunks FROM files WHERE id = ?").get(file);
    if (row === null || ordinalOfChunk(id) >= row.chunks) return false;
    return fileVersion === undefined || versionOf(this.store, file) === fileVersion;
  }

  /** Makes this encoder the store's: vectors of other encoders are no longer searched. */
  choose(encoder: string): void {
    const state = vectorState(this.store);
    if (state.encoder === encoder) return;
    this.#encoder(encoder);
    this.#save(state.generation + 1, newBase(), encoder);
  }

  /** Frees the places of vectors unused for long enough (see vectors.ts), and returns empty pages. */
  collect(now = Date.now()): void {
    const due = unusedVectorsDue(this.store, now);
    if (due === "nothing") return;
    const most = due === "all" ? 0 : -1;
    this.store.statement("UPDATE vectors SET key = NULL, refs = 0 WHERE refs <= ? AND key IS NOT NULL").run(most);
    this.store.statement("UPDATE vectors SET refs = -1 WHERE refs = 0 AND key IS NOT NULL").run();
    setMeta(this.store.db, UNUSED_SINCE, now);
    const empty = this.store
      .statement<{ page: number }, [number]>("SELECT id / ?1 AS page FROM vectors GROUP BY page HAVING count(key) = 0")
      .all(PAGE_ROWS);
    for (const { page } of empty) {
      this.store.statement("DELETE FROM vector_pages WHERE id = ?").run(page);
      this.store
        .statement("DELETE FROM vectors WHERE id >= ? AND id < ?")
        .run(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
    }
  }

  /** Deletes everything. */
  clear(): void {
    for (const table of ["embedded", "vectors", "vector_pages"]) this.store.db.run(`DELETE FROM ${table}`);
    this.#removed = true;
  }

  /** Writes the pages and the new state, if anything changed. */
  save(): void {
    for (const [id, { data, length }] of this.#pages) {
      this.store
        .statement("INSERT OR REPLACE INTO vector_pages VALUES (?, ?)")
        .run(id, sealed(data.subarray(0, length), id));
    }
    const [last = null] = [...this.#pages].slice(-1);
    this.#pages.clear();
    if (!this.#added && !this.#removed) return;
    const state = vectorState(this.store);
    const generation = state.generation + 1;
    const base = this.#removed || state.base === "" ? newBase() : state.base;
    this.#save(generation, base, state.encoder);
    this.reset();
    this.#last = last === null ? null : { id: last[0], page: last[1], generation, base };
  }

  #save(generation: number, base: string, encoder: string | null): void {
    setMeta(this.store.db, VECTOR_STATE, [generation, base, ...(encoder === null ? [] : [encoder])].join(" "));
  }

  #release(vectors: Uint8Array): void {
    for (const id of unpackIds(vectors)) {
      this.store.statement("UPDATE vectors SET refs = refs - 1 WHERE id = ?").run(id);
    }
  }

  /** The id of the vector with this key; a missing vector is added if one is offered. */
  #idOf(key: Uint8Array, offered: number | undefined, vectors: Int8Array): number | null {
    const known = this.store.statement<{ id: number }, [Uint8Array]>("SELECT id FROM vectors WHERE key = ?").get(key);
    if (known) return known.id;
    if (offered === undefined) return null;
    const id = this.#place();
    this.store.statement("INSERT OR REPLACE INTO vectors VALUES (?, ?, 0)").run(id, key);
    const row = vectors.subarray(offered * DIMENSIONS, (offered + 1) * DIMENSIONS);
    this.#write(id, row);
    return id;
  }

  /** A free place, the lowest first, so few pages are written. */
  #place(): number {
    const free = this.store
      .statement<{ id: number }, []>("SELECT id FROM vectors WHERE refs = 0 AND key IS NULL ORDER BY id LIMIT 1")
      .get();
    if (free) return free.id;
    const last = this.store.statement<{ id: number | null }, []>("SELECT max(id) AS id FROM vectors").get();
    return (last?.id ?? -1) + 1;
  }

  #write(id: number, row: Int8Array): void {
    const at = (id % PAGE_ROWS) * DIMENSIONS;
    const page = this.#page(Math.floor(id / PAGE_ROWS));
    page.data.set(new Uint8Array(row.buffer, row.byteOffset, row.byteLength), at);
    page.length = Math.max(page.length, at + DIMENSIONS);
  }

  #page(id: number): Page {
    const known = this.#pages.get(id);
    if (known) return known;
    const kept = this.#kept(id);
    if (kept !== null) {
      this.#pages.set(id, kept);
      return kept;
    }
    const page: Page = { data: new Uint8Array(PAGE_ROWS * DIMENSIONS), length: 0 };
    if (this.store.statement("SELECT 1 FROM vector_pages WHERE id = ?").get(id) !== null) {
      const stored = vectorPage(this.store, id);
      page.data.set(new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength));
      page.length = stored.length;
    }
    this.#pages.set(id, page);
    return page;
  }

  /**
   * The last page, if the store is still in its state. Otherwise each transaction would read and allocate 400 KB, which the
   * garbage collector hardly notices: 1 GB after 2,000 chunks.
   */
  #kept(id: number): Page | null {
    const last = this.#last;
    this.#last = null;
    if (last?.id !== id) return null;
    const { generation, base } = vectorState(this.store);
    return last.generation === generation && last.base === base ? last.page : null;
  }

  #encoder(name: string): number {
    this.store.statement("INSERT OR IGNORE INTO encoders (name) VALUES (?)").run(name);
    const row = this.store.statement<{ id: number }, [string]>("SELECT id FROM encoders WHERE name = ?").get(name);
    if (!row) throw new Error("an encoder just inserted is not there");
    return row.id;
  }
}

/** Random, so a database restored to an older state never matches a cache of the lost state. */
function newBase(): string {
  return crypto.getRandomValues(new Uint8Array(8)).toHex();
}

function hex(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("hex");
}
