/** Everything a store says, without ids and times of indexing: equal dumps mean equal answers. */
import { pathFromBytes } from "../../src/corpus/path-bytes.ts";
import { ordinalOfChunk } from "../../src/store/chunk-codec.ts";
import { chunkTable } from "../../src/store/chunks.ts";
import { layoutOf, textOf } from "../../src/store/content.ts";
import { countersOf } from "../../src/store/counters.ts";
import { fileOfPart, ordinalOfPart } from "../../src/store/parts.ts";
import { rootedPath } from "../../src/store/roots.ts";
import type { Store } from "../../src/store/store.ts";

type Row = Record<string, unknown>;

export interface Dump {
  readonly files: Readonly<Record<string, Row>>;
  readonly counters: Row;
  readonly roots: readonly Row[];
  readonly folderErrors: readonly Row[];
  /** Rows of each table: leftovers show here. */
  readonly rows: Row;
}

export function dumpStore(store: Store): Dump {
  const postings = postingsByFile(store);
  const files: Record<string, Row> = {};
  const rows = store.db
    .query<Row & { root_path: Uint8Array; rel: Uint8Array }, []>(
      `SELECT f.*, CAST(f.mtime_ns AS TEXT) AS mtime, r.path AS root_path, p.key AS recipe_key, t.key AS tokeniser_key
       FROM files f JOIN roots r ON r.id = f.root
       LEFT JOIN recipes p ON p.id = f.recipe LEFT JOIN recipes t ON t.id = f.tokeniser`,
    )
    .all();
  for (const row of rows) {
    const path = rootedPath(pathFromBytes(row.root_path), pathFromBytes(row.rel));
    const { id, root, content, recipe, tokeniser, indexed_at, mtime_ns, root_path, sha256, sha1, rel, ...plain } = row;
    files[path] = {
      ...plain,
      sha256: hex(sha256),
      sha1: hex(sha1),
      text: content === null ? null : textOf(store, content as number),
      layout: content === null ? null : layoutOf(store, content as number),
      chunkRows: chunkRows(store, id as number),
      postings: postings.get(id as number) ?? [],
    };
  }
  const { nextFile, generation, ...counters } = countersOf(store);
  return {
    files,
    counters,
    roots: store.db.query<Row, []>("SELECT CAST(path AS TEXT) AS path, kind, policy FROM roots ORDER BY path").all(),
    folderErrors: store.db.query<Row, []>("SELECT CAST(rel AS TEXT) AS rel, message FROM folder_errors").all(),
    rows: {
      content: rowCount(store, "content"),
      references: store.db.query<{ n: number }, []>("SELECT coalesce(sum(refs), 0) AS n FROM content").get()?.n,
      blocks: rowCount(store, "blocks"),
      units: rowCount(store, "units"),
      chunks: rowCount(store, "chunks"),
      postings: rowCount(store, "fts"),
    },
  };
}

function rowCount(store: Store, table: string): number | undefined {
  return store.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
}

function chunkRows(store: Store, fileId: number): Row[] {
  const table = chunkTable(store, fileId);
  if (table === null) return [];
  const rows = table.rows().map(({ id, ...row }) => ({ ord: ordinalOfChunk(id), ...row }));
  return [...rows, ...table.parts.map((part) => ({ ...part }))];
}

/** Every occurrence of every token. */
function postingsByFile(store: Store): Map<number, string[]> {
  store.db.run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instances USING fts5vocab(main, fts, 'instance')");
  const byFile = new Map<number, string[]>();
  const rows = store.db
    .query<{ term: string; doc: number; col: string; offset: number }, []>(
      "SELECT term, doc, col, offset FROM temp.instances",
    )
    .all();
  for (const { term, doc, col, offset } of rows) {
    const line = `${ordinalOfPart(doc)} ${col} ${offset} ${term}`;
    const lines = byFile.get(fileOfPart(doc));
    if (lines) lines.push(line);
    else byFile.set(fileOfPart(doc), [line]);
  }
  for (const lines of byFile.values()) lines.sort();
  return byFile;
}

function hex(bytes: unknown): string | null {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString("hex") : null;
}
