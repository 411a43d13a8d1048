/**
 * Postings written: rows are gathered and become one segment of FTS5's at the end of the transaction, or sooner where they are
 * many. Within the writer's transactions alone.
 */
import type { PostingRow } from "./postings.ts";
import { SegmentBuilder } from "./segments/segment-builder.ts";
import { SegmentStore } from "./segments/segment-store.ts";
import type { Store } from "./store.ts";

/** Bytes of tokens that become a segment before the transaction ends. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

export interface PostingWriterOptions {
  /** False: through FTS5's own INSERT, as where its tables cannot be written. */
  readonly direct?: boolean;
}

export class PostingWriter {
  readonly #segments: SegmentStore | null;
  readonly #builder = new SegmentBuilder();
  /** Ids of the rows in the builder. */
  readonly #gathered = new Set<number>();

  constructor(
    private readonly store: Store,
    { direct = true }: PostingWriterOptions = {},
  ) {
    this.#segments = direct ? SegmentStore.open(store) : null;
  }

  insert(chunkId: number, row: PostingRow): void {
    if (this.#segments === null) {
      this.store
        .statement("INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (?, ?, ?, ?, ?)")
        .run(chunkId, row.body, row.ident, row.symbols, row.path);
      return;
    }
    this.#builder.add(chunkId, row);
    this.#gathered.add(chunkId);
    if (this.#builder.bytes >= SEGMENT_BYTES) this.flush();
  }

  remove(chunkId: number): void {
    if (this.#gathered.has(chunkId)) this.flush();
    this.store.statement("DELETE FROM fts WHERE rowid = ?").run(chunkId);
  }

  /** Writes what was gathered: before the transaction is committed, and before anything is looked up. */
  flush(): void {
    if (this.#gathered.size === 0) return;
    this.#gathered.clear();
    this.#segments?.append(this.#builder.finish());
  }

  /** After the transaction was undone. */
  discard(): void {
    this.#gathered.clear();
    this.#builder.clear();
  }
}
