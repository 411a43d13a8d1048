/** The store's rows for the files of a root, read in pages so the thread stays responsive. */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";
import type { TimeSlice } from "../pool/time-slice.ts";
import type { Store } from "../store/store.ts";
import { TOKENISER_RECIPE } from "../store/writer.ts";

export interface StoredFile {
  readonly id: number;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds, as the nearest double: precise enough for "differs". */
  readonly mtime: number;
  /** Null where the file could not be read. */
  readonly sha256: Uint8Array | null;
  /** Id of the recipe of its rows. */
  readonly recipe: number;
  readonly utf8: boolean;
  /** Whether its postings are those of the current tokeniser. */
  readonly tokeniserCurrent: boolean;
  readonly error: string | null;
}

type Row = [number, string, number, number, Uint8Array | null, number, number, number, string | null];

/** Rows a page: about a millisecond. */
const PAGE = 500;

/** The files of a root at or beneath each of `starts` ("": all), by path beneath the root, in path order for each. */
export async function storedFiles(
  store: Store,
  rootId: number,
  starts: readonly string[],
  slice: TimeSlice,
): Promise<Map<string, StoredFile>> {
  const tokeniser = recipeIds(store).get(TOKENISER_RECIPE) ?? -1;
  const known = new Map<string, StoredFile>();
  for (const range of starts.flatMap((start) => rangesOf(pathToBytes(start)))) {
    let after: Uint8Array | null = null;
    for (;;) {
      const rows: Row[] = pageOf(store, rootId, range, after);
      // Set before the rows: a page without rows (the number of files is a multiple of PAGE) is the last one, too.
      after = null;
      for (const [id, text, size, mtime, sha256, recipe, utf8, by, error] of rows) {
        const rel = text.includes("\ufffd") ? exactRel(store, id) : text;
        known.set(rel, {
          id,
          size,
          mtime,
          sha256,
          recipe,
          utf8: utf8 === 1,
          tokeniserCurrent: by === tokeniser,
          error,
        });
        if (rows.length === PAGE && id === rows[PAGE - 1]?.[0]) after = pathToBytes(rel);
      }
      if (after === null) break;
      if (slice.due) await slice.rest();
    }
  }
  return known;
}

/** Paths in byte order: from inclusive, to exclusive; null: to the end. */
interface Range {
  readonly from: Uint8Array;
  readonly to: Uint8Array | null;
}

function rangesOf(start: Uint8Array): Range[] {
  if (start.length === 0) return [{ from: start, to: null }];
  const followedBy = (byte: number) => Buffer.concat([start, Uint8Array.of(byte)]);
  return [
    { from: start, to: followedBy(0) },
    // "0" is the character after "/".
    { from: followedBy(0x2f), to: followedBy(0x30) },
  ];
}

function pageOf(store: Store, rootId: number, { from, to }: Range, after: Uint8Array | null): Row[] {
  const sql = `SELECT id, rel_text, size, mtime_ns, sha256, recipe, utf8, tokeniser, error FROM files
    WHERE root = ? AND rel ${after === null ? ">=" : ">"} ? ${to === null ? "" : "AND rel < ?"} ORDER BY rel LIMIT ${PAGE}`;
  const bounds = to === null ? [after ?? from] : [after ?? from, to];
  return store.statement(sql).values(rootId, ...bounds) as unknown as Row[];
}

/** A name that is not UTF-8, or that holds the replacement character itself. */
function exactRel(store: Store, id: number): string {
  const row = store.statement<{ rel: Uint8Array }, [number]>("SELECT rel FROM files WHERE id = ?").get(id);
  return row ? pathFromBytes(row.rel) : "";
}

/** Recipes by their key. */
export function recipeIds(store: Store): Map<string, number> {
  const rows = store.statement<{ id: number; key: string }>("SELECT id, key FROM recipes").all();
  return new Map(rows.map(({ id, key }) => [key, id]));
}
