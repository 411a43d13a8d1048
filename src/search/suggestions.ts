/**
 * Queries that were meant, where nothing holds all the words: a word that no document has is replaced by the nearest words of the
 * index. They are told, never searched for. A word is shown as it stands in a document that this search may show.
 */
import type { SearchRequest } from "../request/search.ts";
import { Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import { vocabularyOf } from "../store/vocabulary.ts";
import { foldAll } from "../text/fold.ts";
import { ftsExpression } from "../text/fts.ts";
import type { PatternWord } from "../text/pattern.ts";
import { parseQuery, type Term } from "../text/query.ts";
import { positiveTerms } from "../text/query-tree.ts";
import { boundedDistance } from "../text/spelling.ts";
import { wordToken } from "../text/tokens.ts";
import { type SearchOptions, type SearchSettings, searchFiles } from "./files.ts";

/** Suggested queries at most. */
const MOST = 3;
/** Words of the index that are looked up for one, and of a query that are replaced. */
const LOOKED_UP = 6;
const MOST_WORDS = 4;
/** Edits beyond which a word as written is not told apart. */
const FAR = 4;

/** Queries, best first; none where every word is in some document. Throws what `searchFiles` throws. */
export function suggestionsFor(
  store: Store,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions = {},
): string[] {
  const query = parseQuery(request.query, { timezone: settings.timezone, now: options.now ?? 0 });
  const terms = query.required.flatMap(({ node, optional }) => (optional ? [] : positiveTerms(node)));
  const unknown = store.read(() => unknownWords(store, terms)).slice(0, MOST_WORDS);
  const meant = unknown.map((word) => ({ word, instead: wordsMeant(store, word, request, settings, options) }));
  const replaced = meant.filter(({ instead }) => instead.length > 0);
  const [first] = replaced;
  if (first === undefined) return [];
  // The first word's further meanings, with the best one of each other word.
  const queries = first.instead.slice(0, MOST).map((instead) =>
    replaced.reduce((text, each) => {
      const by = each === first ? instead : (each.instead[0] ?? each.word.written);
      return text.replace(each.word.written, () => by);
    }, request.query),
  );
  return [...new Set(queries)].filter((text) => text !== request.query);
}

/** Plain words and single words in quotes that are nowhere in the index. */
function unknownWords(store: Store, terms: readonly Term[]): PatternWord[] {
  const postings = new Postings(store);
  const unknown: PatternWord[] = [];
  for (const { kind, words } of terms) {
    for (const word of kind === "part" ? [] : words) {
      if (word.whole === null || !/^[\p{L}\p{M}]{3,}$/u.test(word.whole)) continue;
      const expression = ftsExpression({ kind: "word", text: word.written, words: [word] });
      if (expression !== null && postings.filesMatching(expression).length === 0) unknown.push(word);
    }
  }
  return unknown;
}

/** Words that documents have instead, as they are written there: the nearest first, of several the one in more of the index. */
function wordsMeant(
  store: Store,
  word: PatternWord,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions,
): string[] {
  const whole = word.whole ?? "";
  const near = store.read(() => {
    const { list } = vocabularyOf(store);
    const token = wordToken(whole);
    // The index has stems: a slip may be in what a stem has lost of its word, or not be there at all.
    const found = [...list.near(whole, LOOKED_UP), ...(token === whole ? [] : list.near(token, LOOKED_UP))];
    return [...new Map(found.map((each) => [each.word, each])).values()];
  });
  const written = near.flatMap(({ word: token, rows }) => {
    const text = writtenForm(store, token, request, settings, options);
    return text === null ? [] : [{ text, rows, distance: boundedDistance(foldAll(text), whole, FAR) }];
  });
  written.sort((a, b) => a.distance - b.distance || b.rows - a.rows);
  // A name keeps its capitals; a word at the start of a sentence has one that nobody typed.
  const isCapital = /^\p{Lu}/u.test(word.written);
  const shown = written.map(({ text }) =>
    !isCapital && /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(text) ? text.toLowerCase() : text,
  );
  return [...new Set(shown)];
}

/** A word with this token as a document has it that this search may show; null where none may be shown. */
function writtenForm(
  store: Store,
  token: string,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions,
): string | null {
  const asked: SearchRequest = {
    ...request,
    query: token,
    mode: "lexical",
    limit: 1,
    offset: 0,
    passages: 0,
    strict: true,
  };
  const { hits } = searchFiles(store, asked, settings, options);
  const marked = /\[\[([^\]]+)\]\]/.exec(hits[0]?.snippet ?? "")?.[1];
  if (marked === undefined || wordToken(foldAll(marked)) !== wordToken(token)) return null;
  return marked;
}
