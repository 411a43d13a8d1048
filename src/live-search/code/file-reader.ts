/**
 * Reads the chosen files beneath one root and their symbols. Parsed contents are cached by hash for the next search of the
 * process, so cached data is never stale: every search reads every file again.
 */

import { categorise } from "../../corpus/categories.ts";
import { decodeText } from "../../corpus/decode.ts";
import { openRoot, type RootHandle, readFileBeneath } from "../../corpus/open.ts";
import { FileError } from "../../errors.ts";
import { type SymbolLanguage, symbolLanguage } from "../../languages/names.ts";
import type { FileType } from "../../request/kinds.ts";
import { SCRIPT_GRAMMAR, SCRIPT_HOLDERS, scriptSource } from "../../symbols/script-blocks.ts";
import { sharedReader } from "../../symbols/symbol-reader.ts";
import type { SearchRoot } from "../search-root.ts";
import type { SourceCache } from "./cache.ts";
import { type SourceText, sourceText, withSymbols } from "./source-file.ts";

export interface LoadedFile {
  /** Relative to the root. */
  readonly rel: string;
  readonly category: FileType;
  /** Bytes. */
  readonly size: number;
  /** Key of its content and language. */
  readonly key: string;
  readonly source: SourceText;
}

/** Close it. */
export class FileReader {
  readonly #root: RootHandle;

  constructor(
    private readonly place: SearchRoot,
    private readonly cache: SourceCache,
    private readonly trees: boolean,
  ) {
    this.#root = openRoot(place.root);
  }

  /** null for a file that vanished since the scan, or is no text. */
  read(rel: string): LoadedFile | null {
    try {
      const { bytes } = readFileBeneath(this.#root, rel, this.place.policy.maxSize);
      const { category, language } = categorise(rel);
      const isCode = category === "source" || category === "test";
      const grammar = isCode ? grammarOf(rel, language) : null;
      const kind = `${isCode ? "code" : "text"} ${grammar ?? language} ${this.trees}`;
      const key = `${Bun.SHA256.hash(bytes, "base64")} ${kind}`;
      const source = this.cache.get(key) ?? sourceText(decodeText(bytes, this.place.encodings), language, isCode);
      return { rel, category, size: bytes.length, key, source };
    } catch (error) {
      if (error instanceof FileError) return null;
      throw error;
    }
  }

  /** The file with its symbols; lane "none" if its language has no reader. */
  async parsed(file: LoadedFile): Promise<LoadedFile> {
    if (file.source.definitions !== null) return file;
    const { text, language } = file.source;
    const grammar = isCodeFile(file) ? grammarOf(file.rel, language) : null;
    if (grammar === null) return file;
    const symbols = (await sharedReader(grammar, this.trees)).symbols(
      scriptSource(text, language)?.text ?? text,
      grammar,
    );
    return { ...file, source: this.cache.keep(file.key, withSymbols(file.source, symbols)) };
  }

  close(): void {
    this.#root.close();
  }
}

function grammarOf(rel: string, language: string | null): SymbolLanguage | null {
  return language !== null && SCRIPT_HOLDERS.has(language) ? SCRIPT_GRAMMAR : symbolLanguage(rel, language);
}

function isCodeFile({ category }: LoadedFile): boolean {
  return category === "source" || category === "test";
}
