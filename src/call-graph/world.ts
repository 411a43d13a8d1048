/** The source tree as resolution sees it: paths, and symbols on request. Pure: no I/O here. */
import type { SymbolLanguage } from "../languages/names.ts";
import type { CallSite, CodeSymbol, FileSymbols } from "../symbols/file-symbols.ts";
import type { Binding, FunctionRecord, Records } from "./records.ts";

/** Kinds whose blocks are scopes of local names. */
const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "property"]);
/** Kinds that have members. */
const TYPES: ReadonlySet<string> = new Set(["class", "interface", "trait", "struct", "enum", "impl", "type"]);

export function isFunction({ kind }: CodeSymbol): boolean {
  return FUNCTIONS.has(kind);
}

export function isType({ kind }: CodeSymbol): boolean {
  return TYPES.has(kind);
}

export class GraphFile {
  #calls: readonly CallSite[] | null = null;
  #byName: Map<string, number[]> | null = null;
  #children: Map<number, number[]> | null = null;

  constructor(
    /** Relative to the tree, "/" between parts. */
    readonly rel: string,
    readonly language: SymbolLanguage,
    readonly text: string,
    readonly found: FileSymbols,
    readonly records: Records,
  ) {}

  /** All calls, including calls of computed callees, in the order of the text. */
  get calls(): readonly CallSite[] {
    const { computed } = this.records;
    this.#calls ??=
      computed.length === 0 ? this.found.calls : [...this.found.calls, ...computed].sort((a, b) => a.offset - b.offset);
    return this.#calls;
  }

  get folder(): string {
    return folderOf(this.rel);
  }

  symbol(index: number): CodeSymbol | undefined {
    return this.found.symbols[index];
  }

  /** Symbols of that name, in the order of the text. */
  named(name: string): readonly number[] {
    this.#byName ??= this.#group(({ name: own }) => own);
    return this.#byName.get(name) ?? [];
  }

  /** Symbols directly within another symbol; -1: within the file. */
  children(parent: number): readonly number[] {
    this.#children ??= this.#group(({ parent: own }) => own);
    return this.#children.get(parent) ?? [];
  }

  /** Symbols of that name directly within another. */
  childrenNamed(parent: number, name: string): number[] {
    return this.named(name).filter((index) => this.symbol(index)?.parent === parent);
  }

  /** The innermost symbol around an offset, by declarations; -1 at the top. */
  symbolAt(offset: number): number {
    let best = -1;
    for (const [index, { start, end }] of this.found.symbols.entries()) {
      if (start > offset) break;
      const node = this.records.nodes[index];
      if (end > offset && (node === undefined || node.start <= offset)) best = index;
    }
    return best;
  }

  /** Parameters, result and returns of a function; undefined for other symbols. */
  functionAt(index: number): FunctionRecord | undefined {
    const node = this.records.nodes[index];
    return node === undefined ? undefined : this.records.functions.get(node.id);
  }

  /** Names of the decorators above a definition, as written. */
  decorators(index: number): readonly string[] {
    const node = this.records.nodes[index];
    return node === undefined ? [] : (this.records.decorators.get(node.id) ?? []);
  }

  isHidden(index: number): boolean {
    const node = this.records.nodes[index];
    return node !== undefined && this.records.hidden.has(node.id);
  }

  fields(index: number): readonly Binding[] {
    return this.records.fields.get(index) ?? [];
  }

  /** The innermost type around a symbol, or the symbol itself; -1 without one. */
  typeAround(index: number): number {
    for (let at = index; at >= 0; at = this.symbol(at)?.parent ?? -1) {
      const symbol = this.symbol(at);
      if (symbol !== undefined && isType(symbol)) return at;
    }
    return -1;
  }

  #group<Key>(keyOf: (symbol: CodeSymbol) => Key): Map<Key, number[]> {
    const groups = new Map<Key, number[]>();
    for (const [index, symbol] of this.found.symbols.entries()) {
      const key = keyOf(symbol);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [index]);
      else group.push(index);
    }
    return groups;
  }
}

export interface CodeWorld {
  /** The file with its symbols; null for a missing file or one without symbols. */
  file(rel: string): GraphFile | null;
  /** Text of a file that need not be source (go.mod); null where it cannot be read. */
  text(rel: string): string | null;
  has(rel: string): boolean;
  /** Paths of the files directly in a folder ("" is the top), in byte order. */
  filesIn(folder: string): readonly string[];
  hasFolder(folder: string): boolean;
  /** Whether some folder has that name. */
  hasFolderCalled(name: string): boolean;
  /** Paths of all files with that last component, in byte order. */
  filesCalled(name: string): readonly string[];
  /** Whether the file's text holds the name. */
  mentions(rel: string, name: string): boolean;
  /** Files that may define the name, among files already searched; in byte order. */
  holding(name: string): readonly GraphFile[];
  /** Whether any file is in the language. */
  speaks(language: SymbolLanguage): boolean;
  /** Number of calls of `holding` for a name not searched yet: results based on such an answer are not final. */
  readonly unanswered: number;
}

/** The paths of a tree, indexed for look-ups. */
export class PathTable {
  readonly #paths: ReadonlySet<string>;
  readonly #folders = new Map<string, string[]>();
  readonly #called = new Map<string, string[]>();
  #folderNames: ReadonlySet<string> | null = null;

  constructor(rels: readonly string[]) {
    this.#paths = new Set(rels);
    for (const rel of rels) {
      push(this.#called, rel.slice(rel.lastIndexOf("/") + 1), rel);
      push(this.#folders, folderOf(rel), rel);
      for (let folder = folderOf(rel); folder !== ""; ) {
        folder = folderOf(folder);
        if (this.#folders.has(folder)) break;
        this.#folders.set(folder, []);
      }
    }
  }

  has(rel: string): boolean {
    return this.#paths.has(rel);
  }

  filesIn(folder: string): readonly string[] {
    return this.#folders.get(folder) ?? [];
  }

  hasFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }

  hasFolderCalled(name: string): boolean {
    this.#folderNames ??= new Set([...this.#folders.keys()].map((folder) => folder.slice(folder.lastIndexOf("/") + 1)));
    return this.#folderNames.has(name);
  }

  filesCalled(name: string): readonly string[] {
    return this.#called.get(name) ?? [];
  }
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** The folder a path lies in, "" for the top. */
export function folderOf(rel: string): string {
  const slash = rel.lastIndexOf("/");
  return slash === -1 ? "" : rel.slice(0, slash);
}

/** `path` relative to `folder`, with "." and ".." resolved; null for a path out of the tree. */
export function joined(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
