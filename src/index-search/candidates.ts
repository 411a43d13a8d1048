/** Everything that one search reads, each item once: the best parts, their files, chunks, and text blocks. */
import { namingPath } from "../corpus/roots.ts";
import type { CandidateOrder } from "../ranking/candidate-order.ts";
import { type ChunkRow, type FileChunks, fileOfChunk, ordinalOfChunk } from "../store/chunk-codec.ts";
import { chunkTable, chunkTables } from "../store/chunks.ts";
import {
  BLOCK_CHARS,
  blockOf,
  type DecodedBlock,
  type PlaceOfBlock,
  pieceOf,
  readBlocks,
  textOf,
} from "../store/content.ts";
import { type FoundFile, FoundFiles } from "../store/found.ts";
import { fileOfPart, ordinalOfPart } from "../store/parts.ts";
import type { PartHit, Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import { MatchText } from "../text/matcher.ts";
import type { Term } from "../text/query.ts";

/** A passage to show. */
export interface ShownPassage {
  readonly chunk: ChunkRow;
  readonly file: FoundFile;
  /** SQLite's bm25 of its part, lower is better. */
  readonly bm25: number;
}

/** A part of a file, with its chunks: from `first` to `next`, exclusive. */
export interface IndexPart {
  readonly id: number;
  readonly file: FoundFile;
  readonly chunks: FileChunks;
  readonly first: number;
  readonly next: number;
  /** Range of the text in its row, UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly bm25: number;
}

/**
 * Parts that are read and ranked together: at most so many, and at most of this length together, UTF-16 units. Both depend only
 * on the store: the requested number of results changes nothing.
 */
export interface BlockSize {
  readonly parts: number;
  readonly chars: number;
}

/** Each further fetch of postings takes eight times as many, from the start: all are scored again. */
const FETCH_GROWTH = 8;

/** Most decoded text that is kept, in UTF-16 units: passages of one file come close together. */
const KEPT_CHARS = 16 * 1024 * 1024;

const MAX_BLOCKS = 2 ** 20;

/** Parts whose files and chunks one statement reads. */
const TOGETHER = 32;

/** Call all methods within one read transaction. */
export class Candidates {
  readonly #texts = new Map<number, string>();
  readonly #blocks = new Map<number, DecodedBlock | null>();
  readonly #names = new Map<string, MatchText>();
  readonly #tables = new Map<number, FileChunks>();
  readonly #frequencies = new Map<string, number>();
  readonly #found: FoundFiles;
  #kept = 0;

  constructor(
    readonly store: Store,
    readonly postings: Postings,
    private readonly order: CandidateOrder,
  ) {
    this.#found = new FoundFiles(store);
  }

  /** Matching parts, likeliest first, lazily, in blocks; without `skipped` files (may grow); at most `most` in all. */
  *blocks(
    match: string,
    files: readonly number[] | null,
    size: BlockSize,
    { skipped = NONE, most = Number.POSITIVE_INFINITY }: { skipped?: ReadonlySet<number>; most?: number } = {},
  ): Generator<IndexPart[]> {
    if (files?.length === 0) return;
    const { weights } = this.order;
    const hits: PartHit[] = [];
    let fetched = 0;
    let done = 0;
    for (let limit = Math.min(size.parts, most); ; limit = Math.min(limit * FETCH_GROWTH, most)) {
      const best = this.postings.best({ match, files, weights }, limit);
      const isAll = best.length < limit || limit >= most;
      // Fetched parts keep their place: later parts do not change it.
      hits.push(...this.#likeliestFirst(best.slice(fetched)));
      fetched = best.length;
      while (done < hits.length) {
        const block: IndexPart[] = [];
        let chars = 0;
        let next = done;
        while (next < hits.length && block.length < size.parts && chars < size.chars) {
          // A few at a time: few long parts make a block.
          for (const part of this.#parts(hits.slice(next, next + TOGETHER))) {
            next++;
            if (part === null || skipped.has(part.file.id)) continue;
            block.push(part);
            chars += part.end - part.start;
            if (block.length >= size.parts || chars >= size.chars) break;
          }
        }
        const isFull = block.length >= size.parts || chars >= size.chars;
        if (!isFull && !isAll) break;
        done = next;
        if (block.length > 0) yield block;
      }
      if (isAll) return;
    }
  }

  /** Parts without their file are left out. */
  #likeliestFirst(hits: readonly PartHit[]): PartHit[] {
    const files = this.#found.load(new Set(hits.map(({ id }) => fileOfPart(id))));
    const known = hits.flatMap(({ id, bm25 }) => {
      const file = files.get(fileOfPart(id));
      if (file === undefined) return [];
      return [{ id, bm25, rel: namingPath(file.path, file.rel), category: file.category }];
    });
    return this.order.sorted(known);
  }

  /** Null for a part without its file or chunks. */
  #parts(hits: readonly PartHit[]): (IndexPart | null)[] {
    const ids = new Set<number>();
    for (const { id } of hits) ids.add(fileOfPart(id));
    const files = this.#found.load(ids);
    this.#loadTables([...ids]);
    return hits.map(({ id, bm25 }) => {
      const file = files.get(fileOfPart(id));
      const chunks = this.#tables.get(fileOfPart(id));
      if (file === undefined || chunks === undefined || ordinalOfPart(id) >= chunks.parts.length) return null;
      return { id, file, chunks, bm25, ...chunks.part(ordinalOfPart(id)) };
    });
  }

  #loadTables(files: readonly number[]): void {
    const unknown = files.filter((id) => !this.#tables.has(id));
    if (unknown.length === 0) return;
    for (const [id, table] of chunkTables(this.store, unknown)) this.#tables.set(id, table);
  }

  /** Number of parts that match the expression; looked up once a search. */
  frequency(match: string): number {
    let parts = this.#frequencies.get(match);
    if (parts === undefined) {
      parts = this.postings.count(match);
      this.#frequencies.set(match, parts);
    }
    return parts;
  }

  /** The chunks of these ids with their files; ids without a chunk are left out. */
  load(ids: readonly number[]): ShownPassage[] {
    const files = this.#found.load(new Set(ids.map(fileOfChunk)));
    this.#loadTables([...new Set(ids.map(fileOfChunk))]);
    return ids.flatMap((id) => {
      const file = files.get(fileOfChunk(id));
      const table = this.#tables.get(fileOfChunk(id));
      if (file === undefined || table === undefined || ordinalOfChunk(id) >= table.count) return [];
      return [{ chunk: table.row(ordinalOfChunk(id)), file, bm25: 0 }];
    });
  }

  files(ids: Iterable<number>): ReadonlyMap<number, FoundFile> {
    return this.#found.load(ids);
  }

  /** The chunks of a file; null without chunks. */
  table(file: FoundFile): FileChunks | null {
    const known = this.#tables.get(file.id) ?? chunkTable(this.store, file.id);
    if (known !== null) this.#tables.set(file.id, known);
    return known;
  }

  /** The first chunk of a file that ends behind an offset. */
  chunkAt(file: FoundFile, offset: number): number {
    const table = this.table(file);
    if (table === null) return 0;
    let ordinal = 0;
    while (ordinal + 1 < table.count && table.end(ordinal) <= offset) ordinal++;
    return ordinal;
  }

  /** Reads the blocks of these text ranges, in one statement. */
  prefetch(stretches: readonly { readonly file: FoundFile; readonly start: number; readonly end: number }[]): void {
    const asked = new Set<number>();
    const keys: number[] = [];
    const places: PlaceOfBlock[] = [];
    for (const { file, start, end } of stretches) {
      const { contentId } = file;
      if (contentId === null || this.#texts.has(contentId)) continue;
      const last = Math.floor(Math.max(start, end - 1) / BLOCK_CHARS);
      // A block may start slightly before its place.
      for (let ordinal = Math.floor(start / BLOCK_CHARS); ordinal <= last; ordinal++) {
        const key = contentId * MAX_BLOCKS + ordinal;
        if (asked.has(key) || this.#blocks.has(key)) continue;
        asked.add(key);
        keys.push(key);
        places.push({ contentId, ordinal });
      }
    }
    if (places.length < 2) return;
    const found = readBlocks(this.store, places);
    let chars = 0;
    for (const block of found) chars += block?.data.length ?? 0;
    this.#keep(chars);
    for (let at = 0; at < keys.length; at++) this.#blocks.set(keys[at] ?? 0, found[at] ?? null);
  }

  /** Text of a file between two offsets. Blocks are decoded whole and kept. */
  slice(file: FoundFile, start: number, end: number): string {
    if (file.contentId === null) return "";
    const whole = this.#texts.get(file.contentId);
    if (whole !== undefined) return whole.slice(start, end);
    let text = "";
    for (let ordinal = Math.floor(start / BLOCK_CHARS), at = start; at < end; ordinal++) {
      const block = this.#block(file.contentId, ordinal);
      if (block === null) break;
      const piece = pieceOf(block, at - block.start, end - block.start);
      text += piece;
      at += piece.length;
      // Only the last block is shorter, except for half a surrogate pair left to the next block.
      if (block.data.length < BLOCK_CHARS - 1) break;
    }
    return text;
  }

  #block(contentId: number, ordinal: number): DecodedBlock | null {
    const key = contentId * MAX_BLOCKS + ordinal;
    const known = this.#blocks.get(key);
    if (known !== undefined) return known;
    const block = blockOf(this.store, contentId, ordinal);
    this.#keep(block?.data.length ?? 0);
    this.#blocks.set(key, block);
    return block;
  }

  /** The whole text of a file. */
  text({ contentId }: FoundFile): string {
    if (contentId === null) return "";
    const known = this.#texts.get(contentId);
    if (known !== undefined) return known;
    const text = textOf(this.store, contentId);
    this.#keep(text.length);
    this.#texts.set(contentId, text);
    return text;
  }

  #keep(chars: number): void {
    if (this.#kept + chars > KEPT_CHARS) {
      this.#texts.clear();
      this.#blocks.clear();
      this.#kept = 0;
    }
    this.#kept += chars;
  }

  chunkText({ file, chunk }: Pick<ShownPassage, "chunk" | "file">): string {
    return this.slice(file, chunk.start, chunk.end);
  }

  /** Whether the text continues without a blank before or behind a chunk: a word may then be cut. */
  isCut({ file, chunk }: Pick<ShownPassage, "chunk" | "file">): boolean {
    return [chunk.start, chunk.end].some((at) => at > 0 && /^\S{2}$/.test(this.slice(file, at - 1, at + 1)));
  }

  /** True if the path beneath the root, or the name of a root that is a file, holds the plain word. */
  isNamed(file: FoundFile, term: Term): boolean {
    return this.isInName(namingPath(file.path, file.rel), term);
  }

  /** True if a name holds the plain word: of a file, or of a passage's symbol. Names are analysed once. */
  isInName(name: string, term: Term): boolean {
    if (term.kind !== "word") return false;
    const known = this.#names.get(name) ?? new MatchText(name);
    this.#names.set(name, known);
    return known.has(term);
  }
}

const NONE: ReadonlySet<number> = new Set();
