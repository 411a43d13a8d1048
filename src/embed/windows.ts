/** Cuts a chunk into texts that the model reads whole. */
import { MODEL } from "./model-facts.ts";
import type { WordPiece } from "./wordpiece.ts";

/** [CLS] and [SEP]. */
const FRAME = 2;
/**
 * Pieces of a path that are read: its end, as the name says most. The rest of the limit holds the longest word there can be
 * (100 pieces), so no word is ever cut.
 */
const PATH_PIECES = 24;

/** Where a word ends and how many pieces it and all before it have. */
interface Cut {
  readonly at: number;
  readonly pieces: number;
}

/**
 * The texts to embed for a chunk: each a line with the end of its path and a part of `text`, at most MODEL.maxPieces
 * pieces with [CLS] and [SEP]. The parts follow one another, hold every word of the text, and are of about equal length: a
 * short rest would be a vector of little meaning. They are cut between lines where one ends near.
 */
export function windowsOf(wordPiece: WordPiece, path: string, text: string): string[] {
  const head = endOfPath(wordPiece, path);
  const room = MODEL.maxPieces - FRAME - head.pieces;
  const cuts = cutsOf(wordPiece, text);
  const total = cuts.at(-1)?.pieces ?? 0;
  const windows: string[] = [];
  let from = 0;
  let done = 0;
  let next = 0;
  while (done < total) {
    const left = total - done;
    const aim = Math.ceil(left / Math.ceil(left / room));
    const last = left <= room ? cuts.length - 1 : lastCut(text, cuts, next, done, aim, room);
    const cut = cuts[last];
    if (cut === undefined) break;
    windows.push(head.line + text.slice(from, cut.at).trim());
    from = cut.at;
    done = cut.pieces;
    next = last + 1;
  }
  return windows.length === 0 ? [head.line] : windows;
}

/** The cut that is nearest to `aim` pieces from `done` on, at a line's end where one is within a quarter; ≤ `room`. */
function lastCut(text: string, cuts: readonly Cut[], first: number, done: number, aim: number, room: number): number {
  let best = first;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let k = first; k < cuts.length; k++) {
    const cut = cuts[k];
    if (cut === undefined) break;
    const size = cut.pieces - done;
    if (size > room) break;
    const score = Math.abs(size - aim) + (endsLine(text, cut.at, cuts[k + 1]?.at) ? 0 : aim / 4);
    if (score < bestScore) {
      bestScore = score;
      best = k;
    }
  }
  return best;
}

/** Whether a line ends behind a word, before the next. */
function endsLine(text: string, at: number, nextEnd: number | undefined): boolean {
  for (let k = at; k < (nextEnd ?? text.length); k++) {
    const unit = text.charCodeAt(k);
    if (unit === 10) return true;
    if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return nextEnd === undefined;
}

function cutsOf(wordPiece: WordPiece, text: string): Cut[] {
  const cuts: Cut[] = [];
  let pieces = 0;
  wordPiece.words(text, (word, _start, end) => {
    pieces += word.length;
    cuts.push({ at: end, pieces });
    return true;
  });
  return cuts;
}

function endOfPath(wordPiece: WordPiece, path: string): { line: string; pieces: number } {
  const words: { start: number; pieces: number }[] = [];
  wordPiece.words(path, (word, start) => {
    words.push({ start, pieces: word.length });
    return true;
  });
  let start = path.length;
  let pieces = 0;
  for (let k = words.length - 1; k >= 0; k--) {
    const word = words[k];
    if (word === undefined || pieces + word.pieces > PATH_PIECES) break;
    pieces += word.pieces;
    start = k === 0 ? 0 : word.start;
  }
  return { line: pieces === 0 ? "" : `${path.slice(start)}\n`, pieces };
}
