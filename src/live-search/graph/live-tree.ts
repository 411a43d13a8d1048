/**
 * A tree on disk for resolution: files are read and parsed at their first use, in their current state, and cached for one
 * request.
 */
import { relativesOf, rulesOf } from "../../call-graph/rules.ts";
import { type CodeWorld, GraphFile, PathTable } from "../../call-graph/world.ts";
import { categorise } from "../../corpus/categories.ts";
import { decodeText } from "../../corpus/decode.ts";
import { openRoot, type RootHandle, readFileBeneath } from "../../corpus/open.ts";
import { FileError } from "../../errors.ts";
import { definitionRule } from "../../languages/line-rules.ts";
import { type SymbolLanguage, symbolLanguage } from "../../languages/names.ts";
import { TimeSlice } from "../../pool/time-slice.ts";
import { SCRIPT_GRAMMAR, SCRIPT_HOLDERS, scriptSource } from "../../symbols/script-blocks.ts";
import { type CodeReader, MAX_TREE_CHARS, openCodeReader } from "../../symbols/symbol-reader.ts";
import type { LiveDeps } from "../deps.ts";
import { SEARCH_STOPPED } from "../deps.ts";
import { type LeftOut, leftOut } from "../left-out.ts";
import type { SearchRoot } from "../search-root.ts";
import { listTree, scanFiles } from "../tree-scan.ts";
import { mayDefine } from "./may-define.ts";
import { readOnce } from "./read-cache.ts";

/** Most files parsed for one request; further files count as not parsed. */
const MAX_PARSED = 3000;
/** Most terms of one scan; the kernel takes 128. */
const TERMS = 100;

export interface NotParsed {
  /** Number of needed files that could not be read, have no grammar, are too large for a tree, or lie beyond the limit. */
  readonly files: number;
  /** Number of files partly hidden by syntax errors or the limit of work. */
  readonly partial: number;
}

/** Close it. */
export class LiveTree implements CodeWorld {
  readonly #root: RootHandle;
  readonly #paths: PathTable;
  readonly #files = new Map<string, GraphFile | null>();
  readonly #texts = new Map<string, string | null>();
  readonly #readers = new Map<SymbolLanguage, CodeReader>();
  readonly #holders = new Map<string, readonly string[]>();
  /** For names searched everywhere: files of all kinds that hold the name. */
  readonly #mentions = new Map<string, readonly string[]>();
  readonly #defining = new Map<string, readonly GraphFile[]>();
  /** Requested names that were not scanned yet. */
  readonly #missing = new Set<string>();
  #unanswered = 0;
  readonly #patternHolders = new Map<string, readonly string[]>();
  /** Why a file that may hold a wanted name was not read as code. */
  readonly #reasons = new Map<string, string>();
  #languages: ReadonlySet<SymbolLanguage> | null = null;
  readonly #slice: TimeSlice;
  #parsed = 0;
  #notParsed = 0;
  #partial = 0;

  private constructor(
    readonly place: SearchRoot,
    /** All files of the tree, in the walk's order. */
    readonly rels: readonly string[],
    private readonly deps: LiveDeps,
    private readonly trees: boolean,
  ) {
    this.#paths = new PathTable(rels);
    this.#root = openRoot(place.root);
    this.#slice = new TimeSlice(deps.signal, SEARCH_STOPPED);
  }

  /** Lists the whole directory, even if the request is confined to a part: imports lead everywhere. */
  static async open(place: SearchRoot, deps: LiveDeps, trees: boolean): Promise<LiveTree> {
    const { rels } = await listTree({ ...place, start: "" }, deps);
    return new LiveTree(place, rels, deps, trees);
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  get parsed(): number {
    return this.#parsed;
  }

  get notParsed(): NotParsed {
    return { files: this.#notParsed, partial: this.#partial };
  }

  /** Files that may hold a wanted name and were not read as code, by reason and language. */
  get leftOut(): LeftOut[] {
    return leftOut(Array.from(this.#reasons, ([rel, reason]) => ({ rel, reason })));
  }

  languageOf(rel: string): SymbolLanguage | null {
    const { language } = categorise(rel);
    return language !== null && SCRIPT_HOLDERS.has(language) ? SCRIPT_GRAMMAR : symbolLanguage(rel, language);
  }

  /** Finds the files that hold each of the names as a word. Languages of those files are then ready for parsing. */
  async scan(names: readonly string[], everywhere = false): Promise<void> {
    const wanted = [...new Set(names)].filter(
      (name) => name !== "" && !(everywhere ? this.#mentions : this.#holders).has(name),
    );
    const rels = everywhere ? this.rels : this.rels.filter((rel) => this.languageOf(rel) !== null);
    for (let at = 0; at < wanted.length; at += TERMS) {
      const texts = wanted.slice(at, at + TERMS);
      const resolved = texts.map((text) => ({ text, kind: "keyword" as const, from: [] }));
      const terms = { keywords: texts, resolved, mode: "word" } as const;
      const { files, unread } = await scanFiles(this.place, rels, terms, this.deps);
      for (const { rel, reason } of unread) this.#reasons.set(rel, reason);
      for (const [id, name] of texts.entries()) {
        const holding = files.filter((file) => file.count(id) > 0).map(({ rel }) => rel);
        this.#holders.set(
          name,
          holding.filter((rel) => this.languageOf(rel) !== null),
        );
        if (everywhere) this.#mentions.set(name, holding);
      }
    }
  }

  /** Files that hold the name as a word, if line patterns can find definitions in their language. */
  async holdersByPatterns(name: string): Promise<readonly string[]> {
    const known = this.#patternHolders.get(name);
    if (known !== undefined) return known;
    const rels = this.rels.filter((rel) => definitionRule(categorise(rel).language) !== undefined);
    const terms = {
      keywords: [name],
      resolved: [{ text: name, kind: "keyword" as const, from: [] }],
      mode: "word" as const,
    };
    const { files, unread } = await scanFiles(this.place, rels, terms, this.deps);
    for (const { rel, reason } of unread) this.#reasons.set(rel, reason);
    const found = files.map(({ rel }) => rel);
    this.#patternHolders.set(name, found);
    return found;
  }

  holders(name: string): readonly string[] {
    return this.#holders.get(name) ?? [];
  }

  /** Files of all kinds that hold the name, if the name was searched everywhere. */
  mentioning(name: string): readonly string[] {
    return this.#mentions.get(name) ?? [];
  }

  /** Names requested since the last call whose files are not searched yet. */
  takeMissing(): string[] {
    const names = [...this.#missing];
    this.#missing.clear();
    return names;
  }

  /** Loads grammars for the file and for files that it can import, and parses its package in slices. */
  async prepare(rel: string): Promise<GraphFile | null> {
    const language = this.languageOf(rel);
    if (language === null) return null;
    await this.#ready(language);
    const file = this.file(rel);
    if (this.#slice.due) await this.#slice.rest();
    return file;
  }

  /** Parses the files of a file's package that its names are looked up in, in slices. */
  async preparePackage({ language, folder }: GraphFile, names: readonly string[]): Promise<void> {
    if (!rulesOf(language).folderIsPackage) return;
    for (const rel of this.filesIn(folder)) {
      if (names.some((name) => this.mentions(rel, name))) this.file(rel);
      if (this.#slice.due) await this.#slice.rest();
    }
  }

  /** Yields to the event loop when it is time. Throws `cancelled`. */
  async rest(): Promise<void> {
    if (this.#slice.due) await this.#slice.rest();
  }

  async #ready(language: SymbolLanguage): Promise<void> {
    for (const each of relativesOf(language)) {
      if (this.#readers.has(each) || !this.speaks(each)) continue;
      this.#readers.set(each, await openCodeReader(each, this.trees));
      this.#forget(each);
    }
  }

  /** Forgets results from before the language could be parsed. */
  #forget(language: SymbolLanguage): void {
    this.#defining.clear();
    for (const [rel, file] of this.#files) {
      if (file === null && this.languageOf(rel) === language) this.#files.delete(rel);
    }
  }

  speaks(language: SymbolLanguage): boolean {
    this.#languages ??= new Set(this.rels.flatMap((rel) => this.languageOf(rel) ?? []));
    return this.#languages.has(language);
  }

  file(rel: string): GraphFile | null {
    const known = this.#files.get(rel);
    if (known !== undefined) return known;
    const file = this.#read(rel);
    this.#files.set(rel, file);
    return file;
  }

  #read(rel: string): GraphFile | null {
    const language = this.#paths.has(rel) ? this.languageOf(rel) : null;
    const reader = language === null ? undefined : this.#readers.get(language);
    if (language === null || reader === undefined) return null;
    if (this.#parsed >= MAX_PARSED) {
      this.#notParsed++;
      this.#reasons.set(rel, "limit");
      return null;
    }
    const text = this.text(rel);
    const read = text === null ? null : readOnce(text, `${language} ${this.trees}`, () => reader.read(text, language));
    if (text === null || read === null || read.found.lane === "none") {
      this.#notParsed++;
      if (text !== null) this.#reasons.set(rel, text.length > MAX_TREE_CHARS ? "too_large_to_parse" : "not_parsed");
      return null;
    }
    this.#parsed++;
    if (read.found.partial) this.#partial++;
    return new GraphFile(rel, language, text, read.found, read.records);
  }

  text(rel: string): string | null {
    const known = this.#texts.get(rel);
    if (known !== undefined) return known;
    let text: string | null = null;
    try {
      const whole = decodeText(readFileBeneath(this.#root, rel, this.place.policy.maxSize).bytes, this.place.encodings);
      // For a page or component only its scripts, on their own lines.
      text = scriptSource(whole, categorise(rel).language)?.text ?? whole;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#reasons.set(rel, error.code);
    }
    this.#texts.set(rel, text);
    return text;
  }

  mentions(rel: string, name: string): boolean {
    return this.#files.get(rel)?.text.includes(name) ?? this.text(rel)?.includes(name) ?? false;
  }

  has(rel: string): boolean {
    return this.#paths.has(rel);
  }

  filesIn(folder: string): readonly string[] {
    return this.#paths.filesIn(folder);
  }

  hasFolder(folder: string): boolean {
    return this.#paths.hasFolder(folder);
  }

  hasFolderCalled(name: string): boolean {
    return this.#paths.hasFolderCalled(name);
  }

  filesCalled(name: string): readonly string[] {
    return this.#paths.filesCalled(name);
  }

  holding(name: string): readonly GraphFile[] {
    const known = this.#defining.get(name);
    if (known !== undefined) return known;
    if (!this.#holders.has(name)) {
      this.#unanswered++;
      this.#missing.add(name);
      return [];
    }
    const found = this.holders(name).flatMap((rel) => {
      const text = this.text(rel);
      return text !== null && mayDefine(text, name) ? (this.file(rel) ?? []) : [];
    });
    this.#defining.set(name, found);
    return found;
  }

  close(): void {
    this.#root.close();
  }
}
