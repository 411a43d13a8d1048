/** The tokens of C and C++, as far as needed to separate preprocessor syntax from the language's. */

export enum Kind {
  Word,
  Directive,
  Punctuation,
  /** Strings, characters and numbers. */
  Literal,
}

export interface Tokens {
  readonly text: string;
  readonly count: number;
  /** Offsets in UTF-16 units, ends exclusive. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly kinds: readonly Kind[];
  /** For each parenthesis the index of its partner; -1 for other tokens. */
  readonly partners: readonly number[];
}

/**
 * Comments (first, without a group), directives with their continued lines, raw strings, literals, words, the rest. A token
 * that may lack its end, and is tried from many places, has a bound.
 */
const TOKEN =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|(^[ \t]*#(?:\\\r?\n|\/\*[\s\S]{0,400}?\*\/|[^\n])*)|((?:u8?|[LU])?R"([^\s()\\]{0,16})\([\s\S]{0,4000}?\)\3"|(?:u8?|[LU])?"(?:\\[\s\S]|[^"\\\n])*"?|[LuU]?'(?:\\[\s\S]|[^'\\\n])*'?|\.?\d[\w.']*)|([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|(::|->|&&|[^\s])/gm;

export function tokensOf(text: string): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const kinds: Kind[] = [];
  const partners: number[] = [];
  const open: number[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, directive, literal, , word, punctuation] = match;
    const index = starts.length;
    let partner = -1;
    if (directive !== undefined) kinds.push(Kind.Directive);
    else if (word !== undefined) kinds.push(Kind.Word);
    else if (literal !== undefined) kinds.push(Kind.Literal);
    else if (punctuation === undefined) continue;
    else {
      kinds.push(Kind.Punctuation);
      if (punctuation === "(") open.push(index);
      else if (punctuation === ")") {
        partner = open.pop() ?? -1;
        if (partner >= 0) partners[partner] = index;
      } else if (punctuation === "{" || punctuation === "}") open.length = 0;
    }
    starts.push(match.index);
    ends.push(match.index + whole.length);
    partners.push(partner);
  }
  return { text, count: starts.length, starts, ends, kinds, partners };
}

/** "" behind the last token. */
export function written({ text, starts, ends }: Tokens, index: number): string {
  return text.slice(starts[index] ?? text.length, ends[index] ?? text.length);
}
