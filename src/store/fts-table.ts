/** The table of postings: FTS5 without its own copy of the texts. A row is a part of a file: parts.ts defines its rowid. */
import type { Database } from "bun:sqlite";

export const FTS_TABLE = `
CREATE VIRTUAL TABLE fts USING fts5(
  body, ident, symbols, path, content='', contentless_delete=1, tokenize='ascii'
);
`;

/** Bytes of postings that FTS5 collects in memory before it writes a segment. */
const HASH_SIZE = 16 * 1024 * 1024;

/** Settings of a new table. */
export function configurePostings(db: Database): void {
  db.run("INSERT INTO fts (fts, rank) VALUES ('hashsize', ?)", [HASH_SIZE]);
}
