/**
 * Words and meaning together. The best chunks of both lanes form one pool, both lanes score each chunk, and both scores make
 * one order (weights: ranking/lane-weight.ts). For keywords, results with all of them come first, as in the lexical lane; after
 * the pool the lexical lane continues.
 */

import { embeddedPath } from "../indexing/embedded-path.ts";
import { fused, laneChoice, neutralOrder, reciprocalRanks, weightFor } from "../ranking/lane-weight.ts";
import type { SearchHit, SearchRequest } from "../request/search-request.ts";
import type { Settings } from "../settings/settings.ts";
import { fileOfChunk } from "../store/chunk-codec.ts";
import type { ScoredChunk } from "../store/vector-index.ts";
import { tokensExpression } from "../text/fts.ts";
import type { Candidates, ShownPassage } from "./candidates.ts";
import { LexicalLane, type LexicalResult, SCORING_BATCH } from "./lexical.ts";
import { type Passage, Passages } from "./passages.ts";
import type { SearchPlan } from "./plan.ts";
import { cosinesOf, type Meaning, NEAR, nearestChunks, nearestWindow } from "./semantic-lane.ts";
import { passesSymbols } from "./symbols.ts";
import { Verifier } from "./verify.ts";

/** Files from the lexical lane. */
const POOL = 100;

/**
 * Chunks from the semantic lane. The lexical lane gives more files, as its first ranks are less reliable: with 100, 50, 30 near
 * chunks cacm 0.550, 0.549, 0.549 and cranfield 0.418 each.
 */
const NEAR_POOL = 40;

/** Most files found only by meaning that are shown where nothing is near. */
const MOST_WEAK = 10;
/** Number of these shown at any distance, and in total if the query has words to match, too. */
const LEAST_WEAK = 3;

export type FusionSettings = Pick<Settings, "rrfK" | "rrfWeightLexical">;

/** A passage of a file with the scores of both lanes. */
interface Seen {
  readonly chunk: number;
  /** Score by words, 0 if the lexical lane did not find the passage. */
  readonly words: number;
  readonly cosine: number;
}

/** A file of the pool: from the lexical lane, or from its nearest passages alone. */
interface Pooled {
  readonly result: LexicalResult;
  /** Its score by words. */
  readonly words: number;
  /** Its passages that have vectors. */
  readonly seen: readonly Seen[];
}

export class HybridLane {
  readonly #lexical: LexicalLane;
  /** Files that were given already. */
  readonly #files = new Set<number>();

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
    private readonly meaning: Meaning,
    private readonly fusion: SearchRequest["fusion"],
    private readonly settings: FusionSettings,
  ) {
    this.#lexical = new LexicalLane(plan, candidates);
  }

  /** Best first; lazily. */
  *results(): Generator<LexicalResult> {
    const { weight, exactFirst } = laneChoice(this.plan.query);
    if (weight === 0 && this.fusion === "score") {
      yield* this.#lexical.results();
      return;
    }
    if (exactFirst && this.fusion === "score") yield* this.#fresh(this.#lexical.strict());
    const near = nearestChunks(this.meaning, this.plan.files, NEAR_POOL);
    const words = this.#fresh(this.#lexical.results());
    if ((near[0]?.cosine ?? 0) >= this.meaning.floor) {
      yield* this.#pool(near, words, weight);
      yield* words;
      return;
    }
    for (const result of words) yield this.#marked(result);
    // One or two keywords without any match are misspelt or absent: people get spelling suggestions instead.
    if (this.#files.size > 0 || (exactFirst && !this.meaning.alwaysAnswers)) return;
    let given = 0;
    for (const result of nearestResults(this.plan, this.candidates, this.meaning)) {
      yield Object.assign(result, { passages: [] });
      if (++given === LEAST_WEAK) return;
    }
  }

  /** Nothing is near: a result with some of the words, and not near either, may be about something else. */
  #marked(result: LexicalResult): LexicalResult {
    const isJudged = result.match === "partial" && cosinesOf(this.meaning, [result.chunk.id]).size > 0;
    return isJudged ? Object.assign(result, { weak: true }) : result;
  }

  /** Each file once. */
  *#fresh(results: Iterable<LexicalResult>): Generator<LexicalResult> {
    for (const result of results) {
      if (this.#files.has(result.file.id)) continue;
      this.#files.add(result.file.id);
      yield result;
    }
  }

  /** The first files of the lexical lane, and the near files, in one order. */
  *#pool(near: readonly ScoredChunk[], words: Iterator<LexicalResult>, weight: number): Generator<LexicalResult> {
    const found: LexicalResult[] = [];
    for (let next = words.next(); next.done !== true; next = words.next()) {
      found.push(next.value);
      if (found.length === POOL) break;
    }
    const nearIn = Map.groupBy(near, ({ chunkId }) => fileOfChunk(chunkId));
    const pool = found.map((result) => this.#seen(result, nearIn.get(result.file.id) ?? []));
    const others = near.filter(({ chunkId, cosine }) => cosine >= NEAR && !this.#files.has(fileOfChunk(chunkId)));
    for (const each of nearResults(this.plan, this.candidates, this.meaning, others)) {
      this.#files.add(each.result.file.id);
      pool.push(each);
    }
    yield* this.#ordered(pool, weight);
  }

  #seen(result: LexicalResult, near: readonly ScoredChunk[]): Pooled {
    const words = new Map([result, ...result.passages].map(({ chunk, total }) => [chunk.id, total]));
    const cosines = cosinesOf(this.meaning, [...words.keys()]);
    for (const { chunkId, cosine } of near) cosines.set(chunkId, cosine);
    const seen = Array.from(cosines, ([chunk, cosine]) => ({ chunk, cosine, words: words.get(chunk) ?? 0 }));
    return { result, words: result.total, seen };
  }

  /** Without a passage that holds all of the words, shows the best passage by both lanes. */
  #showing(result: LexicalResult, best: number): LexicalResult {
    const { file, chunk, bm25, passages, match } = result;
    if (match === "chunk") return result;
    const known = [{ chunk, file, bm25, total: result.total }, ...passages];
    const shown = known.find((each) => each.chunk.id === best)?.chunk ?? this.#chunk(best);
    if (shown === null) return result;
    const window = () =>
      nearestWindow(this.meaning, best, embeddedPath(file), this.candidates.chunkText({ file, chunk: shown }));
    const rest = known.filter((each) => each.chunk.id !== best);
    const matchText = shown === chunk ? result.matchText : () => null;
    return Object.assign(result, { chunk: shown, passages: rest, matchText }, match === "partial" ? { window } : {});
  }

  #chunk(id: number): LexicalResult["chunk"] | null {
    return this.candidates.load([id])[0]?.chunk ?? null;
  }

  /** `pool`: in word order, followed by files that are only near. */
  *#ordered(pool: readonly Pooled[], weight: number): Generator<LexicalResult> {
    const bestWords = Math.max(0, ...pool.map(({ words }) => words));
    const nearest = pool.map(({ seen }) => Math.max(...seen.map(({ cosine }) => cosine)));
    const bestCosine = Math.max(0, ...nearest);
    const byMeaning = nearest.filter(Number.isFinite).sort((a, b) => b - a);
    const judged = pool.map(({ result, words, seen }, at) => {
      const own = weightFor(weight, result.file.category);
      const value = (each: Seen) => fused(own, each.words, bestWords, each.cosine, bestCosine);
      const [best] = seen.toSorted((a, b) => value(b) - value(a) || a.chunk - b.chunk);
      const rrf = reciprocalRanks(
        [
          { rank: words > 0 ? at + 1 : null, weight: this.settings.rrfWeightLexical },
          { rank: best === undefined ? null : byMeaning.indexOf(nearest[at] ?? 0) + 1, weight: 1 },
        ],
        this.settings.rrfK,
      );
      const lanes = {
        words: rounded(bestWords > 0 ? words / bestWords : 0),
        cosine: best === undefined ? null : rounded(best.cosine),
        weight: rounded(own),
        rrf_score: rounded(rrf),
      };
      const both = best === undefined ? null : rounded(this.fusion === "rrf" ? rrf : value(best));
      const holdsAll = isExact(result.match);
      return { result: best === undefined ? result : this.#showing(result, best.chunk), lanes, fused: both, holdsAll };
    });
    const isComplete = judged.every((each) => each.fused !== null);
    for (const [place, index] of neutralOrder(judged).entries()) {
      const taken = judged[index];
      if (taken === undefined) return;
      const { result, lanes } = taken;
      // If some have no vector, each place has the total by words.
      const total = (isComplete ? taken.fused : judged[place]?.lanes.words) ?? 0;
      const scale = result.total > 0 ? total / result.total : 1;
      const passages = result.passages.map((each) => ({ ...each, total: each.total * scale }));
      const { parts } = result;
      yield Object.defineProperties(result, {
        total: { value: total },
        passages: { value: passages },
        parts: { value: { ...parts, total, ...lanes } },
      });
    }
  }
}

const isExact = (match: SearchHit["match"]) => match === "chunk" || match === "document";

/** The best chunks by words, best first, from the first block of parts. */
function bestByWords(
  { query, files }: SearchPlan,
  candidates: Candidates,
  most: number,
  passages: Passages,
): Passage[] {
  const match = tokensExpression(passages.terms);
  if (match === null) return [];
  for (const parts of candidates.blocks(match, files, SCORING_BATCH, { most: SCORING_BATCH.parts })) {
    const all = passages.ofParts(parts);
    const { filters } = query;
    const passing = all.passages.filter(({ chunk }) => passesSymbols(chunk, filters));
    const counted = passing.length === all.passages.length ? all : passages.counted(passing);
    const best = passages.best(counted, new Set());
    return passages
      .ranked(best)
      .slice(0, most)
      .map(({ candidate }) => candidate);
  }
  return [];
}

/** Most chunks examined by meaning alone. */
const NEAREST = 1000;

/** Meaning alone: files by their nearest chunk; where nothing is near, the nearest ones are marked as weak. */
export function* nearestResults(plan: SearchPlan, candidates: Candidates, meaning: Meaning): Generator<LexicalResult> {
  const all = nearestChunks(meaning, plan.files, NEAREST);
  const weak = (all[0]?.cosine ?? 0) < meaning.floor;
  const near = all.filter(({ cosine }, at) => cosine >= NEAR || (weak && at < NEAR_POOL));
  let given = 0;
  for (const { result } of nearResults(plan, candidates, meaning, near)) {
    if (weak && given >= (result.total >= NEAR ? MOST_WEAK : LEAST_WEAK)) return;
    given++;
    yield weak && result.match === "meaning" ? Object.assign(result, { weak }) : result;
  }
}

/** Files by the nearest of these chunks (nearest first), with cosines as totals. */
function* nearResults(
  plan: SearchPlan,
  candidates: Candidates,
  meaning: Meaning,
  near: readonly ScoredChunk[],
): Generator<Pooled> {
  const passages = new Passages(plan, candidates);
  const verifier = new Verifier(plan, candidates, passages);
  const cosines = new Map(near.map(({ chunkId, cosine }) => [chunkId, rounded(cosine)]));
  const cosineOf = (chunk: number) => cosines.get(chunk) ?? 0;
  const { filters } = plan.query;
  const loaded = candidates
    .load(near.map(({ chunkId }) => chunkId))
    .filter(({ chunk }) => passesSymbols(chunk, filters));
  for (const [file, own] of Map.groupBy(loaded, (each) => each.file)) {
    if (verifier.isExcluded(file)) continue;
    const counted = passages.ofChunks(own);
    const holding = verifier.holdingAll(counted, plan.wanted);
    const ranked = passages
      .ranked(counted)
      .sort(
        (a, b) =>
          cosineOf(b.candidate.chunkId) - cosineOf(a.candidate.chunkId) || a.candidate.ordinal - b.candidate.ordinal,
      );
    const [first, ...rest] = ranked;
    if (first === undefined) continue;
    const { chunk, chunkId, bm25, text, matchText } = first.candidate;
    const total = cosineOf(chunkId);
    const match = holding.has(first.candidate) ? "chunk" : "meaning";
    const result: LexicalResult = {
      chunk,
      file,
      bm25,
      match,
      total,
      parts: { ...first.parts, total, cosine: total, weight: 1 },
      passages: rest.map(({ candidate: other }) => ({
        chunk: other.chunk,
        file,
        bm25,
        total: cosineOf(other.chunkId),
      })),
      matchText: () => matchText,
      // A chunk with all words shows the words.
      window: () => (match === "chunk" ? null : nearestWindow(meaning, chunkId, embeddedPath(file), text)),
    };
    const seen = ranked.map(({ candidate: each, score }) => ({
      chunk: each.chunkId,
      words: Math.max(0, score),
      cosine: cosineOf(each.chunkId),
    }));
    yield { result, words: Math.max(0, ...seen.map(({ words }) => words)), seen };
  }
}

/** The best chunks by words without vectors, best first: a search may embed these while the user waits. */
export function chunksWithoutVectors(
  plan: SearchPlan,
  candidates: Candidates,
  hasVectors: (chunk: number) => boolean,
  most: number,
): ShownPassage[] {
  if (plan.query.nothing || plan.query.filterOnly || plan.files?.length === 0) return [];
  return bestByWords(plan, candidates, POOL, new Passages(plan, candidates))
    .filter(({ chunkId }) => !hasVectors(chunkId))
    .slice(0, most);
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
