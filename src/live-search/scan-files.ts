/** Reads and scans many files, on the main thread or in a worker: each file gives a row of numbers. */
import type { RootHandle } from "../corpus/open.ts";
import { FileError } from "../errors.ts";
import type { KeywordScan } from "./keyword-scan.ts";

/** Result for a set of files; the joined sets do not depend on which thread scanned which part. */
export interface ScanRows {
  /** Rows of 2 + terms numbers: the file's index in the list, its bytes, matches of each term. Only files with matches. */
  readonly rows: Uint32Array;
  /** Files that could not be searched: their indexes in the list, and the reason (a FileErrorCode). */
  readonly unread: readonly UnreadFile[];
}

export type UnreadFile = readonly [index: number, reason: string];

export class FileScanner {
  readonly #terms: number;
  #rows = new Uint32Array(1024);
  #used = 0;
  readonly #unread: UnreadFile[] = [];

  constructor(
    private readonly root: RootHandle,
    private readonly scan: KeywordScan,
    private readonly maxSize: number,
    terms: number,
  ) {
    this.#terms = terms;
  }

  /** Scans the file `rel`, at `index` of the list. */
  add(rel: string, index: number): void {
    try {
      const file = this.root.openInTurn(rel);
      try {
        const bytes = file.read(this.maxSize, this.scan.buffer);
        const counts = this.scan.count(bytes);
        if (counts !== null) this.#push(index, bytes.length, counts);
      } finally {
        file.close();
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#unread.push([index, error.code]);
    }
  }

  finish(): ScanRows {
    return { rows: this.#rows.slice(0, this.#used), unread: this.#unread };
  }

  #push(index: number, bytes: number, counts: Uint32Array): void {
    if (this.#used + 2 + this.#terms > this.#rows.length) {
      const larger = new Uint32Array(this.#rows.length * 2 + this.#terms);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    const rows = this.#rows;
    let at = this.#used;
    rows[at++] = index;
    rows[at++] = bytes;
    // A loop: for a few numbers a typed array's own method costs more than setting them.
    for (let term = 0; term < this.#terms; term++) rows[at++] = counts[term] ?? 0;
    this.#used = at;
  }
}
