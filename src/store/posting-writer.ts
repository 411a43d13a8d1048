/**
 * Postings written: rows are gathered and become one segment of FTS5's at the end of the transaction, or sooner where they are
 * many. Within the writer's transactions alone.
 */
import type { Statement } from "bun:sqlite";
import type { PostingRow } from "./postings.ts";
import type { MergeTime } from "./segments/merge-plan.ts";
import { SegmentBuilder } from "./segments/segment-builder.ts";
import { SegmentStore } from "./segments/segment-store.ts";
import { openStore, type Store } from "./store.ts";

/** Bytes of tokens that become a segment before the transaction ends. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Of all writers in this thread: a transaction is over before another one begins, and ends with an empty builder. */
const builder = new SegmentBuilder();

export class PostingWriter {
  readonly #segments: SegmentStore | null;
  /** Ids of the rows in the builder. */
  readonly #gathered = new Set<number>();
  /** Ids of stored rows that are to go; those of the builder come after them. */
  readonly #removed: number[] = [];
  #isMergeDue = false;

  /** Opened by `openForPostings`; over any other store, or where SQLite sees through that, FTS5 inserts and merges itself. */
  constructor(private readonly store: Store) {
    this.#segments = SegmentStore.open(store);
  }

  /** Whether rows become segments here, and not in FTS5. */
  get isDirect(): boolean {
    return this.#segments !== null;
  }

  insert(chunkId: number, row: PostingRow): void {
    if (this.#segments === null) {
      this.#fts("(rowid, body, ident, symbols, path) VALUES (?, ?, ?, ?, ?)").run(
        chunkId,
        row.body,
        row.ident,
        row.symbols,
        row.path,
      );
      return;
    }
    builder.add(chunkId, row);
    this.#gathered.add(chunkId);
    if (builder.bytes >= SEGMENT_BYTES) this.flush();
  }

  remove(chunkId: number): void {
    if (this.#segments === null) {
      this.store.statement(`DELETE FROM ${this.store.schema}.fts WHERE rowid = ?`).run(chunkId);
      return;
    }
    if (this.#gathered.has(chunkId)) this.flush();
    this.#removed.push(chunkId);
  }

  removeAll(): void {
    this.discard();
    if (this.#segments === null) this.#fts("(fts) VALUES ('delete-all')").run();
    else this.#segments.clear();
  }

  /** Writes what was gathered: before the transaction is committed. */
  flush(): void {
    if (this.#segments === null || (this.#gathered.size === 0 && this.#removed.length === 0)) return;
    const added = this.#gathered.size === 0 ? null : builder.finish();
    this.#isMergeDue = this.#segments.apply({ added, removed: this.#removed });
    this.#gathered.clear();
    this.#removed.length = 0;
  }

  /** After the transaction was undone. */
  discard(): void {
    builder.clear();
    this.#gathered.clear();
    this.#removed.length = 0;
  }

  /** While more is written, in transactions of its own: segments that have become many are merged into few. */
  settleMeanwhile(): void {
    if (this.#segments === null || !this.#isMergeDue) return;
    this.#isMergeDue = false;
    this.#merge(this.#segments, "meanwhile", Number.POSITIVE_INFINITY);
  }

  /** The same at the end of a run, of no more than so many pages at once. Returns whether more than that is due. */
  settle(mostPages: number = Number.POSITIVE_INFINITY): boolean {
    const segments = this.#segments;
    if (segments === null) return false;
    this.#merge(segments, "atEnd", mostPages);
    if (mostPages < Number.POSITIVE_INFINITY) return segments.isMergeDue("atEnd") || segments.isForFts5;
    if (segments.isForFts5) mergeByFts5(this.store.dataDir);
    return false;
  }

  #merge(segments: SegmentStore, when: MergeTime, mostPages: number): void {
    while (this.store.write(() => segments.merge(when, mostPages)));
  }

  #fts(values: string): Statement {
    return this.store.statement(`INSERT INTO ${this.store.schema}.fts ${values}`);
  }
}

/** A step rewrites so many pages, in a transaction of its own. */
const STEP_PAGES = 1000;

/** Through a connection of its own: that of the segments must not use FTS5's table. */
function mergeByFts5(dataDir: string): void {
  const store = openStore(dataDir, "write");
  try {
    // A step that changes less than two rows found nothing to do.
    for (let before = 0, after = 2; after - before >= 2; ) {
      before = totalChanges(store);
      store.statement("INSERT INTO fts (fts, rank) VALUES ('merge', ?)").run(STEP_PAGES);
      after = totalChanges(store);
    }
  } finally {
    store.close();
  }
}

function totalChanges(store: Store): number {
  return store.statement<{ n: number }, []>("SELECT total_changes() AS n").get()?.n ?? 0;
}
