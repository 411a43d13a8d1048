/**
 * Writes postings: rows of FTS5, by its own INSERT and DELETE. A large run collects more before merging, keeps tombstones, and
 * joins all segments at its end, step by step.
 */
import { countersOf } from "./counters.ts";
import { LARGE_RUN, metaValue, removeMeta, setMeta } from "./meta.ts";
import type { PartRow } from "./part-rows.ts";
import type { Store } from "./store.ts";

/** A run is large beyond so many changed rows, and beyond this share of the existing rows. */
const LARGE_ROWS = 2000;
const LARGE_SHARE = 0.05;

/** FTS5's own defaults: segments of one level before a merge, and the share of tombstones before a segment is rewritten. */
const SMALL_SETTINGS = { automerge: 4, crisismerge: 16, deletemerge: 10 };
/**
 * Settings during a large run. Merging at each commit writes the same postings again and again, and rewriting segments for
 * their tombstones is two thirds of the work of deleting half of a store.
 */
const LARGE_SETTINGS = { automerge: 0, crisismerge: 64, deletemerge: 0 };

/** Leaves that one merge step writes: some 10 ms. */
const STEP = 300;

export class PostingRows {
  /** Rows inserted and removed since the last `settle`. */
  #changed = 0;
  #mostChanged: number | null = null;
  #isLarge: boolean | null = null;
  /** Whether the steps that join all segments have begun. */
  #isJoining = false;

  constructor(private readonly store: Store) {}

  insert(id: number, { body, ident, symbols }: PartRow, path: Uint8Array): void {
    this.#count();
    this.store
      .statement("INSERT INTO fts (rowid, body, ident, symbols, path) VALUES (?, ?, ?, ?, ?)")
      .run(id, body, ident, symbols, path);
  }

  remove(id: number): void {
    this.#count();
    this.store.statement("DELETE FROM fts WHERE rowid = ?").run(id);
  }

  removeAll(): void {
    this.store.statement("INSERT INTO fts (fts) VALUES ('delete-all')").run();
  }

  /** Call it after a rollback. */
  reset(): void {
    this.#isLarge = null;
    this.#mostChanged = null;
  }

  /**
   * After a large run: joins all segments, in transactions of a few milliseconds, for no longer than `mostMs`. Returns whether
   * work remains.
   */
  settle(mostMs: number): boolean {
    this.#changed = 0;
    this.#mostChanged = null;
    if (!this.#large()) return false;
    const deadline = performance.now() + mostMs;
    for (;;) {
      // A step that changes fewer than two rows had nothing to do.
      if (this.#step() < 2) break;
      if (performance.now() > deadline) return true;
    }
    this.store.write(() => {
      this.#configure(SMALL_SETTINGS);
      removeMeta(this.store.db, LARGE_RUN);
    });
    this.#isLarge = false;
    this.#isJoining = false;
    return false;
  }

  /** The first step requests joining all segments, further steps continue. */
  #step(): number {
    return this.store.write(() => {
      const before = this.#changes();
      this.store.statement("INSERT INTO fts (fts, rank) VALUES ('merge', ?)").run(this.#isJoining ? STEP : -STEP);
      this.#isJoining = true;
      return this.#changes() - before;
    });
  }

  #changes(): number {
    return this.store.statement<{ n: number }, []>("SELECT total_changes() AS n").get()?.n ?? 0;
  }

  #large(): boolean {
    this.#isLarge ??= metaValue(this.store.db, LARGE_RUN) !== null;
    return this.#isLarge;
  }

  #count(): void {
    this.#changed++;
    this.#mostChanged ??= Math.max(LARGE_ROWS, LARGE_SHARE * countersOf(this.store).parts);
    if (this.#changed <= this.#mostChanged || this.#large()) return;
    this.#configure(LARGE_SETTINGS);
    setMeta(this.store.db, LARGE_RUN, 1);
    this.#isLarge = true;
  }

  #configure(settings: typeof SMALL_SETTINGS): void {
    for (const [name, value] of Object.entries(settings)) {
      this.store.statement("INSERT INTO fts (fts, rank) VALUES (?, ?)").run(name, value);
    }
  }
}
