/** What a case of test/cases/symbols says, and the form in which it says it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CallSite, FileSymbols, ImportedName } from "../../src/symbols/file-symbols.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";

export interface ExpectedSymbol {
  readonly kind: string;
  readonly name: string;
  /** Line of the name. */
  readonly line: number;
  /** First line with decorators and comments; last line. */
  readonly start?: number;
  readonly end?: number;
  readonly parent?: string | null;
  readonly signature?: string;
  readonly bases?: readonly string[];
  readonly receiver?: string;
}

export interface ExpectedFile {
  readonly symbols: readonly ExpectedSymbol[];
  readonly calls?: readonly string[];
  readonly imports?: readonly string[];
}

/** A file that is not ours, where a package puts it. */
export interface RealFile {
  readonly file: string | readonly string[];
  readonly package: string;
  readonly sha256: string;
  readonly symbols: readonly ExpectedSymbol[];
}

export function describeFile(found: FileSymbols): Required<ExpectedFile> {
  const symbols = found.symbols.map((symbol): ExpectedSymbol => {
    const { kind, name, headLine, lineStart, lineEnd, parent, signature, bases, receiver } = symbol;
    return {
      kind,
      name,
      line: headLine,
      start: lineStart,
      end: lineEnd,
      parent: parent === -1 ? null : (found.symbols[parent]?.name ?? null),
      signature,
      ...(bases.length > 0 ? { bases } : {}),
      ...(receiver === null ? {} : { receiver }),
    };
  });
  return { symbols, calls: found.calls.map((call) => describeCall(call, found)), imports: found.imports.map(describe) };
}

/** "line:column caller receiver.name"; the caller is "-" at the top and in what has no name. */
function describeCall({ line, column, caller, receiver, name }: CallSite, { symbols }: FileSymbols): string {
  const by = symbols[caller]?.name;
  return `${line}:${column} ${by === undefined || by === "" ? "-" : by} ${receiver === null ? "" : `${receiver}.`}${name}`;
}

/** "line module name alias", " exported" behind. */
function describe({ line, module, name, alias, exported }: ImportedName): string {
  return `${line} ${module} ${name} ${alias}${exported ? " exported" : ""}`;
}

export async function symbolsOf(language: string, path: string): Promise<FileSymbols> {
  const reader = await openSymbolReader([language]);
  try {
    return reader.symbols(readFileSync(path, "utf8"), language);
  } finally {
    reader.close();
  }
}

/** Whether the file holds what the list was made from. */
export function isRealFile(path: string, { sha256 }: RealFile): boolean {
  return createHash("sha256").update(readFileSync(path)).digest("hex") === sha256;
}

/** Kinds of which the list of a file is whole, whether it holds one or not. */
const WHOLE = "function method class interface trait struct enum type module".split(" ");

/** Of what was found, what a list speaks of: its kinds with all of WHOLE, and of each symbol the keys that it gives. */
export function ofWhatIsListed(found: readonly ExpectedSymbol[], list: readonly ExpectedSymbol[]): object[] {
  const kinds = new Set(list.map(({ kind }) => kind).concat(WHOLE));
  const told = new Map(list.map((symbol) => [keyOf(symbol), Object.keys(symbol)]));
  return found
    .filter(({ name, kind }) => name !== "" && kinds.has(kind))
    .map((symbol) => pick(symbol, told.get(keyOf(symbol)) ?? ["kind", "name", "line"]));
}

function keyOf({ kind, name, line }: ExpectedSymbol): string {
  return `${line} ${kind} ${name}`;
}

function pick(symbol: ExpectedSymbol, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(symbol).filter(([key]) => keys.includes(key)));
}

/** One line each, the keys in one order: a difference is read at a glance. */
export function written(symbols: readonly object[]): string[] {
  return symbols.map((symbol) => JSON.stringify(Object.fromEntries(Object.entries(symbol).sort())));
}
