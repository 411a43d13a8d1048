/**
 * Reads the symbols of stored texts: the duty of the symbols worker. It opens the store for itself, so that no text
 * travels between threads.
 */
import { chunkNames, namedSymbols } from "../code/chunk-names.ts";
import { type SymbolLanguage, symbolLanguage } from "../code/languages.ts";
import { openSymbolReader } from "../code/symbol-reader.ts";
import type { SymbolReader } from "../code/symbols.ts";
import { chunksOfFile } from "../store/chunks.ts";
import { textOf } from "../store/content.ts";
import { type FileRow, filesByIds } from "../store/files.ts";
import { openStore, type Store } from "../store/store.ts";
import { hasSymbols, packSymbols, type StoredSymbol, symbolsOf } from "../store/symbols.ts";
import type { SymbolsOfFile } from "../store/writer.ts";

export interface SymbolRequest {
  readonly dataDir: string;
  /** Ids. */
  readonly files: readonly number[];
}

export class SymbolDesk {
  #open: { readonly dataDir: string; readonly store: Store } | null = null;
  readonly #readers = new Map<SymbolLanguage, Promise<SymbolReader>>();

  /** One entry a file that is there. Throws what `openStore` throws, and `corrupt_store`. */
  async answer({ dataDir, files }: SymbolRequest): Promise<SymbolsOfFile[]> {
    const store = this.#opened(dataDir);
    const rows = store.read(() => [...filesByIds(store, files).values()]);
    const found: SymbolsOfFile[] = [];
    for (const file of rows) {
      const symbols = await this.#symbols(store, file);
      if (symbols !== null) found.push(symbols);
    }
    return found;
  }

  close(): void {
    this.#open?.store.close();
    this.#open = null;
  }

  async #symbols(store: Store, { id, rel, language, contentId }: FileRow): Promise<SymbolsOfFile | null> {
    if (contentId === null) return null;
    const grammar = symbolLanguage(rel, language);
    // A language without grammar, since a store of an older schema: nothing more is known of it.
    if (grammar === null) return { fileId: id, contentId, data: null, names: [] };
    const reader = await this.#reader(grammar);
    return store.read(() => {
      const isStored = hasSymbols(store, contentId);
      let symbols: readonly StoredSymbol[];
      if (isStored) symbols = symbolsOf(store, contentId);
      else {
        const read = reader.symbols(textOf(store, contentId), grammar);
        // Without a tree the names that patterns of lines found are no worse.
        if (read.lane !== "tree-sitter") return { fileId: id, contentId, data: null, names: [] };
        symbols = read.symbols;
      }
      const names = changedNames(store, id, symbols);
      return { fileId: id, contentId, data: isStored ? null : packSymbols(symbols), names };
    });
  }

  #reader(language: SymbolLanguage): Promise<SymbolReader> {
    const known = this.#readers.get(language) ?? openSymbolReader([language]);
    this.#readers.set(language, known);
    return known;
  }

  #opened(dataDir: string): Store {
    if (this.#open?.dataDir !== dataDir) {
      this.close();
      this.#open = { dataDir, store: openStore(dataDir, "read") };
    }
    return this.#open.store;
  }
}

function changedNames(store: Store, fileId: number, symbols: readonly StoredSymbol[]): SymbolsOfFile["names"] {
  const named = namedSymbols(symbols);
  return chunksOfFile(store, fileId).flatMap((chunk) => {
    const { symbol, defined } = chunkNames(named, chunk);
    const joined = defined.join("\n");
    if (symbol === chunk.symbol && joined === chunk.defined) return [];
    return [{ id: chunk.id, start: chunk.start, end: chunk.end, symbol, defined: joined }];
  });
}
