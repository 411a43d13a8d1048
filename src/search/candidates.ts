/** Candidates with what is known of them: rows of chunk and file, and texts decoded once a search. */

import { BEYOND_BMP_ORDER, comparePaths } from "../corpus/path-bytes.ts";
import { namingPath } from "../corpus/roots.ts";
import type { ColumnWeights } from "../rank/candidate-weights.ts";
import { type ChunkRow, chunksOfFile, fileOfChunk, MAX_CHUNKS } from "../store/chunks.ts";
import {
  BLOCK_CHARS,
  blockOf,
  blocksOf,
  type DecodedBlock,
  type PlaceOfBlock,
  pieceOf,
  textOf,
} from "../store/content.ts";
import { countersOf } from "../store/counters.ts";
import { FoundChunks, type FoundFile } from "../store/found.ts";
import { BLOCK, type Candidate as Posting, type Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import { MatchText } from "../text/matcher.ts";
import type { Term } from "../text/query.ts";
import { bestByRareWords } from "./rare-words.ts";

export interface Candidate {
  readonly chunk: ChunkRow;
  readonly file: FoundFile;
  /** SQLite's value, lower is better. */
  readonly bm25: number;
}

/** Each further fetch of postings takes eight times as many, from the start. */
const FETCH_GROWTH = 8;

/** Chunks with a word that are listed: what is handed over costs as much as what is counted, and more in a first search. */
const LISTED = 1000;

/** Chunks that are counted for a document frequency; beyond, it is told from how far in the store they lie. */
const COUNTED = 4000;

/** So few chunks are scored once, for whatever files they are wanted of. */
const WHOLE = 400;

/** Ids of what was met before; they may grow. */
export interface KnownIds {
  readonly files?: ReadonlySet<number>;
  readonly chunks?: ReadonlySet<number>;
}

export interface BlockOptions {
  /** So many chunks in all, the known ones counted. */
  readonly most?: number;
  /** What is left out of the blocks. */
  readonly known?: KnownIds;
}

/** The first chunks that match, ascending. */
export interface Listed {
  readonly ids: readonly number[];
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** Texts kept decoded, in UTF-16 units: candidates of one file come close together. */
const KEPT_CHARS = 16 * 1024 * 1024;

const MAX_BLOCKS = 2 ** 20;

/** Where a block from `start` on ends: among equally good chunks only where the postings have them in the order of paths. */
function blockEnd(postings: readonly Posting[], start: number, size: number): number {
  const ordered = Math.min(postings.length, start - (start % BLOCK) + BLOCK);
  let end = Math.min(start + size, ordered);
  while (end < ordered && postings[end]?.bm25 === postings[end - 1]?.bm25) end++;
  return end;
}

/** Equal ones by path, not by id: a store that has grown answers as one made anew (the postings see to ties across blocks). */
function byWorth(a: Candidate, b: Candidate): number {
  return a.bm25 - b.bm25 || comparePaths(a.file.path, b.file.path) || a.chunk.id - b.chunk.id;
}

/** By worth. In a store that was made at once they are so already, which one look shows. */
function inOrder(candidates: Candidate[]): Candidate[] {
  let before = candidates[0];
  for (const after of candidates) {
    if (before === undefined || before === after || before.bm25 < after.bm25) {
      before = after;
      continue;
    }
    const [path, next] = [before.file.path, after.file.path];
    const isNext = path < next && !BEYOND_BMP_ORDER.test(path) && !BEYOND_BMP_ORDER.test(next);
    const isLater = before.file === after.file && before.chunk.id < after.chunk.id;
    if (before.bm25 > after.bm25 || !(isNext || isLater)) return candidates.sort(byWorth);
    before = after;
  }
  return candidates;
}

/** What one search reads, each thing once. Within one read transaction. */
export class Candidates {
  readonly #texts = new Map<number, string>();
  readonly #blocks = new Map<number, DecodedBlock | null>();
  readonly #names = new Map<number, MatchText>();
  readonly #listed = new Map<string, Listed>();
  readonly #chunks = new Map<string, number>();
  readonly #whole = new Map<string, readonly Posting[]>();
  readonly #found: FoundChunks;
  #kept = 0;

  constructor(
    readonly store: Store,
    readonly postings: Postings,
    private readonly weights: ColumnWeights,
  ) {
    this.#found = new FoundChunks(store);
  }

  /**
   * Chunks that match, best first, lazily; in blocks of `size` and of those equally good with the last. Of several
   * expressions any may hold.
   */
  *blocks(
    wanted: string | readonly string[],
    files: readonly number[] | null,
    size: number,
    { most = Number.POSITIVE_INFINITY, known = {} }: BlockOptions = {},
  ): Generator<Candidate[]> {
    if (files?.length === 0 || wanted.length === 0) return;
    let done = 0;
    const match = typeof wanted === "string" ? wanted : wanted.join(" OR ");
    if (2 * size < BLOCK && most >= BLOCK && this.postings.reads(match)) {
      const postings = this.postings.candidates({ match, files, limit: 2 * size, weights: this.weights });
      const end = blockEnd(postings, 0, size);
      // Equally good ones that are not there may belong to the block.
      if (end > 0 && (end < postings.length || end < 2 * size)) {
        yield inOrder(this.load(postings.slice(0, end), known));
        done = end;
      }
    }
    // What is ranked together is fetched together: a second statement would score every match again.
    for (let limit = Math.ceil(size / BLOCK) * BLOCK; ; limit = Math.min(limit * FETCH_GROWTH, most)) {
      const postings = this.#best(wanted, files, limit);
      while (done < postings.length) {
        const end = blockEnd(postings, done, size);
        yield inOrder(this.load(postings.slice(done, end), known));
        done = end;
      }
      if (postings.length < limit || limit >= most) return;
    }
  }

  #best(wanted: string | readonly string[], files: readonly number[] | null, limit: number): readonly Posting[] {
    const { weights } = this;
    const match = typeof wanted === "string" ? wanted : wanted.join(" OR ");
    if (typeof wanted === "string" || this.postings.reads(match)) {
      return this.postings.candidates({ match, files, limit, weights });
    }
    const words = wanted.length < 2 ? [] : wanted.map((word) => ({ match: word, chunks: this.frequency(word) }));
    const chunks = words.reduce((sum, word) => sum + word.chunks, 0);
    if (words.length > 0 && chunks < WHOLE) {
      const all = this.#whole.get(match) ?? this.postings.candidates({ match, files: null, limit: WHOLE, weights });
      this.#whole.set(match, all);
      if (files === null) return all.slice(0, limit);
      const allowed = new Set(files);
      const among = all.filter(({ chunkId }) => allowed.has(fileOfChunk(chunkId)));
      // Beyond, equals at the border of two blocks would not stand in the order of their paths.
      if (among.length < BLOCK) return among;
    }
    const best =
      words.length > 0 && files === null
        ? bestByRareWords(this.postings, words, countersOf(this.store).chunks, { limit, weights })
        : null;
    return best ?? this.postings.candidates({ match, files, limit, weights });
  }

  /** About how many chunks of the store match: all counted up to 4,000. Looked up once a search. */
  frequency(match: string): number {
    const { ids, isWhole } = this.listed(match);
    if (isWhole) return ids.length;
    let chunks = this.#chunks.get(match);
    if (chunks === undefined) {
      const { count, last } = this.postings.countSome(match, COUNTED);
      const { chunks: all, nextFile } = countersOf(this.store);
      // Of a word in thousands of chunks the order of magnitude is enough: counting them all costs 3 ms for 60,000.
      chunks = count < COUNTED ? count : Math.min(all, Math.round((count * nextFile) / (fileOfChunk(last ?? 0) + 1)));
      this.#chunks.set(match, chunks);
    }
    return chunks;
  }

  /** The chunks that match, in all files; looked up once a search. */
  listed(match: string): Listed {
    let listed = this.#listed.get(match);
    if (listed === undefined) {
      const ids = this.postings.chunksMatching(match, null, LISTED);
      listed = { ids, isWhole: ids.length < LISTED };
      this.#listed.set(match, listed);
    }
    return listed;
  }

  /** Ids of the files with a chunk that matches, ascending: of the list of chunks, where there is a whole one. */
  filesMatching(match: string, files: readonly number[] | null): number[] {
    const listed = this.#listed.get(match);
    if (listed?.isWhole !== true) return this.postings.filesMatching(match, files);
    const allowed = files === null ? null : new Set(files);
    const found: number[] = [];
    for (const id of listed.ids) {
      const file = fileOfChunk(id);
      if (file !== found[found.length - 1] && allowed?.has(file) !== false) found.push(file);
    }
    return found;
  }

  /** With their rows; without those that are `known`, and those that have none. */
  load(postings: readonly Posting[], { files, chunks }: KnownIds = {}): Candidate[] {
    const ids: number[] = [];
    for (const { chunkId } of postings) {
      // As fileOfChunk, without a call for each of hundreds.
      if (files?.has(Math.floor(chunkId / MAX_CHUNKS)) !== true && chunks?.has(chunkId) !== true) ids.push(chunkId);
    }
    const candidates: Candidate[] = [];
    let at = 0;
    for (const { chunk, file } of this.#found.load(ids)) {
      while (postings[at]?.chunkId !== chunk.id) at++;
      candidates.push({ chunk, file, bm25: postings[at++]?.bm25 ?? 0 });
    }
    return candidates;
  }

  /** Reads the blocks that hold the candidates' texts, and `beyond` units after each, in one statement. */
  prefetch(candidates: readonly Pick<Candidate, "chunk" | "file">[], beyond = 0): void {
    const asked = new Set<number>();
    const keys: number[] = [];
    const places: PlaceOfBlock[] = [];
    for (const { chunk, file } of candidates) {
      const { contentId } = file;
      if (contentId === null || this.#texts.has(contentId)) continue;
      const last = Math.floor(Math.max(chunk.start, chunk.end + beyond - 1) / BLOCK_CHARS);
      for (let ordinal = Math.floor(chunk.start / BLOCK_CHARS); ordinal <= last; ordinal++) {
        const key = contentId * MAX_BLOCKS + ordinal;
        if (asked.has(key) || this.#blocks.has(key)) continue;
        asked.add(key);
        keys.push(key);
        places.push({ contentId, ordinal });
      }
    }
    if (places.length < 2) return;
    const found = blocksOf(this.store, places);
    let chars = 0;
    for (const block of found) chars += block?.data.length ?? 0;
    this.#keep(chars);
    for (let at = 0; at < keys.length; at++) this.#blocks.set(keys[at] ?? 0, found[at] ?? null);
  }

  /** Text of a file between two offsets. Blocks are decoded whole and kept: candidates of one file come close together. */
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
      // Only the last one is shorter, but for half a pair that was left to the next.
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

  /** Texts of chunks, in their order, read together. */
  chunkTexts(candidates: readonly Pick<Candidate, "chunk" | "file">[]): string[] {
    this.prefetch(candidates);
    const texts: string[] = [];
    for (const { chunk, file } of candidates) {
      const { contentId } = file;
      const key = (contentId ?? 0) * MAX_BLOCKS + Math.floor(chunk.start / BLOCK_CHARS);
      const block = contentId === null ? null : this.#blocks.get(key);
      // Nearly always all of it is in one block, which is there.
      const isWhole = block && chunk.end - block.start <= block.data.length;
      if (isWhole && typeof block.data === "string") {
        texts.push(block.data.slice(chunk.start - block.start, chunk.end - block.start));
      } else if (isWhole) texts.push(block.data.toString("latin1", chunk.start - block.start, chunk.end - block.start));
      else texts.push(this.slice(file, chunk.start, chunk.end));
    }
    return texts;
  }

  chunkText({ file, chunk }: Candidate): string {
    return this.slice(file, chunk.start, chunk.end);
  }

  /** True where the term, a plain word, stands in the path beneath the root, or in the name of a root that is a file. */
  isNamed(file: FoundFile, term: Term): boolean {
    if (term.kind !== "word") return false;
    const known = this.#names.get(file.id) ?? new MatchText(namingPath(file.path, file.rel));
    this.#names.set(file.id, known);
    return known.has(term);
  }

  /** The chunk that holds `offset` of a file's text, the first of them where chunks overlap. */
  chunkAt(file: FoundFile, offset: number): ChunkRow | null {
    return chunksOfFile(this.store, file.id).find(({ start, end }) => start <= offset && offset < end) ?? null;
  }
}
