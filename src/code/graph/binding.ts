/** A place of a source text that gives a name its meaning: an assignment, a declaration, a parameter. */

export interface Binding {
  /** Offset of the name. */
  readonly at: number;
  /** The declared type as written. */
  readonly type: string | null;
  /** The expression it is set to. */
  readonly value: string | null;
  /** Which part of the value, where several names are set at once; -1 the whole. */
  readonly position: number;
  /** How the value is used: itself, one of its elements, what it gives to a `with` block. */
  readonly how: "itself" | "element" | "context";
  /** Where the name has this meaning. */
  readonly from: number;
  readonly to: number;
}

export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** A binding of which nothing is known but that it is there. */
export function opaque(at: number, { from, to }: Extent): Binding {
  return { at, type: null, value: null, position: -1, how: "itself", from, to };
}

/** Offsets of the name as a word of code in [from, to), not behind a dot and not in the ranges left out. */
export function occurrences(
  code: string,
  name: string,
  from: number,
  to: number,
  without: readonly Extent[] = [],
): number[] {
  const found: number[] = [];
  for (let at = code.indexOf(name, from); at !== -1 && at < to; at = code.indexOf(name, at + 1)) {
    if (isWordPart(code[at - 1]) || isWordPart(code[at + name.length])) continue;
    if (code[at - 1] === "." && code[at - 2] !== ".") continue;
    if (without.some((range) => at >= range.from && at < range.to)) continue;
    found.push(at);
    if (found.length === MOST_OCCURRENCES) break;
  }
  return found;
}

export function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\w$]/.test(sign);
}

/** Characters of a line that decide what a name in it is; lines of minified code are as long as their file. */
const LONGEST_PREFIX = 400;
/** Occurrences of one name in one scope that are looked at. */
const MOST_OCCURRENCES = 1000;

/** The line up to the offset, or its end where it is long. */
export function linePrefix(code: string, at: number): string {
  const near = code.slice(Math.max(0, at - LONGEST_PREFIX), at);
  return near.slice(near.lastIndexOf("\n") + 1);
}
