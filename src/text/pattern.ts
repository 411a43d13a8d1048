/** What a term of a query looks for, analysed once: words, their parts, and which must touch. */
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
  /** As it stands in the query. */
  readonly written: string;
  readonly units: readonly PatternUnit[];
  /** The word without separators, folded, for identifiers written in another style; null for scripts without words. */
  readonly whole: string | null;
  /** Token of `whole`. */
  readonly wholeToken: string | null;
  /** The values in the word as their tokens (values.ts): of 1.0.21, v1.0.21 and 25.4mm one each. */
  readonly values: readonly string[];
  /** "++" or "#" right behind it (C++, C#), which the text must have too; the index knows nothing of it. */
  readonly suffix: string;
}

/** Signs that belong to a name's end; other punctuation behind a word is a sentence's. */
const SUFFIX = /^(?:\+\+|#)(?![\p{L}\p{N}_])/u;

/** Words of a text, in order; what separates them does not matter. */
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
