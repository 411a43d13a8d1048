/**
 * Stored symbols of source texts: one list for each content, without signatures, calls and imports, which a syntax tree gives
 * on request (stored they would be a tenth of the text).
 */
import type { CodeSymbol, SymbolKind } from "../symbols/file-symbols.ts";
import { metaValue, SYMBOLS_VERSION, setMeta } from "./meta.ts";
import { opened, SEEDS, sealed } from "./seal.ts";
import { corruptStore } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

export type StoredSymbol = Pick<CodeSymbol, "name" | "kind" | "start" | "end" | "nameStart" | "parent" | "bases">;

/** The index in this list is stored: append new kinds. */
const KINDS: readonly SymbolKind[] = [
  "function",
  "method",
  "class",
  "interface",
  "trait",
  "struct",
  "enum",
  "type",
  "constant",
  "module",
  "property",
  "macro",
  "impl",
];

/** Offsets are stored as differences, which compress. */
export function packSymbols(symbols: readonly StoredSymbol[]): Uint8Array {
  let before = 0;
  const rows = symbols.map(({ name, kind, start, end, nameStart, parent, bases }, index) => {
    const row = [name, KINDS.indexOf(kind), start - before, end - start, nameStart - start, index - parent];
    before = start;
    return bases.length === 0 ? row : [...row, bases];
  });
  return sealed(Bun.zstdCompressSync(JSON.stringify(rows), { level: 3 }), SEEDS.symbols);
}

type Row = readonly [string, number, number, number, number, number, (readonly string[])?];

/** Symbols of a content in the order of their starts; none where no symbols were read. Throws `corrupt_store`. */
export function symbolsOf(store: Store, contentId: number): StoredSymbol[] {
  const row = store
    .statement<{ data: Uint8Array }, [number]>("SELECT data FROM symbols WHERE content = ?")
    .get(contentId);
  if (row === null) return [];
  const bytes = opened(store, row.data, SEEDS.symbols);
  try {
    let at = 0;
    const rows = JSON.parse(Buffer.from(Bun.zstdDecompressSync(bytes)).toString()) as Row[];
    return rows.map(([name, kind, start, length, nameStart, parent, bases = []], index) => {
      at += start;
      const kindName = KINDS[kind] ?? "function";
      return {
        name,
        kind: kindName,
        start: at,
        end: at + length,
        nameStart: at + nameStart,
        parent: index - parent,
        bases,
      };
    });
  } catch (error) {
    throw corruptStore(store.path, error);
  }
}

/** Whether the content has symbols in their current form. */
export function hasSymbols(store: Store, contentId: number): boolean {
  return (
    store.statement<{ version: number }, [number]>("SELECT version FROM symbols WHERE content = ?").get(contentId)
      ?.version === SYMBOLS_VERSION
  );
}

/** Whether the symbols are those of another program version: all files then wait. */
export function areSymbolsStale(store: Store): boolean {
  return metaValue(store.db, "symbols") !== String(SYMBOLS_VERSION);
}

/** Call it within a write transaction. */
export function awaitAllSymbols(store: Store): void {
  store.db.run(
    "INSERT OR IGNORE INTO symbols_waiting SELECT id FROM files WHERE content IS NOT NULL AND category IN ('source', 'test')",
  );
  setMeta(store.db, "symbols", SYMBOLS_VERSION);
}

/** Files that wait for their symbols, by id, starting after `after`. */
export function waitingFiles(store: Store, after: number, limit: number): number[] {
  return store
    .statement<{ file: number }, [number, number]>(
      "SELECT file FROM symbols_waiting WHERE file > ? ORDER BY file LIMIT ?",
    )
    .all(after, limit)
    .map(({ file }) => file);
}

export function countWaiting(store: Store): number {
  return store.statement<{ count: number }, []>("SELECT count(*) AS count FROM symbols_waiting").get()?.count ?? 0;
}

/** Number of languages among the waiting files. */
export function countWaitingLanguages(store: Store): number {
  const sql =
    "SELECT count(DISTINCT f.language) AS count FROM symbols_waiting w JOIN files f ON f.id = w.file WHERE f.language IS NOT NULL";
  return store.statement<{ count: number }, []>(sql).get()?.count ?? 0;
}
