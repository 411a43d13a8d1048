/**
 * Compares the postings with the stored texts, every occurrence of every token: FTS5 keeps no copy of the texts and so cannot
 * detect a changed posting. For `doctor`: reads the whole store, about 3 MB of text a second.
 */

import { pathFromBytes } from "../corpus/path-bytes.ts";
import { namingPath } from "../corpus/roots.ts";
import { createTokeniser } from "../text/tokeniser.ts";
import { chunkTable } from "./chunks.ts";
import { textOf } from "./content.ts";
import { chunkSizeIn, type PartRow, partRows } from "./part-rows.ts";
import { partId } from "./parts.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";
import { TOKENISER_RECIPE } from "./writer.ts";

/** FTS5's tokeniser "ascii": letters and digits, and every byte beyond ASCII. */
const TOKEN = /[0-9A-Za-z\u0080-\u{10ffff}]+/gu;

interface FileRow {
  readonly id: number;
  readonly content: number;
  readonly parts: number;
  readonly recipe: string | null;
  readonly rel: Uint8Array;
  readonly root: Uint8Array;
}

/** Throws `corrupt_store` for a posting that its text lacks, and for a missing posting; else as reading a text does. */
export function checkPostings(store: Store): void {
  // Postings of another tokeniser are made again by the next index run.
  const current = store.db.query("SELECT 1 FROM recipes WHERE key = ?").get(TOKENISER_RECIPE) !== null;
  const older = store.db.query(
    "SELECT 1 FROM files WHERE content IS NOT NULL AND tokeniser <> (SELECT id FROM recipes WHERE key = ?) LIMIT 1",
  );
  if (!current || older.get(TOKENISER_RECIPE) !== null) return;
  const sums = postingSums(store);
  const lengths = new Lengths(store);
  const tokeniser = createTokeniser();
  const files = store.db.query<FileRow, []>(
    `SELECT id, content, parts, (SELECT key FROM recipes WHERE id = files.recipe) AS recipe, rel,
       (SELECT path FROM roots WHERE id = files.root) AS root
     FROM files WHERE content IS NOT NULL`,
  );
  for (const { id, content, parts, recipe, rel, root } of files.iterate()) {
    const chunks = chunkTable(store, id)?.rows() ?? [];
    const made = partRows(textOf(store, content), chunks, chunkSizeIn(recipe ?? ""), tokeniser);
    const path = tokeniser.pathTokens(namingPath(pathFromBytes(root), pathFromBytes(rel)));
    if (made.rows.length !== parts) throw corruptStore(store.path);
    made.rows.forEach((row, ordinal) => {
      const part = partId(id, ordinal);
      const { sum, sizes } = factsOfRow(row, path);
      if ((sums.get(part) ?? 0) !== sum || !lengths.takes(part, sizes)) throw corruptStore(store.path);
      sums.delete(part);
    });
  }
  if (sums.size > 0 || !lengths.areTotals() || !areTermsFound(store)) throw corruptStore(store.path);
}

/** The lengths in FTS5 of each row and of all rows, in tokens by column: FTS5's bm25 uses them. */
class Lengths {
  #rows = 0;
  readonly #totals = [0, 0, 0, 0];

  constructor(private readonly store: Store) {}

  /** Whether the row has these sizes. */
  takes(part: number, sizes: readonly number[]): boolean {
    const row = this.store.statement<{ sz: Uint8Array }, [number]>("SELECT sz FROM fts_docsize WHERE id = ?").get(part);
    this.#rows += 1;
    for (const [column, size] of sizes.entries()) this.#totals[column] = (this.#totals[column] ?? 0) + size;
    return row !== null && Bun.deepEquals(varintsOf(row.sz), sizes);
  }

  /** Whether FTS5's own totals equal the sums of the rows. */
  areTotals(): boolean {
    const row = this.store.statement<{ block: Uint8Array }, []>("SELECT block FROM fts_data WHERE id = 1").get();
    const kept = row === null ? [] : varintsOf(row.block);
    return this.#rows === 0 || Bun.deepEquals(kept, [this.#rows, ...this.#totals]);
  }
}

/** SQLite's numbers of variable length, below 2^53. */
function varintsOf(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 0x80 + (byte & 0x7f);
    if (byte & 0x80) continue;
    values.push(value);
    value = 0;
  }
  return values;
}

/**
 * Whether terms, looked up as in a search, are in as many rows as hold them: a segment's page index has no checksum. A page
 * holds either some frequent term or dozens of rare ones; every fourth rare term is looked up: all would be most of the work.
 */
function areTermsFound(store: Store): boolean {
  store.db.run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, fts, 'row')");
  const terms = store.db.query<{ term: string; doc: number }, []>("SELECT term, doc FROM temp.terms");
  const found = store.db.query<{ doc: number }, [string]>("SELECT count(*) AS doc FROM fts WHERE fts MATCH ?");
  let at = 0;
  for (const { term, doc } of terms.iterate()) {
    if (at++ % RARE_STEP !== 0 && doc < FREQUENT) continue;
    if (found.get(`"${term}"`)?.doc !== doc) return false;
  }
  return true;
}

const RARE_STEP = 4;
const FREQUENT = 30;

/** By part, the sum of hashes of its occurrences, in any order. */
function postingSums(store: Store): Map<number, number> {
  store.db.run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.occurrences USING fts5vocab(main, fts, 'instance')");
  const sums = new Map<number, number>();
  const rows = store.db.query<{ term: string; doc: number; col: string; offset: number }, []>(
    "SELECT term, doc, col, offset FROM temp.occurrences",
  );
  for (const { term, doc, col, offset } of rows.iterate()) {
    sums.set(doc, ((sums.get(doc) ?? 0) + sumOf(term, col, offset)) % MODULUS);
  }
  return sums;
}

/** Sums of 32-bit hashes below this bound are exact in a double. */
const MODULUS = 2 ** 48;

function sumOf(term: string, column: string, offset: number): number {
  return Bun.hash.xxHash32(`${column} ${offset} ${term}`);
}

/** The sum of hashes of a row's occurrences, and its tokens by column. */
function factsOfRow({ body, ident, symbols }: PartRow, path: Uint8Array) {
  let sum = 0;
  const sizes: number[] = [];
  for (const [column, bytes] of Object.entries({ body, ident, symbols, path })) {
    let offset = 0;
    for (const [token] of new TextDecoder().decode(bytes).matchAll(TOKEN)) {
      sum = (sum + sumOf(token.toLowerCase(), column, offset++)) % MODULUS;
    }
    sizes.push(offset);
  }
  return { sum, sizes };
}
