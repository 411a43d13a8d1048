/**
 * A text folded as in the index (NFKC, no accents, case kept), with places that map back. Sparse, unlike `fold`: it stores only
 * the places that folding changed, few in most texts.
 */
import { attaches, classOf, foldSegment, UNSTABLE } from "./char-class.ts";
import { segmentEnd } from "./fold.ts";

/** Segments of one text repeat (é, ü, …): folding one costs a microsecond, a cache hit a twentieth. */
const MAX_KNOWN = 10_000;
const known = new Map<string, string>();

export class FoldedText {
  readonly text: string;
  /** For each changed segment: start in the folded text, start in the source, end in the source. */
  readonly #starts: number[] = [];
  readonly #sourceStarts: number[] = [];
  readonly #sourceEnds: number[] = [];
  readonly #lengths: number[] = [];

  constructor(readonly source: string) {
    const { length } = source;
    let folded = "";
    let plain = 0;
    for (let at = 0; at < length; at++) {
      const unit = source.charCodeAt(at);
      if (unit < 0x80) continue;
      const codePoint = unit >= 0xd800 && unit < 0xdc00 ? (source.codePointAt(at) ?? unit) : unit;
      if ((classOf(codePoint) & UNSTABLE) === 0) {
        if (codePoint > 0xffff) at++;
        continue;
      }
      // A mark attaches to the character before it.
      const start = attaches(codePoint) && at > plain ? characterBefore(source, at) : at;
      const end = segmentEnd(source, at);
      folded += source.slice(plain, start);
      const segment = foldedSegment(source.slice(start, end));
      this.#starts.push(folded.length);
      this.#lengths.push(segment.length);
      this.#sourceStarts.push(start);
      this.#sourceEnds.push(end);
      folded += segment;
      plain = end;
      at = end - 1;
    }
    this.text = plain === 0 ? source : folded + source.slice(plain);
  }

  /** Whether folding changed nothing. */
  get isSource(): boolean {
    return this.#starts.length === 0;
  }

  /** The source range of a non-empty range of the folded text. */
  sourceOf(start: number, end: number): { start: number; end: number } {
    if (this.isSource) return { start, end };
    return { start: this.#place(start, true), end: this.#place(end - 1, false) };
  }

  /** Start or end, in the source, of the character behind the folded unit at `at`. */
  #place(at: number, first: boolean): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    // Segments that folded to nothing share one place: dropped marks belong to the character before them.
    const segment = low - 1;
    if (segment < 0) return first ? at : at + 1;
    const from = this.#starts[segment] ?? 0;
    const end = this.#sourceEnds[segment] ?? 0;
    if (at >= from + (this.#lengths[segment] ?? 0))
      return end + at - from - (this.#lengths[segment] ?? 0) + (first ? 0 : 1);
    return first ? (this.#sourceStarts[segment] ?? 0) : end;
  }
}

function foldedSegment(segment: string): string {
  const found = known.get(segment);
  if (found !== undefined) return found;
  const folded = foldSegment(segment);
  if (known.size < MAX_KNOWN) known.set(segment, folded);
  return folded;
}

function characterBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  const lead = at > 1 ? text.charCodeAt(at - 2) : 0;
  return unit >= 0xdc00 && unit < 0xe000 && lead >= 0xd800 && lead < 0xdc00 ? at - 2 : at - 1;
}
