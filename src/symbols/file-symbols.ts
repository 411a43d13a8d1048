/** The definitions, calls and imports of a source file, from a syntax tree or from a reader of braces and indentation. */

export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "trait"
  | "struct"
  | "enum"
  | "type"
  | "constant"
  | "module"
  | "property"
  | "macro"
  /** A block that adds members to a type defined elsewhere: Rust's impl, extensions of Swift and Dart. */
  | "impl";

/** Offsets are UTF-16 units, lines count from 1. */
export interface CodeSymbol {
  /** "" for an anonymous symbol, which is a block nevertheless. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** The whole block, decorators and doc comments included; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Start of the name, or of the declaration without a name. */
  readonly nameStart: number;
  /** Lines of the whole block, both inclusive. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Line of `nameStart`. */
  readonly headLine: number;
  /** The declaration without decorators, comments and body; white space collapsed. */
  readonly signature: string;
  /** Index of the enclosing symbol, -1 at the top. It is always smaller than the symbol's own. */
  readonly parent: number;
  /** The type of a method, where the method states it: Go's receiver, `Class::` of C++. */
  readonly receiver: string | null;
  /** Names of the types that it extends or implements, as written, without type arguments. */
  readonly bases: readonly string[];
}

export interface CallSite {
  readonly name: string;
  /** The expression before the dot, white space collapsed. */
  readonly receiver: string | null;
  /** Place of the name: line from 1, column from 1 in UTF-16 units, offset. */
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** Index of the innermost enclosing symbol, -1 at the top. */
  readonly caller: number;
}

export interface ImportedName {
  /** As written, without quotes; "" is this file, in an export of something defined here. */
  readonly module: string;
  /** "*": the module as a whole; "default" its default export. */
  readonly name: string;
  /** The local name; "*" where every name of the module becomes one. */
  readonly alias: string;
  readonly line: number;
  /** Re-exported under the name `alias` to files that import this file. */
  readonly exported: boolean;
}

/** How a file's symbols were found: by a syntax tree, by indentation and braces, or not at all. */
export type SymbolLane = "tree-sitter" | "reader" | "none";

export interface FileSymbols {
  readonly lane: SymbolLane;
  /** In the order of their blocks' starts; an enclosing symbol comes first. */
  readonly symbols: readonly CodeSymbol[];
  /** In the order of the text. */
  readonly calls: readonly CallSite[];
  readonly imports: readonly ImportedName[];
  /** The tree holds errors, or a limit of work cut the tree off. */
  readonly partial: boolean;
}

export interface SymbolReader {
  /** `language` is a name of `symbolLanguage` (src/languages/names.ts). Never throws: an unreadable file has no symbols. */
  symbols(text: string, language: string): FileSymbols;
  close(): void;
}

export const NO_SYMBOLS: FileSymbols = { lane: "none", symbols: [], calls: [], imports: [], partial: false };
