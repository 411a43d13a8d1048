/** Brackets in blanked source text (see blank.ts). Offsets are UTF-16 units. */

const OPENING = "([{";
const CLOSING = ")]}";

/** Offset of the bracket that closes the one at `open`; -1 where none does. */
export function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const sign = code[at] ?? "";
    if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign) && --depth === 0) return at;
  }
  return -1;
}

/** Offset of the innermost bracket around `at` that is open there, not before `from`; -1 where none is. */
export function openAround(code: string, at: number, from: number): number {
  let depth = 0;
  for (let i = at - 1; i >= from; i--) {
    const sign = code[i] ?? "";
    if (CLOSING.includes(sign)) depth++;
    else if (OPENING.includes(sign) && --depth < 0) return i;
  }
  return -1;
}

/** Where what begins at `from` ends: at the first sign outside of brackets that `isEnd`, or at the bracket around it. */
export function endOutside(
  code: string,
  from: number,
  to: number,
  isEnd: (sign: string, at: number) => boolean,
): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const sign = code[at] ?? "";
    if (depth === 0 && isEnd(sign, at)) return at;
    if (OPENING.includes(sign)) depth++;
    else if (CLOSING.includes(sign) && --depth < 0) return at;
  }
  return to;
}

export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** The pieces of [from, to) between separators outside of brackets, blank ones left out. Angle brackets count as types have them. */
export function split(code: string, from: number, to: number, separator = ","): Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at <= to; at++) {
    const sign = at === to ? separator : (code[at] ?? "");
    if (at < to && (OPENING.includes(sign) || sign === "<")) depth++;
    else if (at < to && (CLOSING.includes(sign) || (sign === ">" && !"=-".includes(code[at - 1] ?? ""))))
      depth = Math.max(0, depth - 1);
    else if (sign === separator && (depth === 0 || at === to)) {
      const piece = trimmed(code, start, at);
      if (piece.start < piece.end) pieces.push(piece);
      start = at + 1;
    }
  }
  return pieces;
}

/** [start, end) without blanks at its ends. */
export function trimmed(code: string, start: number, end: number): Piece {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(code[from] ?? "")) from++;
  while (to > from && /\s/.test(code[to - 1] ?? "")) to--;
  return { start: from, end: to };
}

/** The source text in [from, to), without blanks and comments at its ends. */
export function written(
  { text, code }: { readonly text: string; readonly code: string },
  from: number,
  to: number,
): string {
  const { start, end } = trimmed(code, from, to);
  return text.slice(start, end);
}

/** First offset from `at` that holds no blank. */
export function pastBlanks(code: string, at: number): number {
  let to = at;
  while (to < code.length && /\s/.test(code[to] ?? "")) to++;
  return to;
}
