/** The pattern of a query's term, analysed once: words, their parts, and which parts must touch. */
import { wordToken } from "./tokens.ts";
import { scanUnits, WORD_UNIT } from "./units.ts";
import { valuesIn } from "./values.ts";

export interface PatternUnit {
  /** Folded, as written. */
  readonly exact: string;
  /** Its token: the stem of a word part, the character or emoji itself. */
  readonly token: string;
  readonly kind: number;
  /** Must follow the unit before it in the same run of characters without spaces. */
  readonly glued: boolean;
}

/** A name, a word, an emoji, or a run of characters without spaces. */
export interface PatternWord {
  /** The word as written in the query. */
  readonly written: string;
  readonly units: readonly PatternUnit[];
  /** The word without separators, folded, for identifiers written in another style; null for scripts without words. */
  readonly whole: string | null;
  /** Token of `whole`. */
  readonly wholeToken: string | null;
  /** Tokens of the values in the word (values.ts): one each for 1.0.21, v1.0.21 and 25.4mm. */
  readonly values: readonly string[];
  /** "++" or "#" directly behind the word (C++, C#), which the text must have too; the index does not store it. */
  readonly suffix: string;
}

/** Signs that belong to the end of a name; other punctuation behind a word belongs to the sentence. */
const SUFFIX = /^(?:\+\+|#)(?![\p{L}\p{N}_])/u;

/** Words of a text, in order; the separators between words do not matter. */
export function patternOf(text: string): PatternWord[] {
  const units = scanUnits(text);
  const words: PatternWord[] = [];
  const nextIdentifier = units.identifiers[Symbol.iterator]();
  let identifier = nextIdentifier.next().value;
  for (let at = 0; at < units.count; ) {
    let last = at;
    let whole: string | null = null;
    if (identifier && identifier.first === at) {
      last = identifier.last;
      whole = identifier.whole;
      identifier = nextIdentifier.next().value;
    } else if (units.kind(at) === WORD_UNIT) whole = units.exact(at);
    else while (units.isGlued(last + 1)) last++;
    const parts: PatternUnit[] = [];
    for (let i = at; i <= last; i++) {
      const exact = units.exact(i);
      const kind = units.kind(i);
      parts.push({
        exact,
        kind,
        token: kind === WORD_UNIT ? wordToken(exact) : exact,
        glued: units.isGlued(i),
      });
    }
    const suffix = whole === null ? "" : (SUFFIX.exec(text.slice(units.end(last), units.end(last) + 3))?.[0] ?? "");
    const written = text.slice(units.start(at), units.end(last));
    const values = whole === null ? [] : valuesIn(whole);
    words.push({ written, units: parts, whole, wholeToken: whole === null ? null : wordToken(whole), values, suffix });
    at = last + 1;
  }
  return words;
}
