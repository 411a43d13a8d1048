/** How many tokens rows have, each looked up once a search. */
import type { Store } from "../store.ts";

/** The first columns of a row, those of the text itself: `body` and `ident`. */
const TEXT_COLUMNS = 2;
const COLUMNS = 4;

export class RowSizes {
  /** Of each row where its sizes stand. */
  readonly #places = new Map<number, number>();
  #totals = new Float64Array(512);
  #texts = new Float64Array(512);

  constructor(private readonly store: Store) {}

  /** Tokens of all columns of each row. Throws RangeError for a row without. */
  of(ids: readonly number[]): Float64Array {
    this.#read(ids);
    return this.#taken(ids, this.#totals);
  }

  /** Tokens of `body` and `ident`. */
  ofTexts(ids: readonly number[]): Float64Array {
    this.#read(ids);
    return this.#taken(ids, this.#texts);
  }

  #taken(ids: readonly number[], from: Float64Array): Float64Array {
    const sizes = new Float64Array(ids.length);
    for (let row = 0; row < ids.length; row++) sizes[row] = from[this.#places.get(ids[row] ?? 0) ?? 0] ?? 0;
    return sizes;
  }

  #read(ids: readonly number[]): void {
    const unknown: number[] = [];
    for (const id of ids) if (!this.#places.has(id)) unknown.push(id);
    if (unknown.length === 0) return;
    const statement = this.store.statement<[Uint8Array], [string]>(
      "SELECT d.sz FROM json_each(?) AS wanted CROSS JOIN fts_docsize d ON d.id = wanted.value",
    );
    const rows = statement.values(`[${unknown.join(",")}]`);
    if (rows.length !== unknown.length) throw new RangeError("a row of the postings has no size");
    const known = this.#places.size;
    if (known + unknown.length > this.#totals.length) this.#grow(2 * (known + unknown.length));
    for (let row = 0; row < unknown.length; row++) {
      const bytes = rows[row]?.[0];
      if (!(bytes instanceof Uint8Array)) throw new RangeError("a row of the postings has no size");
      let total = 0;
      let text = 0;
      let column = 0;
      for (let at = 0, value = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        value = value * 128 + (byte & 0x7f);
        if (byte >= 0x80) continue;
        total += value;
        if (column < TEXT_COLUMNS) text += value;
        value = 0;
        column++;
      }
      if (column !== COLUMNS || (bytes.at(-1) ?? 0) >= 0x80) throw new RangeError("a row's size is damaged");
      this.#totals[known + row] = total;
      this.#texts[known + row] = text;
      this.#places.set(unknown[row] ?? 0, known + row);
    }
  }

  #grow(size: number): void {
    const totals = new Float64Array(size);
    totals.set(this.#totals);
    this.#totals = totals;
    const texts = new Float64Array(size);
    texts.set(this.#texts);
    this.#texts = texts;
  }
}
