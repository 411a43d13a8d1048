/**
 * The handler of the symbols worker: reads the symbols of stored texts. The worker opens the store itself, so no text travels
 * between threads.
 */

import { type SymbolLanguage, symbolLanguage } from "../languages/names.ts";
import { chunksOfFile } from "../store/chunks.ts";
import { textOf } from "../store/content.ts";
import { versionOf } from "../store/file-version.ts";
import { filesByIds } from "../store/files.ts";
import { openStore, type Store } from "../store/store.ts";
import { hasSymbols, packSymbols, type StoredSymbol, symbolsOf } from "../store/symbols.ts";
import type { SymbolsOfFile } from "../store/writer.ts";
import { chunkNames, namedSymbols } from "../symbols/chunk-names.ts";
import type { SymbolReader } from "../symbols/file-symbols.ts";
import { openSymbolReader } from "../symbols/symbol-reader.ts";

export interface SymbolTask {
  readonly dataDir: string;
  /** Ids. */
  readonly files: readonly number[];
}

export class SymbolHandler {
  #open: { readonly dataDir: string; readonly store: Store } | null = null;
  readonly #readers = new Map<SymbolLanguage, Promise<SymbolReader>>();

  /** One entry for each existing file. Throws as `openStore`, and `corrupt_store`. */
  async answer({ dataDir, files }: SymbolTask): Promise<SymbolsOfFile[]> {
    const store = this.#opened(dataDir);
    const found: SymbolsOfFile[] = [];
    for (const fileId of files) {
      const symbols = await this.#symbols(store, fileId);
      if (symbols !== null) found.push(symbols);
    }
    return found;
  }

  close(): void {
    this.#open?.store.close();
    this.#open = null;
  }

  async #symbols(store: Store, id: number): Promise<SymbolsOfFile | null> {
    const { file, fileVersion } = store.read(() => ({
      file: filesByIds(store, [id]).get(id),
      fileVersion: versionOf(store, id),
    }));
    if (file === undefined || file.contentId === null || fileVersion === null) return null;
    const { path, language, contentId } = file;
    const grammar = symbolLanguage(path, language);
    const nothing: SymbolsOfFile = { fileId: id, contentId, fileVersion, data: null, names: [] };
    // A language without a grammar, from a store of an older schema: no symbols are possible.
    if (grammar === null) return nothing;
    const reader = await this.#reader(grammar);
    return store.read(() => {
      // Another run may have read the symbols meanwhile.
      if (versionOf(store, id) !== fileVersion) return null;
      const isStored = hasSymbols(store, contentId);
      let symbols: readonly StoredSymbol[];
      if (isStored) symbols = symbolsOf(store, contentId);
      else {
        const read = reader.symbols(textOf(store, contentId), grammar);
        // Without a tree the names from line patterns are as good.
        if (read.lane !== "tree-sitter") return nothing;
        symbols = read.symbols;
      }
      const names = changedNames(store, id, symbols);
      return { ...nothing, data: isStored ? null : packSymbols(symbols), names };
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
    return [{ id: chunk.id, symbol, defined: joined }];
  });
}
