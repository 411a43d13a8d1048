/**
 * BERT's uncased WordPiece: text → word pieces, with the places of words. Equal to the Python reference on recorded texts
 * and on every character; the npm peer (@huggingface/tokenizers) differs on some, such as ideographs beyond the BMP.
 */
import { ALONE, characterOf, LETTER, REMOVED } from "./characters.ts";
import { WordPieces } from "./vocabulary.ts";

export const CLS = 101;
export const SEP = 102;
const UNKNOWN = 100;

/** Longer words are one unknown piece, as the model's tokenizer has it. In characters after normalisation. */
const LONGEST_WORD = 100;

/** Said literally in a text they are these pieces, in the reference as well. */
const SPECIAL: readonly (readonly [string, number])[] = [
  ["[PAD]", 0],
  ["[UNK]", UNKNOWN],
  ["[CLS]", CLS],
  ["[SEP]", SEP],
  ["[MASK]", 103],
];

const BRACKET = 0x5b;

/** What a word of the text becomes: `pieces` are read at once and belong to the caller only during the call. */
export type WordVisitor = (pieces: readonly number[], start: number, end: number) => boolean;

export class WordPiece {
  readonly #vocabulary: WordPieces;
  /** A word in UTF-8. */
  readonly #bytes = new Uint8Array(4 * LONGEST_WORD);

  /** `vocabulary`: the table that `readVocabulary` gives. */
  constructor(vocabulary: Uint8Array<ArrayBuffer>) {
    this.#vocabulary = new WordPieces(vocabulary);
  }

  /** [CLS], as many of the text's pieces as fit, [SEP]: at most `limit` ids, at least 2. */
  encode(text: string, limit: number): number[] {
    const ids = [CLS];
    this.words(text, (pieces) => {
      for (const piece of pieces) {
        if (ids.length < limit - 1) ids.push(piece);
      }
      return ids.length < limit - 1;
    });
    ids.push(SEP);
    return ids;
  }

  /** Calls `visit` with each word that has pieces, in order, until it returns false. Offsets are UTF-16 units. */
  words(text: string, visit: WordVisitor): void {
    const pieces: number[] = [];
    const say = (word: string, start: number, end: number): boolean => {
      pieces.length = 0;
      this.#split(word, pieces);
      return visit(pieces, start, end);
    };
    /** Where the word that is being read begins, -1 between words; what it is so far, "" while it stands so in the text. */
    let begin = -1;
    let formed = "";
    const wordTo = (end: number) => (formed === "" ? text.slice(begin, end).toLowerCase() : formed);

    let at = 0;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      if (unit === BRACKET) {
        const special = SPECIAL.find(([name]) => text.startsWith(name, at));
        if (special !== undefined) {
          if (begin !== -1 && !say(wordTo(at), begin, at)) return;
          begin = -1;
          formed = "";
          pieces.length = 0;
          pieces.push(special[1]);
          if (!visit(pieces, at, at + special[0].length)) return;
          at += special[0].length;
          continue;
        }
      }
      const code = unit < 0xd800 || unit > 0xdbff ? unit : (text.codePointAt(at) ?? unit);
      const next = at + (code > 0xffff ? 2 : 1);
      const { kind, form } = code < 128 ? (ASCII[code] ?? characterOf(code)) : characterOf(code);
      if (kind === LETTER) {
        if (begin === -1) {
          begin = at;
          if (code >= 128) formed = form;
        } else if (formed !== "") {
          formed += form;
        } else if (code >= 128) {
          formed = text.slice(begin, at).toLowerCase() + form;
        }
      } else if (kind === REMOVED) {
        // The word goes on behind it.
        if (begin !== -1 && formed === "") formed = text.slice(begin, at).toLowerCase();
      } else {
        if (begin !== -1 && !say(wordTo(at), begin, at)) return;
        begin = -1;
        formed = "";
        if (kind === ALONE && !say(form, at, next)) return;
      }
      at = next;
    }
    if (begin !== -1) say(wordTo(text.length), begin, text.length);
  }

  /** The longest piece that the word begins with, then the longest that goes on, …; unknown as a whole where one fails. */
  #split(word: string, into: number[]): void {
    if (word.length > LONGEST_WORD && isLongerThan(word, LONGEST_WORD)) {
      into.push(UNKNOWN);
      return;
    }
    const end = utf8(word, this.#bytes);
    for (let start = 0; start < end; ) {
      const id = this.#vocabulary.longestAt(this.#bytes, start, end, start > 0);
      if (id === -1) {
        into.length = 0;
        into.push(UNKNOWN);
        return;
      }
      into.push(id);
      start += this.#vocabulary.lengthOf(id);
    }
  }
}

const encoder = new TextEncoder();

/** Writes a word, which fits, and returns how many bytes it has. */
function utf8(word: string, into: Uint8Array): number {
  for (let k = 0; k < word.length; k++) {
    const unit = word.charCodeAt(k);
    if (unit >= 128) return encoder.encodeInto(word, into).written;
    into[k] = unit;
  }
  return word.length;
}

function isLongerThan(word: string, characters: number): boolean {
  let count = 0;
  for (const _ of word) if (++count > characters) return true;
  return false;
}

const ASCII = Array.from({ length: 128 }, (_, code) => characterOf(code));
