/**
 * Words and meaning together. The best chunks of both lanes form one pool, each is scored by both, and one order is made of
 * the two (rank/lane-weight.ts says with what weight). Keywords come first where they are all there, as in the lexical lane;
 * behind the pool the lexical lane goes on.
 */
import { comparePaths } from "../corpus/path-bytes.ts";
import { fused, laneChoice, reciprocalRanks, weightFor } from "../rank/lane-weight.ts";
import type { ScoreParts, SearchHit, SearchRequest } from "../request/search.ts";
import type { Settings } from "../settings.ts";
import { tokenExpressions } from "../text/fts.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import { Coverage } from "./coverage.ts";
import { LexicalLane, type LexicalResult, resultOf } from "./lexical.ts";
import { cosinesOf, type Meaning, NEAR, nearestChunks } from "./meaning.ts";
import type { SearchPlan } from "./plan.ts";
import { type Ranked, RankedBlocks } from "./ranked-blocks.ts";
import { Verifier } from "./verify.ts";

/** Chunks that the lane of words brings. */
const POOL = 100;

/**
 * Chunks that the lane of meaning brings. Those of words are more, as words rank first by less: with 100, 50, 30 near ones
 * cacm 0.550, 0.549, 0.549 and cranfield 0.418 each; ranking a chunk for the first time costs 0.15 ms.
 */
const NEAR_POOL = 40;

/** Where nothing is near, what holds fewer of a question's words than this is no answer. */
const HALF = 0.5;

export type FusionSettings = Pick<Settings, "rrfK" | "rrfWeightLexical">;

interface Pooled {
  readonly ranked: Ranked;
  readonly cosine: number | null;
  /** Whether the index found it by its words. */
  readonly isLexical: boolean;
  /** Orders the pool. */
  readonly total: number;
  readonly parts: ScoreParts;
}

export class HybridLane {
  readonly #verifier: Verifier;
  readonly #blocks: RankedBlocks;
  readonly #lexical: LexicalLane;
  readonly #coverage: Coverage;
  /** Chunks and files that were given already. */
  readonly #chunks = new Set<number>();
  readonly #files = new Set<number>();

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
    private readonly meaning: Meaning,
    private readonly fusion: SearchRequest["fusion"],
    private readonly settings: FusionSettings,
  ) {
    this.#verifier = new Verifier(candidates);
    this.#blocks = new RankedBlocks(plan, candidates, this.#verifier, POOL);
    this.#lexical = new LexicalLane(plan, candidates);
    this.#coverage = new Coverage(this.#blocks.terms, candidates.postings);
  }

  /** Best first; lazily. */
  *results(limit: number): Generator<LexicalResult> {
    const { weight, exactFirst } = laneChoice(this.plan.query);
    if (weight === 0 && this.fusion === "score") {
      yield* this.#lexical.results(limit);
      return;
    }
    if (exactFirst && this.fusion === "score") yield* this.#noted(this.#lexical.strict());
    yield* this.#noted(this.#pool(weight));
    yield* this.#noted(this.#rest(limit));
  }

  *#noted(results: Iterable<LexicalResult>): Generator<LexicalResult> {
    for (const result of results) {
      this.#chunks.add(result.chunk.id);
      this.#files.add(result.file.id);
      yield result;
    }
  }

  /** What the lexical lane has beyond the pool. */
  *#rest(limit: number): Generator<LexicalResult> {
    for (const result of this.#isOffTopic ? this.#lexical.strict() : this.#lexical.results(limit)) {
      const { match, chunk, file } = result;
      if (this.#chunks.has(chunk.id) || (match !== "chunk" && this.#files.has(file.id))) continue;
      yield result;
    }
  }

  /** Whether nothing is near, so that a question whose words are hardly there has no answer. */
  #isOffTopic = false;

  *#pool(weight: number): Generator<LexicalResult> {
    const near = nearestChunks(this.meaning, this.plan.files, NEAR_POOL);
    const isNear = (near[0]?.cosine ?? 0) >= this.meaning.floor;
    const pool = this.#fuse(this.#ranked(isNear ? near.map(({ chunkId }) => chunkId) : []), weight);
    this.#coverage.note(pool.map(({ ranked }) => ranked));
    const { query, wanted } = this.plan;
    const isQuestion = wanted.length > 2 || query.required.length > wanted.length;
    this.#isOffTopic = !isNear && this.meaning.complete && isQuestion;
    const partial = new Set(this.#files);
    for (const each of pool) {
      const { file, chunk } = each.ranked.candidate.source;
      if (this.#chunks.has(chunk.id)) continue;
      const match = this.#matchOf(each, isNear, partial.has(file.id));
      if (match === null) continue;
      partial.add(file.id);
      yield { ...resultOf(each.ranked, match), total: each.total, parts: each.parts };
    }
  }

  /** Why it is a result, null where it is none: one for its words that are most of them, a file has once. */
  #matchOf({ ranked, cosine, isLexical }: Pooled, isNear: boolean, isKnown: boolean): SearchHit["match"] | null {
    const { source } = ranked.candidate;
    const { wanted } = this.plan;
    if (isLexical && this.#verifier.chunkHoldsAll(source, ranked.matchText, wanted)) return "chunk";
    const byMeaning = isNear && (cosine ?? 0) >= NEAR;
    if (isKnown) return byMeaning ? "meaning" : null;
    if (isLexical && this.#lexical.filesWithAll().includes(source.file.id)) {
      if (this.#verifier.documentHolds(source.file, wanted)) return "document";
    }
    if (isLexical && this.#holdsEnough(ranked)) return "partial";
    return byMeaning ? "meaning" : null;
  }

  /** The index is asked once about the files of which too little is known, when the first such is met. */
  #holdsEnough({ candidate, frequencies }: Ranked): boolean {
    const { id } = candidate.source.file;
    const here = frequencies.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) / Math.max(1, frequencies.length);
    const isEnough = () =>
      this.#coverage.isEnough(id) && !(this.#isOffTopic && Math.max(here, this.#coverage.share(id)) < HALF);
    if (isEnough()) return true;
    if (!this.#isComplete) this.#coverage.complete();
    this.#isComplete = true;
    return isEnough();
  }

  #isComplete = false;

  /** The best chunks by words and those that are near, ranked together by their words. */
  #ranked(near: readonly number[]): (Ranked & { readonly isLexical: boolean })[] {
    const any = tokenExpressions(this.#blocks.terms);
    const byWords = this.candidates.blocks(any, this.plan.files, POOL, { most: POOL });
    const lexical = first(this.#blocks.holding(byWords, []));
    const known = new Set(lexical.map(({ chunk }) => chunk.id));
    const others = near.filter((id) => !known.has(id)).map((chunkId) => ({ chunkId, bm25: 0 }));
    const meant = first(this.#blocks.holding([this.candidates.load(others)], []));
    const ranked = first(this.#blocks.rankedBlocks([[...lexical, ...meant]]));
    return ranked.map((each) => Object.assign(each, { isLexical: known.has(each.candidate.chunkId) }));
  }

  #fuse(ranked: readonly (Ranked & { readonly isLexical: boolean })[], weight: number): Pooled[] {
    const cosines = cosinesOf(
      this.meaning,
      ranked.map(({ candidate }) => candidate.chunkId),
    );
    const bestWords = Math.max(0, ...ranked.map(({ score }) => score));
    const bestCosine = Math.max(0, ...cosines.values());
    const byMeaning = [...cosines].sort(([, a], [, b]) => b - a).map(([id]) => id);
    const places = new Map(byMeaning.map((id, at) => [id, at + 1]));
    const pool = ranked.map((each, at): Pooled => {
      const { chunkId } = each.candidate;
      const cosine = cosines.get(chunkId) ?? null;
      const rrf = reciprocalRanks(
        [
          { rank: each.score > 0 ? at + 1 : null, weight: this.settings.rrfWeightLexical },
          { rank: places.get(chunkId) ?? null, weight: 1 },
        ],
        this.settings.rrfK,
      );
      const own = weightFor(weight, each.candidate.category);
      const byScore = fused(own, each.score, bestWords, cosine ?? 0, bestCosine);
      const total = rounded(this.fusion === "rrf" ? rrf : byScore);
      const lanes = {
        words: rounded(bestWords > 0 ? each.score / bestWords : 0),
        cosine: cosine === null ? null : rounded(cosine),
        weight: rounded(own),
        rrf_score: rounded(rrf),
      };
      return { ranked: each, cosine, isLexical: each.isLexical, total, parts: { ...each.parts, total, ...lanes } };
    });
    return pool.sort((a, b) => b.total - a.total || byPlace(a.ranked.candidate.source, b.ranked.candidate.source));
  }
}

/** Meaning alone: the nearest chunks that pass the filters. */
export function* nearestResults(
  plan: SearchPlan,
  candidates: Candidates,
  meaning: Meaning,
  most: number,
): Generator<LexicalResult> {
  const near = nearestChunks(meaning, plan.files, most).filter(({ cosine }) => cosine >= NEAR);
  if ((near[0]?.cosine ?? 0) < meaning.floor) return;
  const verifier = new Verifier(candidates);
  const blocks = new RankedBlocks(plan, candidates, verifier, most);
  const loaded = candidates.load(near.map(({ chunkId }) => ({ chunkId, bm25: 0 })));
  const ranked = first(blocks.rankedBlocks(blocks.holding([loaded], [])));
  const byChunk = new Map(ranked.map((each) => [each.candidate.chunkId, each]));
  for (const { chunkId, cosine } of near) {
    const each = byChunk.get(chunkId);
    if (each === undefined) continue;
    const total = rounded(cosine);
    const holds = verifier.chunkHoldsAll(each.candidate.source, each.matchText, plan.wanted);
    const result = resultOf(each, holds ? "chunk" : "meaning");
    yield { ...result, total, parts: { ...each.parts, total, cosine: total, weight: 1 } };
  }
}

/**
 * The best chunks by words that have no vectors, best first: what a search may embed while it waits.
 */
export function chunksWithoutVectors(
  plan: SearchPlan,
  candidates: Candidates,
  hasVectors: (chunk: number) => boolean,
  most: number,
): Candidate[] {
  if (plan.query.nothing || plan.query.filterOnly || plan.files?.length === 0) return [];
  const blocks = new RankedBlocks(plan, candidates, new Verifier(candidates), POOL);
  const any = tokenExpressions(blocks.terms);
  const lexical = blocks.holding(candidates.blocks(any, plan.files, POOL, { most: POOL }), []);
  const ranked = first(blocks.rankedBlocks(lexical));
  return ranked
    .map(({ candidate }) => candidate.source)
    .filter(({ chunk }) => !hasVectors(chunk.id))
    .slice(0, most);
}

function first<T>(blocks: Iterable<T[]>): T[] {
  for (const block of blocks) return block;
  return [];
}

function byPlace(a: Candidate, b: Candidate): number {
  return comparePaths(a.file.path, b.file.path) || a.chunk.id - b.chunk.id;
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
