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
  }
  return found;
}

export function isWordPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\w$]/.test(sign);
}

/** The line up to the offset. */
export function linePrefix(code: string, at: number): string {
  return code.slice(code.lastIndexOf("\n", at - 1) + 1, at);
}
