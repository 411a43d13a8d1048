/**
 * The vocabulary of word pieces. Looked up by first letter: a table of all 30,522 would cost a one-shot search 8 ms, those of
 * the few letters it needs 2.
 */
export class Vocabulary {
  /** UTF-16 units of the longest piece. */
  readonly longest: number;
  readonly #pieces: readonly string[];
  /** Of each first unit, pieces that begin a word and that go on: the last such id, and from each id to the one before; -1: none. */
  readonly #last = new Int32Array(2 * 65536).fill(-1);
  readonly #previous: Int32Array;
  readonly #tables = new Map<number, ReadonlyMap<string, number>>();

  /** `text`: one piece a line, its id the line's number from 0; those that go on in a word begin with "##". */
  constructor(text: string) {
    this.#pieces = text.split("\n");
    const previous = new Int32Array(this.#pieces.length);
    let longest = 0;
    this.#pieces.forEach((piece, id) => {
      if (piece.length > longest) longest = piece.length;
      const key = goesOn(piece) ? 2 * piece.charCodeAt(2) + 1 : 2 * piece.charCodeAt(0);
      if (piece === "") return;
      previous[id] = this.#last[key] ?? -1;
      this.#last[key] = id;
    });
    this.longest = longest;
    this.#previous = previous;
  }

  /** The pieces that begin a word with this unit, or go on with it, with their ids. "##" is left out. */
  beginningWith(unit: number, inside: boolean): ReadonlyMap<string, number> {
    const key = 2 * unit + (inside ? 1 : 0);
    const found = this.#tables.get(key);
    if (found !== undefined) return found;
    const table = new Map<string, number>();
    for (let id = this.#last[key] ?? -1; id !== -1; id = this.#previous[id] ?? -1) {
      const piece = this.#pieces[id] ?? "";
      table.set(inside ? piece.slice(2) : piece, id);
    }
    this.#tables.set(key, table);
    return table;
  }
}

function goesOn(piece: string): boolean {
  return piece.length > 2 && piece.charCodeAt(0) === 0x23 && piece.charCodeAt(1) === 0x23;
}
