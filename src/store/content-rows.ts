/** Content rows as the writer changes them: stored once, shared by copies, deleted with the last file that uses them. */
import { firstBlockId } from "./content.ts";
import type { ContentRecord } from "./file-outcomes.ts";
import { RowInserts } from "./row-inserts.ts";
import type { Store } from "./store.ts";
import { storedNote } from "./unit-notes.ts";

/** The content of a file, by its key. */
export interface TakenContent {
  readonly sha256: Uint8Array;
  readonly content: ContentRecord;
}

/** Call all methods within a write transaction. */
export class ContentRows {
  readonly #inserts: RowInserts;
  /** The next id, from 1; 0 for unknown. */
  #next = 0;

  constructor(private readonly store: Store) {
    // INSERT comes first, as nearly every text is new: RETURNING would double its cost.
    const head = "INSERT OR IGNORE INTO content (id, sha256, variant, refs, chars, codec, data, layout) VALUES";
    this.#inserts = new RowInserts(store, head, "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8");
  }

  /** Call it at the beginning of a transaction, and after a rollback. */
  begin(): void {
    this.#inserts.discard();
    this.#next = 0;
  }

  /** The ids of these contents, each with one more reference; a new content is stored. */
  take(taken: readonly TakenContent[]): number[] {
    this.#next ||= this.#afterLast();
    const ids: number[] = [];
    for (const { sha256, content } of taken) {
      const [first] = content.blocks;
      if (!first) throw new Error("a content without a block");
      const id = this.#next++;
      ids.push(id);
      this.#inserts.add([id, sha256, content.variant, 1, content.chars, first.codec, first.data, content.layout]);
    }
    const areNew = this.#inserts.flush() === ids.length;
    for (let at = 0; at < taken.length; at++) {
      const one = taken[at];
      if (!one) continue;
      const id = ids[at] ?? 0;
      const known = areNew ? id : this.#idOf(one.sha256, one.content.variant);
      if (known === id) {
        this.#insertRest(id, one.content);
        continue;
      }
      ids[at] = known;
      this.store.statement("UPDATE content SET refs = refs + 1 WHERE id = ?").run(known);
    }
    return ids;
  }

  #afterLast(): number {
    const row = this.store.statement<{ last: number | null }, []>("SELECT max(id) AS last FROM content").get();
    return (row?.last ?? 0) + 1;
  }

  #insertRest(id: number, { blocks, units }: ContentRecord): void {
    for (let index = 1; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) continue;
      const { start, codec, data } = block;
      this.store.statement("INSERT INTO blocks VALUES (?, ?, ?, ?)").run(firstBlockId(id) + index, start, codec, data);
    }
    for (let ord = 0; ord < units.length; ord++) {
      const unit = units[ord];
      if (!unit) continue;
      const { kind, label, start, end } = unit;
      this.store
        .statement("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)")
        .run(id, ord, kind, label, start, end, storedNote(unit));
    }
  }

  #idOf(sha256: Uint8Array, variant: string): number {
    const row = this.store
      .statement<{ id: number }, [Uint8Array, string]>("SELECT id FROM content WHERE sha256 = ? AND variant = ?")
      .get(sha256, variant);
    if (!row) throw new Error("a content that is there is not found");
    return row.id;
  }

  /** Removes one reference; with the last one the rows are deleted. */
  release(id: number): void {
    const row = this.store
      .statement<{ refs: number }, [number]>("UPDATE content SET refs = refs - 1 WHERE id = ? RETURNING refs")
      .get(id);
    if (!row || row.refs > 0) return;
    this.store.statement("DELETE FROM content WHERE id = ?").run(id);
    this.store.statement("DELETE FROM blocks WHERE id >= ? AND id < ?").run(firstBlockId(id), firstBlockId(id + 1));
    this.store.statement("DELETE FROM units WHERE content = ?").run(id);
    this.store.statement("DELETE FROM symbols WHERE content = ?").run(id);
  }
}
