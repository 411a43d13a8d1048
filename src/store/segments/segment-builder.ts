/** Rows of tokens → the pages of one FTS5 segment. */
import { PAGE_SIZE, type Segment, type SegmentRow } from "../../kernels/segment.ts";
import { referenceSegment } from "./segment-reference.ts";

export type { Segment, SegmentRow };

const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes);

export class SegmentBuilder {
  #rows: [number, SegmentRow][] = [];
  #bytes = 0;

  /** `pageSize` is that of the table ('pgsz'), in bytes. */
  constructor(private readonly pageSize: number = PAGE_SIZE) {}

  /** Bytes of columns gathered so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Rows gathered so far. */
  get count(): number {
    return this.#rows.length;
  }

  /** Rows may come in any order of rowid, a rowid at most once. Bytes are copied. */
  add(rowid: number, { body, ident, symbols, path }: SegmentRow): void {
    this.#rows.push([
      rowid,
      { body: copyOf(body), ident: copyOf(ident), symbols: copyOf(symbols), path: copyOf(path) },
    ]);
    this.#bytes += body.length + ident.length + symbols.length + path.length;
  }

  /** Drops what was gathered. */
  clear(): void {
    this.#rows = [];
    this.#bytes = 0;
  }

  /** The builder is empty afterwards. The segment's arrays are valid until the next add. Throws RangeError for a rowid that came twice. */
  finish(): Segment {
    const rows = this.#rows;
    this.clear();
    return referenceSegment(rows, this.pageSize);
  }
}
