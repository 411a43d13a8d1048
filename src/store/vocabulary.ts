/** The words of an index, as its tokens: read once a generation, for parts of words and spelling suggestions. */
import { type ListedWord, WordList } from "../text/spelling.ts";
import { tokensWithPart } from "../text/word-parts.ts";
import { countersOf } from "./counters.ts";
import type { Store } from "./store.ts";

interface Row {
  readonly term: string;
  /** Number of parts of files that hold the token. */
  readonly parts: number;
}

/** Vocabulary size above which most words with one occurrence are names, which nobody meant. */
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

  /** Words of letters, for suggestions; many words exclude those in one part of one file, mostly slips themselves. */
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

/** Call it within a read transaction; cached while the store is open and unchanged. A second for 370 MB of source. */
export function vocabularyOf(store: Store): Vocabulary {
  const { generation } = countersOf(store);
  const known = kept.get(store);
  if (known?.generation === generation) return known.vocabulary;
  const vocabulary = new Vocabulary(store);
  kept.set(store, { generation, vocabulary });
  return vocabulary;
}
