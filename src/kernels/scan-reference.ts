/** The scalar reference of the scan kernel: same matches, one byte at a time. Slow on purpose; the property test compares. */

export type MatchMode = "substring" | "word" | "identifier";

/** One literal to look for. Several may share an id: spellings of one keyword. */
export interface Literal {
  /** UTF-8; ASCII letters match without regard to case, all other bytes exactly. 1 to 300 bytes. */
  readonly bytes: Uint8Array;
  readonly id: number;
}

export interface LiteralMatch {
  /** Byte offset into the text. */
  readonly position: number;
  readonly id: number;
  /** A neighbour is no ASCII: the caller decides by the decoded text; not counted. */
  readonly unsure: boolean;
}

export interface ScanResult {
  /** Matches by id, those that are unsure left out; of one literal they do not overlap. */
  readonly counts: Uint32Array;
  /** In order of position, then of the literals; the first `maxMatches` of them. */
  readonly matches: readonly LiteralMatch[];
  /** Matches in all, recorded or not, unsure ones included. */
  readonly total: number;
  readonly unsure: number;
  readonly hasNul: boolean;
  readonly hasHighBytes: boolean;
}

const lower = (c: number): number => (c >= 65 && c <= 90 ? c | 32 : c);
const isLower = (c: number): boolean => c >= 97 && c <= 122;
const isUpper = (c: number): boolean => c >= 65 && c <= 90;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isAlnum = (c: number): boolean => isLower(lower(c)) || isDigit(c);

/** Whether an identifier part ends between bytes `a` and `b`; `afterB` tells HTTP|Header from HTTPS. */
function partBorder(a: number, b: number, afterB: number): boolean {
  if (!isAlnum(a) || !isAlnum(b) || isDigit(a) !== isDigit(b)) return true;
  if (!isUpper(a) && isUpper(b)) return true;
  return isUpper(a) && isUpper(b) && isLower(afterB);
}

function bordered(text: Uint8Array, start: number, end: number, mode: MatchMode): "yes" | "no" | "unsure" {
  const at = (i: number) => text[i] ?? 32;
  const before = at(start - 1);
  const after = at(end);
  if (before > 127 || after > 127) return "unsure";
  const wordByte = (c: number) => isAlnum(c) || c === 95;
  const good =
    mode === "word"
      ? !wordByte(before) && !wordByte(after)
      : partBorder(before, at(start), at(start + 1)) && partBorder(at(end - 1), after, at(end + 1));
  return good ? "yes" : "no";
}

/** Finds every literal in `text` (UTF-8 bytes). */
export function scanReference(
  text: Uint8Array,
  literals: readonly Literal[],
  mode: MatchMode,
  maxMatches: number,
): ScanResult {
  const counts = new Uint32Array(Math.max(0, ...literals.map((literal) => literal.id)) + 1);
  const matches: LiteralMatch[] = [];
  const lastEnd = new Array<number>(literals.length).fill(0);
  let total = 0;
  let unsure = 0;
  for (let position = 0; position < text.length; position++) {
    literals.forEach(({ bytes, id }, k) => {
      const end = position + bytes.length;
      if (end > text.length || position < (lastEnd[k] ?? 0)) return;
      for (let i = 0; i < bytes.length; i++) if (lower(text[position + i] ?? 0) !== lower(bytes[i] ?? 0)) return;
      const verdict = mode === "substring" ? "yes" : bordered(text, position, end, mode);
      if (verdict === "no") return;
      lastEnd[k] = end;
      total += 1;
      if (verdict === "unsure") unsure += 1;
      else counts[id] = (counts[id] ?? 0) + 1;
      if (matches.length < maxMatches) matches.push({ position, id, unsure: verdict === "unsure" });
    });
  }
  return { counts, matches, total, unsure, hasNul: text.includes(0), hasHighBytes: text.some((c) => c > 127) };
}
