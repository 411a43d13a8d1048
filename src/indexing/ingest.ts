/**
 * From a file to the writer's record: read once from one descriptor, hashed, decoded, extracted, chunked, tokenised,
 * compressed. Plain functions: workers/ingest.ts and workers/store.ts are thin shells around them.
 */
import { categoryByText } from "../corpus/generated.ts";
import type { RootHandle } from "../corpus/open.ts";
import { namingPath } from "../corpus/roots.ts";
import { FileError } from "../errors.ts";
import { chunkEntry, MAX_CHUNKS, packChunks } from "../store/chunk-codec.ts";
import { encodeBlocks, packLayout } from "../store/content.ts";
import type { Failed, FileStat, Ingested, Removed } from "../store/file-outcomes.ts";
import { partRows } from "../store/part-rows.ts";
import { chunkDocument } from "../text/chunks.ts";
import type { Document } from "../text/document.ts";
import type { Tokeniser } from "../text/tokeniser.ts";
import { type Recipe, type RecipeFacts, type RecipeOptions, Recipes, recipeFacts } from "./recipe.ts";
import { asFileError, type Read, readSource, type Source, UnreadError } from "./source.ts";

/** Settings for reading and cutting the files of one root. */
export interface IngestSettings extends RecipeOptions {
  readonly rootId: number;
  /** Canonical. */
  readonly path: string;
  /** Bytes. */
  readonly maxSize: number;
}

/** One file to check. */
export interface IngestItem {
  readonly fileId: number;
  readonly rel: string;
  /** Whether the store may have rows with this id. */
  readonly known: boolean;
}

/** The writer's record of an item; `removed` for a file that vanished before its turn. */
export type ItemOutcome = Ingested | Failed | Removed;

/** Turns the files of one root into outcomes. Keeps no file data between calls. */
export class Ingester {
  readonly #recipes: Recipes;

  constructor(
    private readonly handle: RootHandle,
    private readonly settings: IngestSettings,
    private readonly tokeniser: Tokeniser,
  ) {
    this.#recipes = new Recipes(settings);
  }

  /**
   * Ingests one file, except isolated formats, which use `read` and `finish`. Returns a promise only if the extractor does;
   * null, without any work, for a file of more than `largest` bytes.
   */
  ingest(item: IngestItem, largest = Number.POSITIVE_INFINITY): ItemOutcome | null | Promise<ItemOutcome> {
    const path = this.#naming(item);
    const facts = recipeFacts(path);
    let read: Read | null;
    try {
      read = this.#read(item, facts, largest);
    } catch (error) {
      return this.#unread(item, facts, error);
    }
    if (read === null) return null;
    const recipe = this.#recipes.of(facts, read.source.utf8);
    try {
      const made = this.#extract(facts, path, read.bytes);
      if (made instanceof Promise) return this.#later(item, facts, read.source, recipe, made);
      return this.#ingested(item, path, facts, read.source, recipe, made);
    } catch (error) {
      return this.#unreadable(item, facts, read.source, recipe, error);
    }
  }

  /** The first half of an isolated file: its bytes (a copy), or the outcome when there is nothing to parse. */
  read(item: IngestItem): ItemOutcome | { bytes: Uint8Array; source: Source } {
    const facts = recipeFacts(this.#naming(item));
    try {
      const read = this.#read(item, facts, Number.POSITIVE_INFINITY);
      if (read === null) throw new Error("a file of any size is read");
      return { bytes: read.bytes.slice(), source: read.source };
    } catch (error) {
      return this.#unread(item, facts, error);
    }
  }

  /** The second half: from the child process's result to the outcome. */
  finish(item: IngestItem, source: Source, parsed: Document | FileError): ItemOutcome {
    const path = this.#naming(item);
    const facts = recipeFacts(path);
    const recipe = this.#recipes.of(facts, source.utf8);
    try {
      if (parsed instanceof FileError) throw parsed;
      return this.#ingested(item, path, facts, source, recipe, parsed);
    } catch (error) {
      return this.#unreadable(item, facts, source, recipe, error);
    }
  }

  async #later(
    item: IngestItem,
    facts: RecipeFacts,
    source: Source,
    recipe: Recipe,
    made: Promise<Document>,
  ): Promise<ItemOutcome> {
    try {
      return this.#ingested(item, this.#naming(item), facts, source, recipe, await made);
    } catch (error) {
      return this.#unreadable(item, facts, source, recipe, error);
    }
  }

  #read({ rel }: IngestItem, { extractor }: RecipeFacts, largest: number): Read | null {
    return readSource(this.handle, rel, extractor, { maxSize: this.settings.maxSize, largest });
  }

  #naming({ rel }: IngestItem): string {
    return namingPath(this.settings.path, rel);
  }

  #extract({ extractor, ext }: RecipeFacts, path: string, bytes: Uint8Array): Document | Promise<Document> {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return extractor.extract({ bytes, name, ext, encodings: this.settings.encodings });
  }

  #ingested(
    item: IngestItem,
    path: string,
    facts: RecipeFacts,
    source: Source,
    recipe: Recipe,
    document: Document,
  ): Ingested {
    const { ext, language } = facts;
    return {
      kind: "ingested",
      fileId: item.fileId,
      known: item.known,
      rootId: this.settings.rootId,
      rel: item.rel,
      ext,
      category: categoryByText(path, facts, document.text),
      language: document.language ?? language,
      stat: source.stat,
      sha256: source.sha256,
      sha1: source.sha1,
      utf8: source.utf8,
      recipe: recipe.key,
      content: {
        variant: recipe.variant,
        chars: document.text.length,
        blocks: encodeBlocks(document.text),
        layout: packLayout(document),
        units: document.units,
      },
      ...this.#rows(document),
      path: this.tokeniser.pathTokens(path),
    };
  }

  #rows(document: Document): Pick<Ingested, "chunks" | "chunkBlob" | "tokens" | "parts"> {
    const { chunkSize, overlap } = this.settings;
    const spans = chunkDocument(document, { size: chunkSize, overlap });
    if (spans.length > MAX_CHUNKS) throw new FileError("too_many_chunks", `more than ${MAX_CHUNKS} chunks`);
    const entries = spans.map(chunkEntry);
    const { borders, rows, tokens } = partRows(document.text, entries, chunkSize, this.tokeniser);
    return { chunks: spans.length, chunkBlob: packChunks(entries, borders), tokens, parts: rows };
  }

  #unread(item: IngestItem, facts: RecipeFacts, error: unknown): Failed | Removed {
    const problem = asFileError(error, facts.extractor);
    // Vanished since the walk: treated as not listed. The missing row of a new file's id is no problem.
    if (problem.code === "vanished") return { kind: "removed", fileId: item.fileId };
    const recipe = this.#recipes.of(facts, false);
    const stat = error instanceof UnreadError ? error.stat : null;
    return this.#failed(item, facts, { stat, source: null, recipe, problem });
  }

  #unreadable(item: IngestItem, facts: RecipeFacts, source: Source, recipe: Recipe, error: unknown): Failed {
    const problem = asFileError(error, facts.extractor);
    return this.#failed(item, facts, { stat: source.stat, source, recipe, problem });
  }

  #failed(
    { fileId, rel, known }: IngestItem,
    { ext, category, language }: RecipeFacts,
    why: { stat: FileStat | null; source: Source | null; recipe: Recipe; problem: FileError },
  ): Failed {
    return {
      kind: "failed",
      fileId,
      known,
      rootId: this.settings.rootId,
      rel,
      ext,
      category,
      language,
      stat: why.stat,
      source: why.source,
      recipe: why.recipe.key,
      code: why.problem.code,
      message: why.problem.message,
    };
  }
}
