/** Content rows as the writer changes them: stored once, shared by copies, gone with the last file that has them. */
import { firstBlockId } from "./content.ts";
import type { ContentRecord } from "./records.ts";
import type { Store } from "./store.ts";

/** All within a write transaction. */
export class ContentRows {
  constructor(private readonly store: Store) {}

  /** The id of this content, which gains a reference; stored when it is new. */
  take(sha256: Uint8Array, content: ContentRecord): number {
    const [first, ...further] = content.blocks;
    if (!first) throw new Error("a content without a block");
    // Tried first, as nearly every text is new: RETURNING would cost as much again.
    const inserted = this.store
      .statement(
        "INSERT OR IGNORE INTO content (sha256, variant, refs, chars, codec, data, layout) VALUES (?, ?, 1, ?, ?, ?, ?)",
      )
      .run(sha256, content.variant, content.chars, first.codec, first.data, content.layout);
    if (inserted.changes === 0) return this.#share(sha256, content.variant);
    const id = Number(inserted.lastInsertRowid);
    for (const [index, { start, codec, data }] of further.entries()) {
      this.store
        .statement("INSERT INTO blocks VALUES (?, ?, ?, ?)")
        .run(firstBlockId(id) + index + 1, start, codec, data);
    }
    for (const [ord, { kind, label, start, end, note }] of content.units.entries()) {
      this.store
        .statement("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?)")
        .run(id, ord, kind, label, start, end, note ?? "");
    }
    return id;
  }

  #share(sha256: Uint8Array, variant: string): number {
    const row = this.store
      .statement<{ id: number }, [Uint8Array, string]>("SELECT id FROM content WHERE sha256 = ? AND variant = ?")
      .get(sha256, variant);
    if (!row) throw new Error("a content that is there is not found");
    this.store.statement("UPDATE content SET refs = refs + 1 WHERE id = ?").run(row.id);
    return row.id;
  }

  /** One reference less; the last one takes the rows along. */
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
