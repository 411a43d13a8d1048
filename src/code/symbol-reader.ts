/** Reads the symbols of source texts: by syntax trees where their grammar loads, else by what stands in for them. */
import { createLogger } from "../log.ts";
import { symbolsOfBlocks } from "./block-symbols.ts";
import { withoutSections } from "./csharp-sections.ts";
import { maskExtendedPatterns } from "./extglob.ts";
import { extract, type Match } from "./extractor.ts";
import { NO_RECORDS, type Records, recordsOf } from "./graph/records.ts";
import { isCpp } from "./header-language.ts";
import { maskKotlinGaps } from "./kotlin-gaps.ts";
import { isSymbolLanguage, type SymbolLanguage } from "./languages.ts";
import { type Masked, maskMacros } from "./macros/mask.ts";
import { withoutItemMacros } from "./rust-macros.ts";
import { maskConditions } from "./swift-conditions.ts";
import { type FileSymbols, NO_SYMBOLS, type SymbolReader } from "./symbols.ts";
import { TreeReader } from "./tree-matches.ts";
import { wantsTrees } from "./tree-setting.ts";

/** Longer texts get no tree (characters). */
export const MAX_TREE_CHARS = 300_000;

export interface SymbolReaderOptions {
  /** false: as if no grammar could be loaded. Default: unless CIRURGIC_TS_EXTRACT is 0. */
  readonly treeSitter?: boolean;
}

/** What a grammar is better not shown: the text is parsed with it hidden, at the same places. */
const MASKS: Readonly<Record<string, (text: string) => Masked>> = {
  bash: (text) => ({ text: maskExtendedPatterns(text), macros: [] }),
  c: maskMacros,
  cpp: maskMacros,
  kotlin: maskKotlinGaps,
  rust: (text) => ({ text: withoutItemMacros(text), macros: [] }),
  swift: (text) => ({ text: maskConditions(text), macros: [] }),
};

/** What has no errors without a mask is read without one. Rust's mask shows what stands in macros, which is no error. */
const PLAIN_FIRST: ReadonlySet<string> = new Set(["bash", "c", "cpp", "kotlin", "swift"]);

/** What is tried where that leaves errors in the tree: taken if it leaves none. */
const SECOND_VIEWS: Readonly<Record<string, (text: string) => string>> = {
  csharp: withoutSections,
  go: withGroupsInLines,
  rust: (text) => text,
  swift: withoutSections,
};

/** Go's grammar wants the parts of a group of declarations in lines of their own: line breaks stand for the signs between them. */
function withGroupsInLines(text: string): string {
  return text.replace(/\b(?:const|var|import|type)\s*\([^()\n]*\s\)/g, (group) =>
    group.replaceAll(";", "\n").replace(/\s\)$/, "\n)"),
  );
}

const log = createLogger("symbols");

/** What resolution of calls works on. */
export interface CodeFile {
  readonly found: FileSymbols;
  readonly records: Records;
}

export interface CodeReader {
  /** As SymbolReader.symbols, with the records of expressions and names. */
  read(text: string, language: string): CodeFile;
}

/** Reads one language with the records that resolution works on. */
export async function openCodeReader(language: SymbolLanguage, treeSitter: boolean): Promise<CodeReader> {
  return new Reader(await treeReaders([language], treeSitter, true));
}

/** Loads the grammars of the languages, and none for names that have none. */
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
  if (wanted.has("c")) wanted.add("cpp");
  for (const language of wanted) {
    if (!isSymbolLanguage(language)) continue;
    try {
      readers.set(language, await TreeReader.open(language, withRecords));
    } catch (error) {
      log.warning(`no syntax trees for ${language}: ${String(error)}`);
    }
  }
  return readers;
}

/** By language: to prepare a query costs more than to parse a file. For the life of the thread; never close it. */
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
      // Text of strangers in a parser that is not ours: whatever comes of it is this file's alone.
      log.warning(`no symbols of a text in ${language}: ${String(error)}`);
      return NOTHING;
    }
  }

  /** A header's name does not tell C++ from C. */
  #grammarOf(text: string, language: SymbolLanguage): SymbolLanguage {
    return language === "c" && this.readers.has("cpp") && isCpp(text) ? "cpp" : language;
  }

  #byTree(text: string, language: SymbolLanguage): CodeFile | null {
    const reader = this.readers.get(language);
    if (reader === undefined) return null;
    const plain = PLAIN_FIRST.has(language) ? reader.read(text, workLimit(text.length)) : null;
    const masked = plain?.partial === false ? { text, macros: [] } : (MASKS[language]?.(text) ?? { text, macros: [] });
    const found = plain !== null && masked.text === text ? plain : reader.read(masked.text, workLimit(text.length));
    if (found === null) return null;
    const second = found.partial ? SECOND_VIEWS[language]?.(text) : undefined;
    const better = second === undefined ? null : reader.read(second, workLimit(text.length));
    const { matches, partial, words } = better?.partial === false ? better : found;
    const extraction = extract(text, [...matches, ...masked.macros.map(leadOf)], partial);
    const records = words.length === 0 ? NO_RECORDS : recordsOf(text, matches, extraction, words);
    return { found: extraction.found, records };
  }

  /** Parsers and grammars are the thread's and stay. */
  close(): void {}
}

/**
 * Calls of the parser's progress callback that a text may cost. Real files make 0.002–0.02 a character, hostile ones up to
 * 0.06; what costs more in a call than it should, the reader's clock ends.
 */
function workLimit(chars: number): number {
  return 1_000 + Math.ceil(chars / 8);
}

/** A macro in front of a declaration is to it what an attribute is. */
function leadOf({ start, end }: { readonly start: number; readonly end: number }): Match {
  return { pattern: -1, captures: [{ capture: "lead", id: -1, start, end }] };
}
