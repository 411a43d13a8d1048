/**
 * The one writer of the store. Transactions of half a second or 16 MB write outcomes, each file wholly inside one transaction,
 * with the counters: after any end of the program, the store holds every file's old or new state.
 */

import { categoriseNamed, lowerName } from "../corpus/categories.ts";
import { categoryByText } from "../corpus/generated.ts";
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";
import { namingPath } from "../corpus/roots.ts";
import { symbolLanguage } from "../languages/names.ts";
import { TOKENISER_VERSION, type Tokeniser } from "../text/tokeniser.ts";
import { type ChunkEntry, ordinalOfChunk, packChunks } from "./chunk-codec.ts";
import { chunkTable } from "./chunks.ts";
import { textOf } from "./content.ts";
import { ContentRows } from "./content-rows.ts";
import { FILE_VALUES, fileValues, INSERT_ODD_FILE, type NewFileRow, oddFileValues } from "./file-columns.ts";
import type { Failed, FileOutcome, FileStat, Ingested, Moved, StoredPlace } from "./file-outcomes.ts";
import { versionOf } from "./file-version.ts";
import { SYMBOLS_VERSION } from "./meta.ts";
import { chunkSizeIn, type PartRow, partRows, symbolColumn } from "./part-rows.ts";
import { partId } from "./parts.ts";
import { PostingRows } from "./posting-rows.ts";
import { ROWS_TOGETHER, RowInserts } from "./row-inserts.ts";
import type { Store } from "./store.ts";
import { VectorRows } from "./vector-rows.ts";

/** Key of the current tokeniser in the table of recipes, for `files.tokeniser`. */
export const TOKENISER_RECIPE = `tokeniser ${TOKENISER_VERSION}`;

/** Each transaction leaves a segment of postings, so transactions are not short; searches run in parallel. */
const TRANSACTION_MS = 500;
const TRANSACTION_BYTES = 16 * 1024 * 1024;

export interface WriterOptions {
  /** Called only when stored text is tokenised again. */
  readonly tokeniser: () => Tokeniser;
  readonly now?: () => number;
}

/** Symbols of a file from its syntax tree. */
export interface SymbolsOfFile {
  readonly fileId: number;
  readonly contentId: number;
  /** Version of the file at reading: file-version.ts. */
  readonly fileVersion: string;
  /** Packed (symbols.ts); null where symbols are stored already, or none exist. */
  readonly data: Uint8Array | null;
  /** The chunks whose names have changed. */
  readonly names: readonly {
    readonly id: number;
    readonly symbol: string;
    readonly defined: string;
  }[];
}

interface Before {
  readonly content: number | null;
  readonly chunks: number;
  readonly parts: number;
  readonly tokens: number;
  readonly size: number;
}

/** Changes of the counters in a transaction. */
interface Change {
  documents: number;
  chunks: number;
  parts: number;
  tokens: number;
  bytes: number;
}

/** SQL columns for a file's name. */
const NAMED = "rel, (SELECT path FROM roots WHERE id = files.root) AS root";
interface NamedRow {
  readonly rel: Uint8Array;
  readonly root: Uint8Array;
}

function namingPathOf({ rel, root }: NamedRow): string {
  return namingPath(pathFromBytes(root), pathFromBytes(rel));
}

export class StoreWriter {
  readonly #postings: PostingRows;
  readonly #contents: ContentRows;
  readonly #chunks: RowInserts;
  readonly #files: RowInserts;
  /** New files whose rows are not written yet; their chunks may be. */
  readonly #newFiles: Ingested[] = [];
  /** Change it within `transaction`. */
  readonly vectors: VectorRows;
  readonly #recipes = new Map<string, number>();
  #started = 0;
  #bytes = 0;
  #now = 0;
  #nextFile = 0;
  #change: Change = { documents: 0, chunks: 0, parts: 0, tokens: 0, bytes: 0 };

  constructor(
    private readonly store: Store,
    private readonly options: WriterOptions,
  ) {
    this.#postings = new PostingRows(store);
    this.#contents = new ContentRows(store);
    this.#chunks = new RowInserts(store, "INSERT INTO chunks VALUES", "?1, ?2");
    this.#files = new RowInserts(store, "INSERT INTO files VALUES", FILE_VALUES);
    this.vectors = new VectorRows(store);
  }

  /** Applies outcomes in order; all are committed at the return. */
  apply(outcomes: Iterable<FileOutcome>): void {
    const all = outcomes[Symbol.iterator]();
    let next = all.next();
    while (next.done !== true) {
      this.transaction(() => {
        do {
          if (next.done === true) return;
          this.put(next.value);
          next = all.next();
        } while (this.#bytes < TRANSACTION_BYTES && performance.now() - this.#started < TRANSACTION_MS);
      });
    }
  }

  /** One transaction with its counters; returns the result of `body`. */
  transaction<T>(body: () => T): T {
    this.#started = performance.now();
    this.#now = this.options.now?.() ?? Date.now();
    this.#bytes = 0;
    this.#nextFile = 0;
    this.#change = { documents: 0, chunks: 0, parts: 0, tokens: 0, bytes: 0 };
    this.#contents.begin();
    try {
      return this.store.write(() => {
        const made = body();
        this.#flushRows();
        this.vectors.save();
        this.#saveCounters();
        return made;
      });
    } catch (error) {
      // Recipe ids of the rolled-back transaction are invalid.
      this.#recipes.clear();
      this.#newFiles.length = 0;
      this.#contents.begin();
      for (const rows of [this.#chunks, this.#files]) rows.discard();
      this.#postings.reset();
      this.vectors.reset();
      throw error;
    }
  }

  /** Call it at the end of a run: a search then reads few segments. See PostingRows.settle. */
  settlePostings(mostMs: number): boolean {
    return this.#postings.settle(mostMs);
  }

  /** Call it within `transaction`. */
  removeAllPostings(): void {
    this.#postings.removeAll();
  }

  /** Whether all postings are those of the current tokeniser. Visits every file. */
  allCurrent(): boolean {
    const stale = this.store.statement("SELECT 1 FROM files WHERE content IS NOT NULL AND tokeniser <> ? LIMIT 1");
    return stale.get(this.#recipe(TOKENISER_RECIPE)) === null;
  }

  /** Call it after recipes were deleted. */
  forgetRecipes(): void {
    this.#recipes.clear();
  }

  /** Call it within `transaction`. */
  removeFile(fileId: number): void {
    const before = this.#before(fileId);
    if (!before) return;
    this.#forget(fileId, before);
  }

  /** Call it within `transaction`. */
  put(outcome: FileOutcome): void {
    switch (outcome.kind) {
      case "touched":
        this.#touch(outcome.fileId, outcome.stat);
        break;
      case "ingested":
        this.#ingest(outcome);
        break;
      case "moved":
        this.#move(outcome);
        break;
      case "failed":
        this.#fail(outcome);
        break;
      case "removed":
        this.removeFile(outcome.fileId);
        break;
      case "retokenised":
        this.#retokenise(outcome.fileId);
        break;
    }
  }

  #touch(fileId: number, { size, mtimeNs }: FileStat): void {
    this.#flushRows();
    this.store.statement("UPDATE files SET size = ?, mtime_ns = ? WHERE id = ?").run(size, mtimeNs, fileId);
  }

  #ingest(file: Ingested): void {
    const { fileId } = file;
    const before = file.known ? this.#before(fileId) : null;
    if (before) {
      // Taken before the old content is released: both may be the same.
      const [contentId = 0] = this.#contents.take([file]);
      this.#forget(fileId, before);
      this.#putChunks(file);
      this.#putFile(file, file.stat, contentOf(file, contentId));
    } else {
      this.#putChunks(file);
      this.#newFiles.push(file);
      if (this.#newFiles.length === ROWS_TOGETHER) this.#flushFiles();
    }
    if (symbolLanguage(file.rel, file.language) !== null && (file.category === "source" || file.category === "test")) {
      this.store.statement("INSERT OR IGNORE INTO symbols_waiting VALUES (?)").run(fileId);
    }
  }

  #putChunks({ fileId, content, chunks, chunkBlob, parts, tokens, path, stat }: Ingested): void {
    for (const block of content.blocks) this.#bytes += block.data.length;
    if (chunks > 0) this.#chunks.add([fileId, chunkBlob]);
    this.#putParts(fileId, parts, path);
    this.#count({ documents: 1, chunks, parts: parts.length, tokens, bytes: stat.size });
  }

  #putParts(fileId: number, parts: readonly PartRow[], path: Uint8Array): void {
    for (let ordinal = 0; ordinal < parts.length; ordinal++) {
      const part = parts[ordinal];
      if (part === undefined) continue;
      this.#postings.insert(partId(fileId, ordinal), part, path);
      this.#bytes += part.body.length + part.ident.length + part.symbols.length;
    }
  }

  #removeParts(fileId: number, parts: number): void {
    for (let ordinal = 0; ordinal < parts; ordinal++) this.#postings.remove(partId(fileId, ordinal));
  }

  #flushRows(): void {
    this.#flushFiles();
    this.#chunks.flush();
    this.#files.flush();
  }

  /** Writes the rows of new files. */
  #flushFiles(): void {
    if (this.#newFiles.length === 0) return;
    const files = this.#newFiles.splice(0);
    const contents = this.#contents.take(files);
    for (let at = 0; at < files.length; at++) {
      const file = files[at];
      if (file) this.#putFile(file, file.stat, contentOf(file, contents[at] ?? 0));
    }
  }

  /** Call it within `transaction`. Leaves out files that vanished, or were read, cut or placed differently meanwhile. */
  putSymbols(files: readonly SymbolsOfFile[]): void {
    const tokeniser = this.options.tokeniser();
    for (const { fileId, contentId, fileVersion, data, names } of files) {
      const row = this.store
        .statement<{ content: number | null } & NamedRow, [number]>(`SELECT content, ${NAMED} FROM files WHERE id = ?`)
        .get(fileId);
      if (row?.content !== contentId || versionOf(this.store, fileId) !== fileVersion) continue;
      if (data !== null) {
        this.store.statement("INSERT OR REPLACE INTO symbols VALUES (?, ?, ?)").run(contentId, SYMBOLS_VERSION, data);
      }
      if (names.length > 0) this.#rename(fileId, contentId, names, tokeniser, tokeniser.pathTokens(namingPathOf(row)));
      this.store.statement("DELETE FROM symbols_waiting WHERE file = ?").run(fileId);
    }
  }

  /** Renames chunks; the rows of their parts are made again, as FTS5 cannot change a single column. */
  #rename(
    fileId: number,
    contentId: number,
    names: SymbolsOfFile["names"],
    tokeniser: Tokeniser,
    path: Uint8Array,
  ): void {
    const table = chunkTable(this.store, fileId);
    if (table === null) return;
    const chunks: ChunkEntry[] = table.rows();
    const changed = new Set<number>();
    for (const { id, symbol, defined } of names) {
      const ordinal = ordinalOfChunk(id);
      const chunk = chunks[ordinal];
      if (chunk === undefined) continue;
      chunks[ordinal] = { ...chunk, symbol, defined };
      changed.add(table.partOf(ordinal));
    }
    this.store.statement("UPDATE chunks SET data = ? WHERE file = ?").run(packChunks(chunks, table.parts), fileId);
    const text = textOf(this.store, contentId);
    for (const ordinal of changed) {
      const { first, next, start, end } = table.part(ordinal);
      this.#postings.remove(partId(fileId, ordinal));
      const symbols = symbolColumn(chunks, first, next, tokeniser);
      this.#postings.insert(partId(fileId, ordinal), { ...tokeniser.columns(text, start, end), symbols }, path);
    }
  }

  #fail(file: Failed): void {
    const before = file.known ? this.#before(file.fileId) : null;
    if (before) this.#forget(file.fileId, before);
    const { source, recipe, code: error, message } = file;
    this.#putFile(file, file.stat ?? { size: 0, mtimeNs: 0n }, {
      source,
      recipe,
      content: null,
      chunks: 0,
      parts: 0,
      tokens: 0,
      error,
      message,
    });
  }

  #putFile(
    place: StoredPlace & { readonly fileId: number },
    stat: FileStat,
    rest: {
      readonly source: Pick<Ingested, "sha256" | "sha1" | "utf8"> | null;
      readonly recipe: string;
      readonly content: number | null;
      readonly chunks: number;
      readonly parts: number;
      readonly tokens: number;
      readonly error: string | null;
      readonly message: string | null;
    },
  ): void {
    const { fileId, rel } = place;
    this.#nextFile = Math.max(this.#nextFile, fileId + 1);
    const row: NewFileRow = {
      ...place,
      stat,
      sha256: rest.source?.sha256 ?? null,
      sha1: rest.source?.sha1 ?? null,
      utf8: rest.source?.utf8 === true,
      recipeId: this.#recipe(rest.recipe),
      tokeniserId: this.#recipe(TOKENISER_RECIPE),
      contentId: rest.content,
      chunks: rest.chunks,
      tokens: rest.tokens,
      parts: rest.parts,
      indexedAt: this.#now,
      error: rest.error,
      message: rest.message,
    };
    if (rel.isWellFormed()) this.#files.add(fileValues(row));
    else this.store.statement(INSERT_ODD_FILE).run(...oddFileValues(row, pathToBytes(rel)));
  }

  /** Every posting row holds the path, so these are made again from the stored text; nothing is parsed. */
  #move({ fileId, rootId, rel, stat }: Moved): void {
    this.#flushRows();
    this.store
      .statement("UPDATE files SET root = ?, rel = ?, rel_text = ?, size = ?, mtime_ns = ? WHERE id = ?")
      .run(rootId, pathToBytes(rel), rel.toWellFormed(), stat.size, stat.mtimeNs, fileId);
    this.#retokenise(fileId);
    this.#judge(fileId);
    // The embedded texts hold the path, too.
    this.vectors.releaseFile(fileId);
  }

  /** The same text may be generated in one folder and source code in another. */
  #judge(fileId: number): void {
    const row = this.store
      .statement<{ content: number | null } & NamedRow, [number]>(`SELECT content, ${NAMED} FROM files WHERE id = ?`)
      .get(fileId);
    if (!row || row.content === null) return;
    const path = namingPathOf(row);
    const named = categoriseNamed(path, lowerName(path));
    // The text changes nothing here, and a document's is long.
    if (named.category === "document") return;
    const category = categoryByText(path, named, textOf(this.store, row.content));
    this.store.statement("UPDATE files SET category = ? WHERE id = ?").run(category, fileId);
  }

  #retokenise(fileId: number): void {
    this.#flushRows();
    const row = this.store
      .statement<{ content: number | null; tokens: number; parts: number; recipe: string | null } & NamedRow, [number]>(
        `SELECT content, tokens, parts, (SELECT key FROM recipes WHERE id = files.recipe) AS recipe, ${NAMED}
         FROM files WHERE id = ?`,
      )
      .get(fileId);
    if (!row) return;
    const tokeniser = this.options.tokeniser();
    const path = tokeniser.pathTokens(namingPathOf(row));
    const chunks = row.content === null ? [] : (chunkTable(this.store, fileId)?.rows() ?? []);
    const text = row.content === null ? "" : textOf(this.store, row.content);
    const made = partRows(text, chunks, chunkSizeIn(row.recipe ?? ""), tokeniser);
    this.#removeParts(fileId, row.parts);
    this.#putParts(fileId, made.rows, path);
    if (chunks.length > 0) {
      this.store.statement("UPDATE chunks SET data = ? WHERE file = ?").run(packChunks(chunks, made.borders), fileId);
    }
    this.store
      .statement("UPDATE files SET tokeniser = ?, tokens = ?, parts = ? WHERE id = ?")
      .run(this.#recipe(TOKENISER_RECIPE), made.tokens, made.rows.length, fileId);
    this.#count({ parts: made.rows.length - row.parts, tokens: made.tokens - row.tokens });
  }

  #before(fileId: number): Before | null {
    this.#flushRows();
    return this.store
      .statement<Before, [number]>("SELECT content, chunks, parts, tokens, size FROM files WHERE id = ?")
      .get(fileId);
  }

  /** Removes a file's row, chunks, postings and content. */
  #forget(fileId: number, { content, chunks, parts, tokens, size }: Before): void {
    this.store.statement("DELETE FROM files WHERE id = ?").run(fileId);
    if (content === null) return;
    this.#removeParts(fileId, parts);
    this.store.statement("DELETE FROM chunks WHERE file = ?").run(fileId);
    this.store.statement("DELETE FROM symbols_waiting WHERE file = ?").run(fileId);
    this.#contents.release(content);
    this.vectors.releaseFile(fileId);
    this.#count({ documents: -1, chunks: -chunks, parts: -parts, tokens: -tokens, bytes: -size });
  }

  #recipe(key: string): number {
    const known = this.#recipes.get(key);
    if (known !== undefined) return known;
    this.store.statement("INSERT OR IGNORE INTO recipes (key) VALUES (?)").run(key);
    const row = this.store.statement<{ id: number }, [string]>("SELECT id FROM recipes WHERE key = ?").get(key);
    if (!row) throw new Error("a recipe just inserted is not there");
    this.#recipes.set(key, row.id);
    return row.id;
  }

  #count({ documents = 0, chunks = 0, parts = 0, tokens = 0, bytes = 0 }: Partial<Change>): void {
    const change = this.#change;
    change.documents += documents;
    change.chunks += chunks;
    change.parts += parts;
    change.tokens += tokens;
    change.bytes += bytes;
  }

  #saveCounters(): void {
    const { documents, chunks, parts, tokens, bytes } = this.#change;
    this.store
      .statement(
        `UPDATE counters SET documents = documents + ?, chunks = chunks + ?, parts = parts + ?, tokens = tokens + ?,
           bytes = bytes + ?, next_file = max(next_file, ?), generation = generation + 1`,
      )
      .run(documents, chunks, parts, tokens, bytes, this.#nextFile);
  }
}

/** Values in a file's row about its text. */
function contentOf(file: Ingested, content: number) {
  const { recipe, chunks, tokens, parts } = file;
  return { source: file, recipe, content, chunks, parts: parts.length, tokens, error: null, message: null };
}
