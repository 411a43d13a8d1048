/** Rows of tokens → the pages of one FTS5 segment. */
import { PAGE_SIZE, type Segment, SegmentKernel, type SegmentRow } from "../../kernels/segment.ts";

export type { Segment, SegmentRow };

export class SegmentBuilder {
  readonly #kernel: SegmentKernel;
  #bytes = 0;
  #count = 0;
  #isFinished = false;

  /** `pageSize` is that of the table ('pgsz'), in bytes. */
  constructor(pageSize: number = PAGE_SIZE) {
    this.#kernel = new SegmentKernel(pageSize);
  }

  /** Bytes of columns gathered so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Rows gathered so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * Rows may come in any order of rowid, a rowid at most once. Bytes are copied. Throws RangeError for what is no rowid, and for
   * a row for which there is no memory: then the builder must be cleared.
   */
  add(rowid: number, row: SegmentRow): void {
    if (this.#isFinished) this.clear();
    this.#kernel.add(rowid, row);
    this.#bytes += row.body.length + row.ident.length + row.symbols.length + row.path.length;
    this.#count++;
  }

  /** Drops what was gathered, and the arrays of the last segment. */
  clear(): void {
    this.#kernel.clear();
    this.#isFinished = false;
    this.#bytes = 0;
    this.#count = 0;
  }

  /**
   * The segment of the rows gathered; the builder is empty afterwards. Its arrays are views of the kernel's memory, valid until
   * the next add, finish or clear. Throws RangeError for a rowid that came twice, and where there is no memory for the pages.
   */
  finish(): Segment {
    if (this.#isFinished) this.clear();
    this.#isFinished = true;
    this.#bytes = 0;
    this.#count = 0;
    return this.#kernel.finish();
  }
}
