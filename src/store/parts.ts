/**
 * Parts: the rows of the index. A file is one part, or several for a long text. A part's id is file · 2^10 + ordinal, the rowid
 * in `fts`: computed with arithmetic, as JavaScript's shifts are 32-bit.
 */

/** Most parts of a file; parts of a longer text are longer. */
export const MAX_PARTS = 2 ** 10;

/** In SQL: `rowid >> PART_BITS` is the file. */
export const PART_BITS = 10;

export function partId(fileId: number, ordinal: number): number {
  return fileId * MAX_PARTS + ordinal;
}

export function fileOfPart(id: number): number {
  return Math.floor(id / MAX_PARTS);
}

export function ordinalOfPart(id: number): number {
  return id % MAX_PARTS;
}
