/** Decides on the stored texts what the index only proposes. */
import { chunksOfFile, fileOfChunk, ordinalOfChunk } from "../store/chunks.ts";
import { filesByIds } from "../store/files.ts";
import type { FoundFile } from "../store/found.ts";
import { MatchText, type Span } from "../text/matcher.ts";
import type { Term } from "../text/query.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import type { Unwanted, Wanted } from "./plan.ts";

/** Around a cut inside a word this much text is read, so that the word is seen whole. */
const CONTEXT = 200;

/**
 * Files of more chunks are not looked through for words cut by a border: there a piece of such a word counts as one. It
 * takes lines longer than a chunk without any sign, and reading a large file for each hit costs 3 ms per 400 KB.
 */
const CHECKED_CHUNKS = 32;

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** How a chunk holds a wanted thing: in its own text, or only by the file's path or the heading or symbol it lies under. */
export type Holding = "text" | "name" | null;

export class Verifier {
  readonly #documents = new Map<number, MatchText>();
  readonly #excluded = new Map<number, boolean>();
  readonly #patterns = new Map<Term, RegExp | null>();

  constructor(private readonly candidates: Candidates) {}

  /** How the chunk holds `wanted`. `text` is the analysed text of the chunk. */
  chunkHolds(candidate: Candidate, text: MatchText, wanted: Wanted): Holding {
    const { terms } = wanted.alternative;
    if (terms.some((term) => this.spansIn(candidate, text, term).length > 0)) return "text";
    const symbol = candidate.chunk.symbol === "" ? null : new MatchText(candidate.chunk.symbol);
    const named = (term: Term) =>
      term.kind === "word" && (this.candidates.isNamed(candidate.file, term) || symbol?.has(term) === true);
    return terms.some(named) ? "name" : null;
  }

  /** Whether the chunk holds all of it, at least one thing in its own text; by names alone only the file's first chunk does. */
  chunkHoldsAll(candidate: Candidate, text: MatchText, all: readonly Wanted[]): boolean {
    let inText = false;
    for (const wanted of all) {
      const holding = this.chunkHolds(candidate, text, wanted);
      if (holding === null) return false;
      inText ||= holding === "text";
    }
    return inText || ordinalOfChunk(candidate.chunk.id) === 0;
  }

  /** Matches inside the chunk, offsets from its start. At a cut inside a word what stands there is no word. */
  spansIn(candidate: Candidate, text: MatchText, term: Term): Span[] {
    const spans = text.find(term);
    const { length } = text.text;
    if (spans.every(({ start, end }) => start > 0 && end < length)) return spans;
    return spans.filter((span) => (span.start > 0 && span.end < length) || this.standsWhole(candidate, span, term));
  }

  /**
   * True when the file holds every wanted thing, in its text or, plain words, in its path. For a file that the index
   * names for all of them: where words cannot be cut, the index is right about single ones.
   */
  documentHolds(file: FoundFile, wanted: readonly Wanted[]): boolean {
    const open = this.#hasCutWords(file) ? wanted : wanted.filter((each) => !each.decided || each.border !== null);
    return open.every(({ alternative }) =>
      alternative.terms.some((term) => this.candidates.isNamed(file, term) || this.#has(file, term)),
    );
  }

  /** True where a chunk of the file begins or ends inside a word, so that the index holds parts that are no words. */
  #hasCutWords(file: FoundFile): boolean {
    if (file.chunks > CHECKED_CHUNKS) return false;
    const text = this.candidates.text(file);
    return chunksOfFile(this.candidates.store, file.id).some(
      ({ start, end }) => isCutInWord(text, start) || isCutInWord(text, end),
    );
  }

  /** Whether the whole text holds the term. Most that do say so without being analysed. */
  #has(file: FoundFile, term: Term): boolean {
    const pattern = this.#patterns.get(term) ?? wordPattern(term);
    this.#patterns.set(term, pattern);
    return pattern?.test(this.candidates.text(file)) === true || this.document(file).has(term);
  }

  /** The analysed text of a whole file. */
  document(file: FoundFile): MatchText {
    const known = this.#documents.get(file.id);
    if (known !== undefined) return known;
    // Large, and asked for again soon or not at all.
    if (this.#documents.size >= 8) this.#documents.clear();
    const text = new MatchText(this.candidates.text(file));
    this.#documents.set(file.id, text);
    return text;
  }

  /** Those of the files that hold nothing unwanted. Looked up together, decided one by one, each once. */
  withoutUnwanted(files: ReadonlyMap<number, FoundFile>, unwanted: readonly Unwanted[]): Set<number> {
    const unknown = [...files.keys()].filter((id) => !this.#excluded.has(id));
    for (const id of unknown) this.#excluded.set(id, false);
    for (const each of unwanted) {
      const open = unknown.filter((id) => this.#excluded.get(id) === false);
      for (const id of this.filesThatMay(each, open)) {
        const file = files.get(id);
        if (file !== undefined && this.#has(file, each.term)) this.#excluded.set(id, true);
      }
    }
    return new Set([...files.keys()].filter((id) => this.#excluded.get(id) === false));
  }

  /** Ids of the files with a chunk that matches, or with a match that may cross the border of two chunks. */
  filesThatMay({ match, border }: Pick<Wanted, "match" | "border">, files: readonly number[] | null): number[] {
    if (files?.length === 0) return [];
    const within = this.candidates.filesMatching(match, files);
    if (border === null) return within;
    const across = this.candidates.postings.chunksMatching(border, files).filter((id) => ordinalOfChunk(id) > 0);
    return across.length === 0 ? within : [...new Set([...within, ...across.map(fileOfChunk)])].sort((a, b) => a - b);
  }

  filesOf(ids: readonly number[]): Map<number, FoundFile> {
    return filesByIds(this.candidates.store, ids);
  }

  /** Whether a match that touches an end of the chunk is one in the whole text too. */
  private standsWhole({ file, chunk }: Candidate, span: Span, term: Term): boolean {
    const from = Math.max(0, chunk.start - CONTEXT);
    const text = this.candidates.slice(file, from, chunk.end + CONTEXT);
    const start = chunk.start - from;
    if (!isCutInWord(text, start) && !isCutInWord(text, chunk.end - from)) return true;
    const matches = new MatchText(text).find(term);
    return matches.some((found) => found.start === start + span.start && found.end === start + span.end);
  }
}

/**
 * Finds one ASCII word as it was typed, alone between characters that no word or name has. A text without it may still
 * hold the term, in another form or as part of a name. Null for other terms.
 */
function wordPattern({ words }: Term): RegExp | null {
  const [word, ...others] = words;
  const text = word?.units.length === 1 && others.length === 0 ? (word.units[0]?.exact ?? "") : "";
  if (!/^[a-z0-9]+$/.test(text) || word?.suffix !== "") return null;
  const aside = "[A-Za-z0-9_.\\-\\u0080-\\uffff]";
  return new RegExp(`(?<!${aside})${text}(?!${aside})`, "i");
}

/** True where both neighbours of an offset belong to a word. */
function isCutInWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD_CHARACTER.test(text[at - 1] ?? "") && WORD_CHARACTER.test(text[at] ?? "");
}
