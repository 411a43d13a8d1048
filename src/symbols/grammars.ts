/**
 * Tree-sitter's grammars, each loaded at its first use and kept for the life of the thread: the core costs 15 ms of processor
 * time, a grammar 2–35. Their files are embedded compressed (tools/compressed.ts).
 */
import type { Language, Parser } from "web-tree-sitter";
import core from "../../build/grammars/core.bin" with { type: "file" };
import { readCompressed } from "../compressed-asset.ts";
import { GRAMMAR } from "../languages/all-grammar.ts";
import type { SymbolLanguage } from "../languages/names.ts";
import { type Heap, LanguageTables } from "./tree/language-tables.ts";

interface Core {
  readonly treeSitter: typeof import("web-tree-sitter");
  readonly heap: Heap;
}

export interface Grammar {
  readonly language: Language;
  /** One for all parses of the language in this thread. */
  readonly parser: Parser;
  readonly tables: LanguageTables;
  /** tree-sitter's memory; its arrays are replaced in a call that makes the memory grow. */
  readonly heap: Heap;
}

let started: Promise<Core> | undefined;
const grammars = new Map<SymbolLanguage, Promise<Grammar>>();

async function startCore(): Promise<Core> {
  const treeSitter = await import("web-tree-sitter");
  // The module's types declare only the options of a page. The module passes all options to its loader, which uses the object
  // as its own: afterwards the object holds the views of the memory.
  const module: { wasmBinary: Uint8Array } & Partial<Heap> = { wasmBinary: readCompressed(core) };
  await treeSitter.Parser.init(module);
  if (!hasHeap(module)) throw new Error("tree-sitter shows no memory");
  return { treeSitter, heap: module };
}

function hasHeap(module: Partial<Heap>): module is Heap {
  return module.HEAPU32 instanceof Uint32Array;
}

/** Rejects at every call where the grammar does not load. */
export function loadGrammar(name: SymbolLanguage): Promise<Grammar> {
  let grammar = grammars.get(name);
  if (grammar === undefined) {
    grammar = startGrammar(name);
    grammars.set(name, grammar);
  }
  return grammar;
}

async function startGrammar(name: SymbolLanguage): Promise<Grammar> {
  started ??= startCore();
  const { treeSitter, heap } = await started;
  const language = await treeSitter.Language.load(readCompressed(GRAMMAR[name].file));
  const parser = new treeSitter.Parser();
  parser.setLanguage(language);
  return { language, parser, heap, tables: new LanguageTables(heap, addressOf(language)) };
}

/** Address in tree-sitter's memory of a Language or a Tree. */
export function addressOf(handle: object): number {
  const address: unknown = Reflect.get(handle, 0);
  if (typeof address !== "number") throw new Error("tree-sitter shows no address");
  return address;
}
