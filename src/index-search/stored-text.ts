/** The stored text of a file, and whether it belongs to the current bytes on disk. */
import { isUtf8 } from "node:buffer";
import { relativeTo } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { Recipes, recipeFacts } from "../indexing/recipe.ts";
import type { Settings } from "../settings/settings.ts";
import { chunkTable } from "../store/chunks.ts";
import { layoutOf, textOf, variantOf } from "../store/content.ts";
import { type FileRow, fileAt } from "../store/files.ts";
import { listRoots } from "../store/roots.ts";
import { openStore, type Store, storeExists } from "../store/store.ts";
import type { Layout } from "../text/lines.ts";
import type { NamedBytes } from "./extract-now.ts";

export type StoredText =
  | { readonly current: true; readonly text: string; readonly layout: Layout; readonly headings: readonly string[] }
  /** The index has the file with other bytes or by another reader. */
  | { readonly current: false };

type StoredSettings = Pick<Settings, "dataDir" | "encodings" | "chunkSize" | "overlap">;

/** Null for a file outside the index, or without a readable store: the file itself suffices for an answer. */
export function storedText(settings: StoredSettings, file: NamedBytes): StoredText | null {
  const store = openIfThere(settings.dataDir);
  if (store === null) return null;
  try {
    return store.read(() => {
      const row = indexed(store, file.path);
      if (row === null || row.contentId === null || row.sha256 === null) return null;
      const facts = recipeFacts(file.path);
      const utf8 = facts.extractor.isolated === true || isUtf8(file.bytes);
      const { variant } = new Recipes(settings).of(facts, utf8);
      const same = Buffer.compare(row.sha256, Bun.SHA256.hash(file.bytes) as Uint8Array) === 0;
      if (!same || variantOf(store, row.contentId) !== variant) return { current: false };
      const headings = headingsOf(store, row.id);
      return { current: true, text: textOf(store, row.contentId), layout: layoutOf(store, row.contentId), headings };
    });
  } finally {
    store.close();
  }
}

/** Titles of the headings, and names of the symbols, that begin in the file's chunks. */
function headingsOf(store: Store, file: number): string[] {
  const rows = chunkTable(store, file)?.rows() ?? [];
  return rows.flatMap(({ defined }) => (defined === "" ? [] : defined.split("\n")));
}

function openIfThere(dataDir: string): Store | null {
  try {
    if (!storeExists(dataDir)) return null;
    return openStore(dataDir, "read");
  } catch (error) {
    if (error instanceof QsearchError) return null;
    throw error;
  }
}

/** The row of an absolute path, in any root. */
function indexed(store: Store, path: string): FileRow | null {
  for (const root of listRoots(store)) {
    const rel = relativeTo(path, root.path);
    const row = rel === null ? null : fileAt(store, root.id, rel);
    if (row !== null) return row;
  }
  return null;
}
