/** Reads the symbols of source texts: by syntax trees where the grammar loads, else by line rules. */

import { NO_RECORDS, type Records, recordsOf } from "../call-graph/records.ts";
import { GRAMMAR } from "../languages/all-grammar.ts";
import { isSymbolLanguage, type SymbolLanguage } from "../languages/names.ts";
import type { Masked } from "../languages/types.ts";
import { createLogger } from "../log.ts";
import { symbolsOfBlocks } from "./block-symbols.ts";
import { extract, type Match } from "./extractor.ts";
import { type FileSymbols, NO_SYMBOLS, type SymbolReader } from "./file-symbols.ts";
import { TreeReader } from "./tree-matches.ts";
import { wantsTrees } from "./tree-setting.ts";

/** Longer texts get no tree (characters). */
export const MAX_TREE_CHARS = 300_000;

export interface SymbolReaderOptions {
  /** false: as if no grammar could be loaded. Default: unless CIRURGIC_TS_EXTRACT is 0. */
  readonly treeSitter?: boolean;
}

const log = createLogger("symbols");

/** The input for resolving calls. */
export interface CodeFile {
  readonly found: FileSymbols;
  readonly records: Records;
}

export interface CodeReader {
  /** As SymbolReader.symbols, with the records of expressions and names. */
  read(text: string, language: string): CodeFile;
}

/** Reads one language with the records that resolution needs. */
export async function openCodeReader(language: SymbolLanguage, treeSitter: boolean): Promise<CodeReader> {
  return new Reader(await treeReaders([language], treeSitter, true));
}

/** Loads the grammars of the languages; names without a grammar are ignored. */
export async function openSymbolReader(
  languages: Iterable<string>,
  { treeSitter = wantsTrees(process.env) }: SymbolReaderOptions = {},
): Promise<SymbolReader> {
  return new Reader(await treeReaders(languages, treeSitter, false));
}

async function treeReaders(
  languages: Iterable<string>,
  treeSitter: boolean,
  withRecords: boolean,
): Promise<ReadonlyMap<SymbolLanguage, TreeReader>> {
  const readers = new Map<SymbolLanguage, TreeReader>();
  if (!treeSitter) return readers;
  const wanted = new Set(languages);
  for (const language of wanted) {
    if (!isSymbolLanguage(language)) continue;
    const { mayBe } = GRAMMAR[language];
    if (mayBe !== undefined) wanted.add(mayBe.language);
    try {
      readers.set(language, await TreeReader.open(language, withRecords));
    } catch (error) {
      log.warning(`no syntax trees for ${language}: ${String(error)}`);
    }
  }
  return readers;
}

/** By language: preparing a query costs more than parsing a file. For the life of the thread; never close a shared reader. */
const shared = new Map<string, Promise<SymbolReader>>();

/** The thread's own reader of one language. */
export function sharedReader(language: SymbolLanguage, treeSitter: boolean): Promise<SymbolReader> {
  const key = `${language} ${treeSitter}`;
  const reader = shared.get(key) ?? openSymbolReader([language], { treeSitter });
  shared.set(key, reader);
  return reader;
}

const NOTHING: CodeFile = { found: NO_SYMBOLS, records: NO_RECORDS };

class Reader implements SymbolReader, CodeReader {
  constructor(private readonly readers: ReadonlyMap<SymbolLanguage, TreeReader>) {}

  symbols(text: string, language: string): FileSymbols {
    return this.read(text, language).found;
  }

  read(text: string, language: string): CodeFile {
    if (!isSymbolLanguage(language) || text.length > MAX_TREE_CHARS) return NOTHING;
    try {
      const read = this.#byTree(text, this.#grammarOf(text, language));
      if (read !== null) return read;
      const blocks = symbolsOfBlocks(text, language);
      return blocks === null ? NOTHING : { found: blocks, records: NO_RECORDS };
    } catch (error) {
      // Foreign text in a third-party parser: any failure concerns only this file.
      log.warning(`no symbols of a text in ${language}: ${String(error)}`);
      return NOTHING;
    }
  }

  #grammarOf(text: string, language: SymbolLanguage): SymbolLanguage {
    const { mayBe } = GRAMMAR[language];
    if (mayBe === undefined || !isSymbolLanguage(mayBe.language) || !this.readers.has(mayBe.language)) return language;
    return mayBe.is(text) ? mayBe.language : language;
  }

  #byTree(text: string, language: SymbolLanguage): CodeFile | null {
    const reader = this.readers.get(language);
    if (reader === undefined) return null;
    const { mask, maskAlways = false, secondView } = GRAMMAR[language];
    const plain = maskAlways ? null : reader.read(text, workLimit(text.length));
    const masked = mask === undefined || plain?.partial === false ? { text, macros: [] } : asMasked(mask(text));
    const found = masked.text === text && !maskAlways ? plain : reader.read(masked.text, workLimit(text.length));
    if (found === null) return null;
    const second = found.partial ? secondView?.(text) : undefined;
    const better = second === undefined ? null : reader.read(second, workLimit(text.length));
    const { matches, partial, words } = better?.partial === false ? better : found;
    const extraction = extract(text, [...matches, ...masked.macros.map(leadOf)], partial);
    const records = words.length === 0 ? NO_RECORDS : recordsOf(text, matches, extraction, words);
    return { found: extraction.found, records };
  }

  /** Parsers and grammars belong to the thread and stay. */
  close(): void {}
}

/**
 * Most calls of the parser's progress callback for a text. Real files make 0.002–0.02 calls a character, hostile ones up to
 * 0.06; the reader's clock stops texts whose calls take too long.
 */
function workLimit(chars: number): number {
  return 1_000 + Math.ceil(chars / 8);
}

function asMasked(masked: string | Masked): Masked {
  return typeof masked === "string" ? { text: masked, macros: [] } : masked;
}

/** A macro in front of a declaration is treated like an attribute. */
function leadOf({ start, end }: { readonly start: number; readonly end: number }): Match {
  return { pattern: -1, captures: [{ capture: "lead", id: -1, start, end }] };
}
