/** What a case of test/cases/symbols says, and the form in which it says it. */
import type { CallSite, FileSymbols, ImportedName } from "../../src/code/symbols.ts";

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
