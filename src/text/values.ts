/**
 * Values: digits joined by one sign each, such as 1.0.21, 10.0.0.11, 2026-01-31, 10:15, 3/4, 1,299.00. A value's token keeps
 * its signs as marks, so 1.0.21 differs from 1021. A value begins and ends with its digits, also next to letters (v1.0.21,
 * 25.4mm). Underscores count as hyphens, as in names of files.
 */

/** Private characters, which FTS5's `ascii` tokeniser takes for letters, and which no text's word can hold. */
const MARKS: Readonly<Record<string, string>> = {
  ".": "\ue001",
  "-": "\ue002",
  "\u2010": "\ue002",
  _: "\ue002",
  ":": "\ue003",
  "/": "\ue004",
  ",": "\ue005",
};

/** The mark for a sign or underscores between the digits of a whole; "" for signs that join no digits. */
export function separatorMark(between: string): string {
  return MARKS[between] ?? (/^_+$/.test(between) ? MARKS._ : undefined) ?? "";
}

const VALUE = /\p{N}+(?:[\ue001-\ue005]\p{N}+)+/gu;
const MARKED = /[\ue001-\ue005]/;

/** A value with the text attached to it: 25.4mm, v1.0.21. */
export interface ValueInWord {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

/** The values of a whole, each with the text before and behind it. */
export function valuesWithin(whole: string): readonly ValueInWord[] {
  if (!MARKED.test(whole)) return NONE;
  return [...whole.matchAll(VALUE)].map(({ 0: value, index }) => ({
    before: whole.slice(0, index),
    value,
    after: whole.slice(index + value.length),
  }));
}

const NONE: readonly ValueInWord[] = [];

/** Whether one value matches another: exactly, by a prefix, or by a beginning that ends at a sign ("part"). */
export function meets(text: string, wanted: string, how: "exact" | "prefix" | "part"): boolean {
  if (text === wanted) return true;
  if (how === "exact" || !text.startsWith(wanted)) return false;
  return how === "prefix" || MARKED.test(text[wanted.length] ?? "");
}

/** The values in a whole, as tokens. */
export function valuesIn(whole: string): readonly string[] {
  return MARKED.test(whole) ? (whole.match(VALUE) ?? []) : [];
}
