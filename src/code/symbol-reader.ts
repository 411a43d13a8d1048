/** Reads the symbols of source texts: by syntax trees where their grammar loads, else by what stands in for them. */
import { createLogger } from "../log.ts";
import { extractSymbols, type Match } from "./extractor.ts";
import { isSymbolLanguage, type SymbolLanguage } from "./languages.ts";
import { maskMacros } from "./macros/mask.ts";
import { type FileSymbols, NO_SYMBOLS, type SymbolReader } from "./symbols.ts";
import { TreeReader } from "./tree-matches.ts";

/** Longer texts get no tree (characters). */
export const MAX_TREE_CHARS = 300_000;

export interface SymbolReaderOptions {
  /** false: as if no grammar could be loaded. Default: unless CIRURGIC_TS_EXTRACT is 0. */
  readonly treeSitter?: boolean;
}

/** Languages with C's preprocessor. */
const PREPROCESSED: ReadonlySet<string> = new Set(["c", "cpp"]);

const log = createLogger("symbols");

/** Loads the grammars of the languages, and none for names that have none. */
export async function openSymbolReader(
  languages: Iterable<string>,
  { treeSitter = process.env.CIRURGIC_TS_EXTRACT !== "0" }: SymbolReaderOptions = {},
): Promise<SymbolReader> {
  const readers = new Map<SymbolLanguage, TreeReader>();
  if (treeSitter) {
    for (const language of new Set(languages)) {
      if (!isSymbolLanguage(language)) continue;
      try {
        readers.set(language, await TreeReader.open(language));
      } catch (error) {
        log.warning(`no syntax trees for ${language}: ${String(error)}`);
      }
    }
  }
  return new Reader(readers);
}

class Reader implements SymbolReader {
  constructor(private readonly readers: ReadonlyMap<SymbolLanguage, TreeReader>) {}

  symbols(text: string, language: string): FileSymbols {
    const reader = isSymbolLanguage(language) ? this.readers.get(language) : undefined;
    if (reader === undefined || text.length > MAX_TREE_CHARS) return NO_SYMBOLS;
    const masked = PREPROCESSED.has(language) ? maskMacros(text) : { text, macros: [] };
    const found = reader.read(masked.text, workLimit(text.length));
    if (found === null) return NO_SYMBOLS;
    return extractSymbols(text, [...found.matches, ...masked.macros.map(leadOf)], found.partial);
  }

  /** Parsers and grammars are the thread's and stay. */
  close(): void {}
}

/** Calls of the parser's progress callback that a text may cost. */
function workLimit(chars: number): number {
  return 2_000 + chars;
}

/** A macro in front of a declaration is to it what an attribute is. */
function leadOf({ start, end }: { readonly start: number; readonly end: number }): Match {
  return { pattern: -1, captures: [{ capture: "lead", id: -1, start, end }] };
}
