/**
 * Compares the store's rows with each other, and with names and texts. For `doctor`: SQLite finds damage in its pages and in
 * indexed columns, checksums cover stored bytes; this file checks the other columns.
 */
import { Database } from "bun:sqlite";
import { categoriseNamed, lowerName } from "../corpus/categories.ts";
import { CATEGORISER, categoryByText } from "../corpus/generated.ts";
import { knownLanguages } from "../corpus/language-names.ts";
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { namingPath } from "../corpus/roots.ts";
import { DIMENSIONS } from "../embed/encoder.ts";
import { fileOfChunk, ordinalOfChunk } from "./chunk-codec.ts";
import { chunkTable } from "./chunks.ts";
import { layoutOf, textOf } from "./content.ts";
import { isKnownKey } from "./meta.ts";
import { ensureSchema } from "./schema.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";
import { unpackIds } from "./vector-codec.ts";
import { PAGE_ROWS, vectorPage, vectorState } from "./vectors.ts";

/** Throws `corrupt_store` for impossible rows, and as reading the rows does. Reads every text, layout and page of vectors. */
export function checkRows(store: Store): void {
  const checks = [schemaHolds, keysAreKnown, countersHold, rootsHold, contentsHold, filesHold, vectorsHold];
  if (!checks.every((holds) => holds(store))) throw corruptStore(store.path);
}

/** Checks that tables, columns and indexes equal those of a new store. */
function schemaHolds(store: Store): boolean {
  const fresh = new Database(":memory:", { strict: true });
  try {
    ensureSchema(fresh, ":memory:");
    return Bun.deepEquals(shapeOf(store.db), shapeOf(fresh));
  } finally {
    fresh.close();
  }
}

/** Names, and columns with their types, sorted: migrated tables have their columns in another order. */
function shapeOf(db: Database): string[] {
  const rows = db.query<{ row: string }, []>(
    `SELECT m.type || ' ' || m.name || ' ' || m.tbl_name || ' ' || ifnull(c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk, '')
       AS row
     FROM sqlite_schema m LEFT JOIN pragma_table_xinfo(m.name) c WHERE m.name NOT LIKE 'sqlite!_stat%' ESCAPE '!'
     ORDER BY row`,
  );
  return rows.all().map(({ row }) => row);
}

function keysAreKnown(store: Store): boolean {
  const keys = store.db.query<{ key: string }, []>("SELECT key FROM meta").all();
  return keys.every(({ key }) => isKnownKey(key));
}

/** Checks that the writer's counters equal a new count. */
function countersHold(store: Store): boolean {
  const row = store.db
    .query<{ same: number }, []>(
      `SELECT documents = (SELECT count(*) FROM files WHERE content IS NOT NULL)
         AND chunks = (SELECT coalesce(sum(chunks), 0) FROM files)
         AND tokens = (SELECT coalesce(sum(tokens), 0) FROM files)
         AND bytes = (SELECT coalesce(sum(size), 0) FROM files WHERE content IS NOT NULL)
         AND parts = (SELECT coalesce(sum(parts), 0) FROM files) AND parts = (SELECT count(*) FROM fts)
         AND next_file > (SELECT coalesce(max(id), 0) FROM files) AS same
       FROM counters`,
    )
    .get();
  return row?.same === 1;
}

function rootsHold(store: Store): boolean {
  const rows = store.db.query<{ policy: string }, []>("SELECT policy FROM roots").all();
  const orphan = store.db.query("SELECT 1 FROM files WHERE root NOT IN (SELECT id FROM roots) LIMIT 1").get();
  return orphan === null && rows.every(({ policy }) => isJson(policy));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function contentsHold(store: Store): boolean {
  const contents = store.db.query<{ id: number; chars: number; refs: number; files: number }, []>(
    `SELECT id, chars, refs, (SELECT count(*) FROM files WHERE files.content = content.id) AS files FROM content`,
  );
  for (const { id, chars, refs, files } of contents.iterate()) {
    if (refs !== files || textOf(store, id).length !== chars) return false;
    layoutOf(store, id);
  }
  const orphan = store.db.query("SELECT 1 FROM units WHERE content NOT IN (SELECT id FROM content) LIMIT 1").get();
  return orphan === null;
}

interface FileRow {
  readonly id: number;
  readonly root: Uint8Array;
  readonly rel: Uint8Array;
  readonly relText: string;
  readonly ext: string;
  readonly category: string;
  readonly language: string | null;
  readonly recipe: string | null;
  readonly content: number | null;
  readonly chunks: number;
  readonly error: string | null;
  readonly sameSum: number | null;
}

function filesHold(store: Store): boolean {
  const files = store.db.query<FileRow, []>(
    `SELECT f.id, r.path AS root, f.rel, f.rel_text AS relText, f.ext, f.category, f.language, p.key AS recipe, f.content, f.chunks,
       f.error, f.sha256 = c.sha256 AS sameSum
     FROM files f JOIN roots r ON r.id = f.root LEFT JOIN recipes p ON p.id = f.recipe LEFT JOIN content c ON c.id = f.content`,
  );
  for (const file of files.iterate()) {
    if ((file.content === null) !== (file.error !== null)) return false;
    if (file.content !== null && file.sameSum !== 1) return false;
    if ((chunkTable(store, file.id)?.count ?? 0) !== file.chunks) return false;
    if (!nameHolds(store, file)) return false;
  }
  return true;
}

/** Checks facts from a file's name and text. For facts of an older program, the next index run renews them. */
function nameHolds(store: Store, file: FileRow): boolean {
  const rel = pathFromBytes(file.rel);
  if (rel.toWellFormed() !== file.relText) return false;
  const path = namingPath(pathFromBytes(file.root), rel);
  const { ext, category, language } = categoriseNamed(path, lowerName(path));
  if (file.recipe?.includes(` ${category} ${language ?? "-"} ${CATEGORISER} `) !== true) return true;
  // A reader may know the language more exactly than the name.
  if (file.ext !== ext || (file.language !== language && !isLanguage(file.language))) return false;
  if (file.content === null || category === "document") return file.category === category;
  return file.category === categoryByText(path, { category, language }, textOf(store, file.content));
}

function isLanguage(name: string | null): boolean {
  return name !== null && knownLanguages().has(name);
}

/** Checks that chunks have the vectors that count them, vectors have places, and the encoder is known. */
function vectorsHold(store: Store): boolean {
  const { encoder } = vectorState(store);
  const rows = store.db.query<{ chunk: number; encoder: string | null; vectors: Uint8Array }, []>(
    "SELECT chunk, (SELECT name FROM encoders WHERE id = embedded.encoder) AS encoder, vectors FROM embedded",
  );
  const refs = new Map<number, number>();
  const chunks = new Map<number, number>();
  for (const row of rows.iterate()) {
    const file = fileOfChunk(row.chunk);
    const count = chunks.get(file) ?? chunkTable(store, file)?.count ?? 0;
    chunks.set(file, count);
    if (row.encoder === null || encoder === null || ordinalOfChunk(row.chunk) >= count) return false;
    for (const id of unpackIds(row.vectors)) refs.set(id, (refs.get(id) ?? 0) + 1);
  }
  const isKnown = encoder === null || store.db.query("SELECT 1 FROM encoders WHERE name = ?").get(encoder) !== null;
  const vectors = store.db.query<{ id: number; refs: number; hasKey: number }, []>(
    "SELECT id, refs, key IS NOT NULL AS hasKey FROM vectors",
  );
  let page = { id: -1, rows: 0 };
  for (const { id, refs: counted, hasKey } of vectors.iterate()) {
    if (Math.max(counted, 0) !== (refs.get(id) ?? 0)) return false;
    refs.delete(id);
    if (hasKey === 0) continue;
    const of = Math.floor(id / PAGE_ROWS);
    if (page.id !== of) page = { id: of, rows: vectorPage(store, of).length };
    if ((id % PAGE_ROWS) * DIMENSIONS >= page.rows) return false;
  }
  return isKnown && refs.size === 0;
}
