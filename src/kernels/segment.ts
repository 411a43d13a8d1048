/** Rows of tokens and the pages of an FTS5 segment made of them. */

/** A row of the FTS5 table. Columns are UTF-8, tokens separated by blanks. */
export interface SegmentRow {
  readonly body: Uint8Array;
  readonly ident: Uint8Array;
  readonly symbols: Uint8Array;
  readonly path: Uint8Array;
}

export interface Segment {
  /** Leaf pages in order, numbered from 1, as they stand in fts_data. None where no row holds a token: then there is no segment. */
  readonly leaves: readonly Uint8Array[];
  /** The segment's rows of fts_idx: separators in order, and pgno as that table holds it: page * 2, + 1 with a doclist index. */
  readonly index: readonly { readonly term: Uint8Array; readonly pgno: number }[];
  /** Pages of doclist indexes, as they stand in fts_data. */
  readonly doclistIndexes: readonly { readonly height: number; readonly page: number; readonly data: Uint8Array }[];
  /** One a row, in order of rowid: the token counts of its columns, as fts_docsize holds them. */
  readonly rows: readonly { readonly rowid: number; readonly sizes: Uint8Array }[];
  /** Tokens in each column, all rows. */
  readonly totals: readonly [number, number, number, number];
}

/** Bytes at which FTS5 ends a page, unless its table is configured otherwise. A page may be some bytes longer. */
export const PAGE_SIZE = 4050;
