/** The words of an index, as its tokens: read once a generation, for parts of words and for words that were meant. */
import { type ListedWord, WordList } from "../text/spelling.ts";
import { tokensWithPart } from "../text/word-parts.ts";
import { countersOf } from "./counters.ts";
import type { Store } from "./store.ts";

interface Row {
  readonly term: string;
  /** How many parts of files hold it. */
  readonly parts: number;
}

/** From so many words on, most that stand once are names that nobody meant. */
const MANY = 50_000;

export class Vocabulary {
  readonly #rows: readonly Row[];
  #text: string | undefined;
  #list: WordList | undefined;

  constructor(store: Store) {
    store.db.run("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, fts, 'col')");
    const sql = "SELECT term, doc AS parts FROM temp.vocabulary WHERE col IN ('body', 'ident')";
    this.#rows = store.statement<Row, []>(sql).all();
  }

  /** See text/word-parts.ts. */
  tokensWithPart(part: string, isOpenEnded: boolean): string[] | null {
    this.#text ??= `\n${this.#rows.map(({ term }) => term).join("\n")}\n`;
    return tokensWithPart(this.#text, part, isOpenEnded);
  }

  /** Words of letters, for those that were meant; of many words without those that one part of one file has, which are slips themselves. */
  get list(): WordList {
    if (this.#list === undefined) {
      const least = this.#rows.length > MANY ? 2 : 1;
      const known = this.#rows.filter(({ parts }) => parts >= least);
      this.#list = new WordList(known.map(({ term, parts }): ListedWord => ({ word: term, rows: parts })));
    }
    return this.#list;
  }
}

const kept = new WeakMap<Store, { readonly generation: number; readonly vocabulary: Vocabulary }>();

/** Within a read transaction; kept as long as the store is open and as it was. A second for 370 MB of source. */
export function vocabularyOf(store: Store): Vocabulary {
  const { generation } = countersOf(store);
  const known = kept.get(store);
  if (known?.generation === generation) return known.vocabulary;
  const vocabulary = new Vocabulary(store);
  kept.set(store, { generation, vocabulary });
  return vocabulary;
}
