/** The duty of an extract worker, and of the main thread for small files: a file or its contents in, its records out. */

import { categoryByText } from "../corpus/generated.ts";
import { openRoot, type RootHandle } from "../corpus/open.ts";
import { namingPath } from "../corpus/roots.ts";
import { FileError, QsearchError } from "../errors.ts";
import { type RecipeFacts, recipeFacts } from "../indexing/recipe.ts";
import {
  asFileError,
  parsedDocument,
  type Read,
  readSource,
  type Source,
  sourceOf,
  UnreadError,
} from "../indexing/source.ts";
import { type SymbolLanguage, symbolLanguage } from "../languages/names.ts";
import type { ChunkRecord, DocumentRecord } from "../request/extract-request.ts";
import type { FileType } from "../request/kinds.ts";
import type { CodeSymbol, SymbolReader } from "../symbols/file-symbols.ts";
import { openSymbolReader } from "../symbols/symbol-reader.ts";
import type { Document } from "../text/document.ts";
import { createTokeniser, type Tokeniser } from "../text/tokeniser.ts";
import type { Extracted, ExtractSettings, ExtractTask, ExtractWork, FilePlace } from "./extraction-messages.ts";
import { chunkRecords, documentRecord, hasFurtherLineEnds, lineOf } from "./output-records.ts";

export class ExtractWorker {
  readonly #readers = new Map<SymbolLanguage, Promise<SymbolReader>>();
  #tokeniser: Tokeniser | null = null;
  /** The root of the last file: names mostly come folder by folder. */
  #root: RootHandle | null = null;

  /** Never throws what is one file's fault. */
  async answer({ settings, works }: ExtractTask): Promise<Extracted[]> {
    const answers: Extracted[] = [];
    let bytes = 0;
    for (const work of works) {
      const extracted = await this.#extracted(work, settings);
      answers.push(extracted);
      if (extracted.kind === "isolated") bytes += extracted.bytes.length;
      if (extracted.kind === "records") bytes += extracted.lines.reduce((sum, { length }) => sum + length, 0);
      if (bytes > ENOUGH) break;
    }
    return answers;
  }

  /**
   * What `answer` says of one file, for whoever asks in his own thread; null of files that are better left to a worker: over `largest` bytes, read
   * in a child process, or with a syntax tree. Several may be asked for at once. Never throws what is the file's fault.
   */
  async small(place: FilePlace, settings: ExtractSettings, largest: number): Promise<Small | null> {
    const facts = recipeFacts(namingOf(place));
    const { root, rel } = place;
    if (root === null || facts.extractor.isolated === true || symbolLanguage(namingOf(place), facts.language) !== null)
      return null;
    let source: Source | null = null;
    try {
      const read = readSource(this.#handle(root), rel, facts.extractor, { maxSize: settings.maxSize, largest });
      if (read === null) return null;
      source = read.source;
      const document = await this.#extract(place, facts, settings, { ...read, bytes: read.bytes.slice() });
      return await this.#records(place, facts, settings, source, document);
    } catch (error) {
      return failed(error, facts, source);
    }
  }

  async #extracted(work: ExtractWork, settings: ExtractSettings): Promise<Extracted> {
    const { place } = work;
    const facts = recipeFacts(namingOf(place));
    let source: Source | null = null;
    try {
      const read = this.#read(work, facts, settings);
      source = read.source;
      if (work.kind !== "parsed" && facts.extractor.isolated === true) {
        // The bytes stand in memory that the next file is read into.
        return { kind: "isolated", bytes: read.bytes.slice(), source };
      }
      const document =
        work.kind === "parsed" ? await parsedDocument(work.parsed) : await this.#extract(place, facts, settings, read);
      return await this.#records(place, facts, settings, source, document);
    } catch (error) {
      return failed(error, facts, source);
    }
  }

  close(): void {
    this.#root?.close();
    this.#root = null;
  }

  #read(work: ExtractWork, { extractor }: RecipeFacts, { maxSize }: ExtractSettings): Read {
    if (work.kind === "parsed") return { bytes: NOTHING, source: work.source };
    if (work.kind === "contents") {
      const { bytes } = work;
      // No more than one byte beyond the limit was taken, so the size is not known.
      if (bytes.length > maxSize) throw new FileError("too_large", `over max_size (${maxSize})`);
      return { bytes, source: sourceOf(bytes, { size: bytes.length, mtimeNs: 0n }, extractor) };
    }
    const { root, rel } = work.place;
    if (root === null) throw new Error("a file that was named lies beneath a root");
    const read = readSource(this.#handle(root), rel, extractor, { maxSize, largest: Number.POSITIVE_INFINITY });
    if (read === null) throw new Error("a file of any size is read");
    return read;
  }

  #handle(root: string): RootHandle {
    if (this.#root?.path !== root) {
      this.close();
      this.#root = opened(root);
    }
    return this.#root as RootHandle;
  }

  #extract(place: FilePlace, { extractor, ext }: RecipeFacts, { encodings }: ExtractSettings, { bytes }: Read) {
    const name = place.rel.slice(place.rel.lastIndexOf("/") + 1);
    return extractor.extract({ bytes, name, ext, encodings });
  }

  async #records(
    place: FilePlace,
    facts: RecipeFacts,
    settings: ExtractSettings,
    source: Source,
    document: Document,
  ): Promise<Small> {
    this.#tokeniser ??= createTokeniser();
    const { path } = place;
    const doc = docOf(source);
    const naming = namingOf(place);
    const category = categoryByText(naming, facts, document.text);
    const symbols = await this.#symbols(naming, category, document.language ?? facts.language, document.text);
    const file = { path, facts, category, doc, document, symbols };
    const records =
      settings.form === "documents"
        ? [documentRecord(file, settings, this.#tokeniser)]
        : chunkRecords(file, settings, this.#tokeniser);
    const written = linesOf(records, settings.texts, hasFurtherLineEnds(document.text) || hasFurtherLineEnds(path));
    return { kind: "records", ...written, doc, bytes: source.stat.size };
  }

  /** Of source text alone, as in the index; null without a tree. */
  async #symbols(
    naming: string,
    category: FileType,
    language: string | null,
    text: string,
  ): Promise<readonly CodeSymbol[] | null> {
    const grammar = symbolLanguage(naming, language);
    if (grammar === null || (category !== "source" && category !== "test")) return null;
    const reader = this.#readers.get(grammar) ?? openSymbolReader([grammar]);
    this.#readers.set(grammar, reader);
    const { lane, symbols } = (await reader).symbols(text, grammar);
    return lane === "tree-sitter" ? symbols : null;
  }
}

/** Of a file that needs no child process. */
type Small = Exclude<Extracted, { kind: "isolated" }>;

const encoder = new TextEncoder();
/** UTF-16 units of lines that become one piece. */
const PIECE = 2 ** 18;
/** Bytes of records in one answer; the works beyond it are left, and sent again. */
const ENOUGH = 2 * 2 ** 20;
const NOTHING = new Uint8Array(0);

function failed(error: unknown, { extractor }: RecipeFacts, source: Source | null): Small {
  const { code, message } = asFileError(error, extractor);
  const stat = source?.stat ?? (error instanceof UnreadError ? error.stat : null);
  return { kind: "failed", code, message, doc: source === null ? null : docOf(source), bytes: stat?.size ?? null };
}

/** Records as lines, and the texts of them where these are wanted. */
function linesOf(records: Iterable<ChunkRecord | DocumentRecord>, areTextsWanted: boolean, escapes: boolean) {
  const lines: Uint8Array<ArrayBuffer>[] = [];
  const texts: string[] = [];
  let count = 0;
  let piece = "";
  for (const record of records) {
    piece += lineOf(record, escapes);
    count += 1;
    if (areTextsWanted) texts.push(record.text);
    if (piece.length < PIECE) continue;
    lines.push(encoder.encode(piece));
    piece = "";
  }
  if (piece !== "") lines.push(encoder.encode(piece));
  return { lines, count, texts };
}

/** A folder that is not there is as good as a file that is not. */
function opened(root: string): RootHandle {
  try {
    return openRoot(root);
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable")
      throw new FileError("vanished", error.message);
    throw error;
  }
}

function namingOf({ root, rel }: FilePlace): string {
  return root === null ? rel : namingPath(root, rel);
}

function docOf({ sha256 }: Source): string {
  return Buffer.from(sha256).toString("hex").slice(0, 32);
}
