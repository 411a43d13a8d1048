/**
 * `search`: the indexed search. One search is one read transaction, so its result belongs to one state of the store, regardless
 * of concurrent writes; the current ignore rules and roots apply.
 */
import { QsearchError, type Warning } from "../errors.ts";
import { CandidateOrder } from "../ranking/candidate-order.ts";
import type { SearchHit, SearchPassage, SearchRequest } from "../request/search-request.ts";
import type { Settings } from "../settings/settings.ts";
import { countersOf } from "../store/counters.ts";
import { workUnderWay } from "../store/lock.ts";
import { arePostingsStale } from "../store/meta.ts";
import { Postings } from "../store/postings.ts";
import type { Store } from "../store/store.ts";
import type { EmbeddedCounts } from "../store/vectors.ts";
import { Candidates } from "./candidates.ts";
import { type Excerpt, type HitExcerpt, type HitPlace, HitWriter } from "./hits.ts";
import type { FusionSettings } from "./hybrid.ts";
import { describeWork, incompleteWarnings, unfinishedOf } from "./incomplete-warnings.ts";
import { LexicalLane, type LexicalResult } from "./lexical.ts";
import { listFiles } from "./listing.ts";
import { type Narrowing, planSearch, type SearchPlan } from "./plan.ts";
import { type Audience, type VisibilitySettings, type VisibleRoot, visibleRoots } from "./visible.ts";
import { Staleness, VisibilityCheck } from "./visible-now.ts";

export type SearchSettings = VisibilitySettings & FusionSettings & Pick<Settings, "timezone" | "embed">;

export interface SearchOptions {
  readonly audience?: Audience;
  /** Milliseconds since the epoch, for `after:24h`. Default: now. */
  readonly now?: number;
  readonly signal?: AbortSignal | undefined;
  /** Null: words alone decide. */
  readonly meaning?: MeaningOfQuery | null;
  readonly narrowing?: Narrowing | undefined;
  /** Intermediate data of an earlier step of the same search, used while the store is unchanged. */
  readonly prepared?: PreparedSearch;
}

/** A prepared search at one generation of the store. */
export interface PreparedSearch {
  readonly generation: number;
  readonly roots: readonly VisibleRoot[];
  readonly plan: SearchPlan;
  readonly candidates: Candidates;
}

/** The semantic lane for one query, made by semantic-handler.ts: a search by words alone loads none of it. */
export interface MeaningOfQuery {
  /** Chunks that were embedded for this search. */
  readonly late: ReadonlySet<number>;
  /** Best first, lazily; called once, in the search's read transaction. */
  results(plan: SearchPlan, candidates: Candidates, request: SearchRequest): Iterable<LexicalResult>;
  /** Chunks with and without vectors in the store. */
  counts(): EmbeddedCounts;
}

export interface SearchAnswer {
  readonly hits: SearchHit[];
  /** For each hit, its text without marks. */
  readonly excerpts: HitExcerpt[];
  readonly warnings: Warning[];
  /** Corrected queries, where nothing holds all the words. */
  readonly suggestions?: readonly string[];
}

/** Throws `usage` for an empty query or an invalid filter value, `cancelled`, `corrupt_store`. */
export function searchFiles(
  store: Store,
  request: SearchRequest,
  settings: SearchSettings,
  options: SearchOptions = {},
): SearchAnswer {
  const { signal, meaning = null } = options;
  if (signal?.aborted) throw new QsearchError("cancelled", "the search was cancelled");
  return store.read(() => {
    const { roots, plan, candidates } = prepareSearch(store, request, settings, options);
    const visibility = new VisibilityCheck(roots, store);
    const page = new Page(request);
    for (const result of generatedLast(resultsOf(plan, candidates, request, meaning), plan)) {
      if (request.strict && result.match !== "chunk" && result.match !== "document") continue;
      if (visibility.isVisibleNow(result.file) && page.takes(result)) break;
    }
    const writer = new HitWriter(candidates, plan.query);
    writer.prepare(page.taken.flatMap(({ result }) => [result, ...result.passages.slice(0, request.passages)]));
    const staleness = new Staleness(visibility);
    const hits: SearchHit[] = [];
    const excerpts: HitExcerpt[] = [];
    for (const { result, score } of page.taken) {
      const { place, excerpt } = writer.write(result, result.matchText(), result.window?.() ?? null);
      const explain = request.explain ? { explain: result.parts } : {};
      const stale = staleness.of(result.file);
      const further = furtherPassages(writer, { result, score }, place, request.passages);
      const passages = further.map((each) => each.passage);
      const { bm25, match, weak = false } = result;
      hits.push({ ...place, score, bm25, match, weak, stale, passages, ...explain });
      excerpts.push({ ...excerpt, passages: further.map((each) => each.excerpt) });
    }
    const unfinished = unfinishedOf(roots, store);
    const warnings = [
      ...store.warnings,
      ...meaningWarnings(store, request, meaning),
      ...warningsOf(page, staleness),
      ...incompleteWarnings(visibility),
      ...unfinished,
    ];
    return { hits, excerpts, warnings };
  });
}

/** `options.prepared` if still valid, else anew. Call it within a read transaction; throws `usage` as `searchFiles`. */
export function prepareSearch(
  store: Store,
  request: SearchRequest,
  settings: SearchSettings,
  { audience = "user", now = Date.now(), prepared, narrowing }: SearchOptions,
): PreparedSearch {
  const { generation } = countersOf(store);
  if (prepared?.generation === generation) return prepared;
  if (arePostingsStale(store.db)) throw unbuilt(store.path);
  const roots = visibleRoots(settings, audience, store);
  const plan = planSearch(store, request, { timezone: settings.timezone, now, roots, narrowing });
  const candidates = new Candidates(store, new Postings(store), new CandidateOrder(plan.query));
  return { generation, roots, plan, candidates };
}

function unbuilt(path: string): QsearchError {
  const message = `${path} is of an older version, and its words have not been indexed anew yet`;
  return new QsearchError("no_store", message, "Bring it up to date: qsearch index");
}

function resultsOf(
  plan: SearchPlan,
  candidates: Candidates,
  request: SearchRequest,
  meaning: MeaningOfQuery | null,
): Iterable<LexicalResult> {
  if (plan.query.nothing || plan.files?.length === 0) return [];
  if (plan.query.filterOnly) return listFiles(plan, candidates);
  if (request.mode !== "lexical" && meaning !== null) return meaning.results(plan, candidates, request);
  return new LexicalLane(plan, candidates).results();
}

/** Share of the file's best passage score that a further passage needs to be shown. */
const WORTH_SHOWING = 0.3;

/** The next best passages of a file, without lines that are shown already. */
function furtherPassages(
  writer: HitWriter,
  { result, score }: Taken,
  { line_start, line_end, page }: HitPlace,
  most: number,
): { readonly passage: SearchPassage; readonly excerpt: Excerpt }[] {
  const shown = [{ line_start, line_end, page }];
  const further: { passage: SearchPassage; excerpt: Excerpt }[] = [];
  for (const candidate of most === 0 ? [] : result.passages) {
    const share = result.total > 0 ? Math.min(1, candidate.total / result.total) : 1;
    if (share < WORTH_SHOWING) break;
    const { place, excerpt } = writer.passage(candidate, null);
    const isNew = shown.every(
      (other) => other.page !== place.page || place.line_start > other.line_end || place.line_end < other.line_start,
    );
    if (!isNew) continue;
    shown.push(place);
    further.push({ passage: { ...place, score: Math.round(score * share * 1e6) / 1e6 }, excerpt });
    if (further.length === most) break;
  }
  return further;
}

/** Most generated results that are held back: a word may occur only in thousands of generated files. */
const HELD_BACK = 300;

/** Generated files come below all others, unless the query asks for them. */
function* generatedLast(results: Iterable<LexicalResult>, { query }: SearchPlan): Generator<LexicalResult> {
  if (query.filters.type.includes("generated")) {
    yield* results;
    return;
  }
  const held: LexicalResult[] = [];
  for (const result of results) {
    if (result.file.category !== "generated" || held.length >= HELD_BACK) yield result;
    else held.push(result);
  }
  yield* held;
}

interface Taken {
  readonly result: LexicalResult;
  readonly score: number;
}

/** The requested range of the results, with scores from 0 to 1 that never rise. */
class Page {
  readonly taken: Taken[] = [];
  #top = 0;
  #last = 1;
  #passed = 0;

  constructor(private readonly request: SearchRequest) {}

  /** Takes or skips the next result; true when complete. */
  takes(result: LexicalResult): boolean {
    const { offset, limit, min_score: least = 0 } = this.request;
    const score = this.#score(result);
    if (score < least) return true;
    if (this.#passed++ >= offset) this.taken.push({ result, score });
    return this.taken.length >= limit;
  }

  #score({ total }: LexicalResult): number {
    if (this.#passed === 0) this.#top = total;
    const share = this.#top > 0 ? total / this.#top : 1;
    this.#last = Math.min(this.#last, Math.round(share * 1e6) / 1e6);
    return this.#last;
  }
}

/** Warns of parts of the store without vectors. Filters alone, and words alone, need none. */
function meaningWarnings(store: Store, { mode }: SearchRequest, meaning: MeaningOfQuery | null): Warning[] {
  if (mode === "lexical") return [];
  if (meaning === null) {
    if (mode !== "semantic") return [];
    return [{ code: "lane_off", message: "nothing is embedded, so words alone decided; run qsearch index" }];
  }
  const { embedded, pending } = meaning.counts();
  const open = pending - meaning.late.size;
  if (open <= 0) return [];
  const work = workUnderWay(store.dataDir);
  const who = work === null ? "qsearch index embeds them" : describeWork(work);
  const message = `${open} of ${embedded + pending} passages have no vector yet, so only words find them; ${who}`;
  return [{ code: "unembedded", message }];
}

function warningsOf({ taken }: Page, staleness: Staleness): Warning[] {
  const warnings: Warning[] = [];
  if (taken.some(({ result }) => result.match === "partial")) {
    const message = "too few documents hold all the words; documents with most of them follow";
    warnings.push({ code: "relaxed", message });
  }
  if (staleness.files > 0) {
    const what = staleness.files === 1 ? "1 file has" : `${staleness.files} files have`;
    warnings.push({ code: "stale", message: `${what} changed since being indexed; run index to update` });
  }
  return warnings;
}
