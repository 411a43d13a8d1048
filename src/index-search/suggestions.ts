/**
 * Corrected queries, where nothing holds all the words: a word in no document is replaced by the nearest words of the index.
 * They are suggested, never searched. A word is shown as written in a document that this search may show.
 */
import type { SearchRequest } from "../request/search-request.ts";
import { fileOfPart, ordinalOfPart } from "../store/parts.ts";
import { Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import { vocabularyOf } from "../store/vocabulary.ts";
import { foldAll } from "../text/fold.ts";
import { ftsExpression } from "../text/fts.ts";
import { MatchText } from "../text/matcher.ts";
import { type PatternWord, patternOf } from "../text/pattern.ts";
import { parseQuery, type Term } from "../text/query.ts";
import { positiveTerms } from "../text/query-tree.ts";
import { boundedDistance, editsAllowed, type NearWord, unlikeliness } from "../text/spelling.ts";
import { wordToken } from "../text/tokens.ts";
import { type PreparedSearch, prepareSearch, type SearchOptions, type SearchSettings } from "./indexed-search.ts";
import { VisibilityCheck } from "./visible-now.ts";

/** Most suggested queries. */
const MOST = 3;
/** Most index words looked up for one word, and most words of a query that are replaced. */
const LOOKED_UP = 8;
const TRIED = 12;
const MOST_WORDS = 4;
/** Largest edit distance that is computed for written forms. */
const FAR = 4;

/** Queries, best first; none if every word is in some document. Throws as `prepareSearch`. */
export function suggestionsFor(
  store: Store,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions = {},
): string[] {
  const query = parseQuery(request.query, { timezone: settings.timezone, now: options.now ?? 0 });
  const terms = query.required.flatMap(({ node, optional }) => (optional ? [] : positiveTerms(node)));
  const meant = store.read(() => {
    const unknown = unknownWords(store, terms).slice(0, MOST_WORDS);
    if (unknown.length === 0) return [];
    const forms = new WrittenForms(store, prepareSearch(store, request, settings, options));
    return unknown.map((word) => ({ word, instead: wordsMeant(store, word, forms) }));
  });
  const replaced = meant.filter(({ instead }) => instead.length > 0);
  const [first] = replaced;
  if (first === undefined) return [];
  // Further corrections of the first word, with the best correction of each other word.
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

/** Replacement words, as documents write them: the nearest first, on a tie the one in more rows. */
function wordsMeant(store: Store, word: PatternWord, forms: WrittenForms): string[] {
  const whole = word.whole ?? "";
  const most = editsAllowed(whole);
  const hasCapitals = /.\p{Lu}/u.test(word.written);
  const written = tokensNear(store, whole).flatMap(({ word: token, rows, distance: ofToken }) => {
    const text = forms.nearest(token, whole);
    if (text === null) return [];
    // Another form of the meant word is nearly as good as that form, which the examined texts may lack.
    const edits = Math.min(boundedDistance(foldAll(text), whole, most), ofToken + OTHER_FORM);
    const isName = !hasCapitals && /.\p{Lu}/u.test(text);
    const isFirst = foldAll(text).charAt(0) === whole.charAt(0);
    return [{ text, rows, distance: edits + (isName ? NAME : 0) + (isFirst ? 0 : FIRST_LETTER) }];
  });
  written.sort((a, b) => unlikeliness(a) - unlikeliness(b));
  // A name keeps its capitals; a word at the start of a sentence has a capital that nobody typed.
  const isCapital = /^\p{Lu}/u.test(word.written);
  const shown = written.map(({ text }) =>
    !isCapital && /^\p{Lu}[\p{Ll}\p{M}]*$/u.test(text) ? text.toLowerCase() : text,
  );
  return [...new Set(shown)];
}

/** Costs in edits: a name with inner capitals for a plain word, another first letter, a form that the texts lack. */
const NAME = 0.6;
const FIRST_LETTER = 0.5;
const OTHER_FORM = 0.8;

/** A slip may be in the ending that a stem lost, so the word is also compared without up to so many last letters. */
const LOST = 3;
const LEAST_LEFT = 3;
/** Cost in edits of each letter left out of the word. */
const PER_LETTER = 0.5;

/** Tokens of the index whose words may be near, best first. */
function tokensNear(store: Store, whole: string): NearWord[] {
  const { list } = vocabularyOf(store);
  const found = new Map<string, NearWord>();
  const add = (near: readonly NearWord[], added: number) => {
    for (const each of near) {
      const known = found.get(each.word);
      const distance = each.distance + added;
      if (known === undefined || distance < known.distance) found.set(each.word, { ...each, distance });
    }
  };
  add(list.near(whole, LOOKED_UP), 0);
  const token = wordToken(whole);
  if (token !== whole) add(list.near(token, LOOKED_UP), 0);
  for (let cut = 1; cut <= LOST && whole.length - cut >= LEAST_LEFT; cut++) {
    add(list.near(whole.slice(0, -cut), LOOKED_UP), cut * PER_LETTER);
  }
  return [...found.values()].sort((a, b) => unlikeliness(a) - unlikeliness(b)).slice(0, TRIED);
}

/** Parts of files examined for one word. */
const LOOKED_INTO = 20;
/** Most of these parts that are read. */
const READ = 2;
const MOST_FORMS = 8;

/** Words as written in documents that this search may show. */
class WrittenForms {
  readonly #visibility: VisibilityCheck;
  readonly #files: ReadonlySet<number> | null;

  constructor(
    private readonly store: Store,
    private readonly search: PreparedSearch,
  ) {
    this.#visibility = new VisibilityCheck(search.roots, store);
    this.#files = search.plan.files === null ? null : new Set(search.plan.files);
  }

  /** The nearest written word with the token, from the first documents that may be shown; null without one. */
  nearest(token: string, word: string): string | null {
    let best: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const text of this.#texts(token)) {
      for (const form of formsIn(text, token)) {
        const edits = boundedDistance(foldAll(form), word, FAR);
        if (edits < least) [best, least] = [form, edits];
      }
      if (least <= 1) break;
    }
    return best;
  }

  *#texts(token: string): Generator<string> {
    let read = 0;
    const { candidates } = this.search;
    const parts = this.store
      .statement<{ id: number }, [string, number]>("SELECT rowid AS id FROM fts WHERE fts MATCH ? LIMIT ?")
      .all(`{body ident} : "${token}"`, LOOKED_INTO);
    for (const { id } of parts) {
      const fileId = fileOfPart(id);
      if (this.#files?.has(fileId) === false) continue;
      const file = candidates.files([fileId]).get(fileId);
      const table = file === undefined ? null : candidates.table(file);
      if (file === undefined || table === null || !this.#visibility.isVisibleNow(file)) continue;
      const { start, end } = table.part(ordinalOfPart(id));
      yield candidates.slice(file, start, end);
      if (++read === READ) return;
    }
  }
}

/** The words of letters with this token, as written; by a pattern where they stand alone, else as parts of names. */
function formsIn(text: string, token: string): string[] {
  const forms = new Set<string>();
  const alone = new RegExp(`(?<![\\p{L}\\p{N}_])${token.slice(0, -1)}\\p{L}*(?![\\p{N}_])`, "giu");
  for (const [word] of text.matchAll(alone)) {
    if (forms.has(word) || wordToken(foldAll(word)) !== token) continue;
    forms.add(word);
    if (forms.size === MOST_FORMS) break;
  }
  if (forms.size > 0) return [...forms];
  const [span] = new MatchText(text).find({ kind: "word", text: token, words: patternOf(token) });
  const written = span === undefined ? "" : text.slice(span.start, span.end);
  return /^[\p{L}\p{M}]+$/u.test(written) ? [written] : [];
}
