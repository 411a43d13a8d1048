/**
 * Words and meaning together. The best chunks of both lanes form one pool, each is scored by both, and one order is made of
 * the two (rank/lane-weight.ts says with what weight). Keywords come first where they are all there, as in the lexical lane;
 * behind the pool the lexical lane goes on.
 */
import { comparePaths } from "../corpus/path-bytes.ts";
import { fused, laneChoice, reciprocalRanks, weightFor } from "../rank/lane-weight.ts";
import type { ScoreParts, SearchHit, SearchRequest } from "../request/search.ts";
import type { Settings } from "../settings.ts";
import type { FoundFile } from "../store/found.ts";
import { tokensExpression } from "../text/fts.ts";
import type { Candidate, Candidates } from "./candidates.ts";
import { BLOCK, ENOUGH, LexicalLane, type LexicalPassage, type LexicalResult } from "./lexical.ts";
import { cosinesOf, type Meaning, NEAR, nearestChunks } from "./meaning.ts";
import { type Counted, type Passage, Passages, type Ranked } from "./passages.ts";
import type { SearchPlan } from "./plan.ts";
import { passesSymbols } from "./symbols.ts";
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
  readonly #lexical: LexicalLane;
  readonly #passages: Passages;
  readonly #verifier: Verifier;
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
    this.#passages = this.#lexical.passages;
    this.#verifier = this.#lexical.verifier;
  }

  /** Best first; lazily. */
  *results(): Generator<LexicalResult> {
    const { weight, exactFirst } = laneChoice(this.plan.query);
    if (weight === 0 && this.fusion === "score") {
      yield* this.#lexical.results();
      return;
    }
    if (exactFirst && this.fusion === "score") yield* this.#fresh(this.#lexical.strict());
    yield* this.#fresh(this.#pool(weight));
    yield* this.#fresh(this.#isOffTopic ? this.#lexical.strict() : this.#lexical.results());
  }

  /** Each file once. */
  *#fresh(results: Iterable<LexicalResult>): Generator<LexicalResult> {
    for (const result of results) {
      if (this.#files.has(result.file.id)) continue;
      this.#files.add(result.file.id);
      yield result;
    }
  }

  /** Whether nothing is near, so that a question whose words are hardly there has no answer. */
  #isOffTopic = false;

  *#pool(weight: number): Generator<LexicalResult> {
    const near = nearestChunks(this.meaning, this.plan.files, NEAR_POOL);
    const isNear = (near[0]?.cosine ?? 0) >= this.meaning.floor;
    const { ranked, holding, shares, byWords } = this.#ranked(isNear ? near.map(({ chunkId }) => chunkId) : []);
    const { query, wanted } = this.plan;
    const isQuestion = wanted.length > 2 || query.required.length > wanted.length;
    this.#isOffTopic = !isNear && this.meaning.complete && isQuestion;
    const enough = Math.max(ENOUGH * Math.max(0, ...shares.values()), this.#isOffTopic ? HALF : 0);
    const files = Map.groupBy(this.#fuse(ranked, byWords, weight), ({ ranked: { candidate } }) => candidate.file);
    for (const [file, own] of files) {
      if (this.#files.has(file.id)) continue;
      const match = (each: Pooled): SearchHit["match"] | null => {
        if (each.isLexical && holding.has(each.ranked.candidate)) return "chunk";
        if (each.isLexical && this.#verifier.documentHolds(file, wanted)) return "document";
        if (each.isLexical && (shares.get(file) ?? 0) >= enough) return "partial";
        return isNear && (each.cosine ?? 0) >= NEAR ? "meaning" : null;
      };
      for (const [at, each] of own.entries()) {
        const why = match(each);
        if (why === null) continue;
        if (this.#verifier.isExcluded(file)) break;
        const rest = [...own.slice(0, at), ...own.slice(at + 1)].filter((other) => match(other) !== null);
        yield pooledResult(each, why, rest);
        break;
      }
    }
  }

  /** The best chunks by words and those that are near, ranked together by their words. */
  #ranked(near: readonly number[]): {
    readonly ranked: readonly Ranked[];
    readonly byWords: ReadonlySet<number>;
    readonly holding: ReadonlySet<Passage>;
    readonly shares: ReadonlyMap<FoundFile, number>;
  } {
    const lexical = bestByWords(this.plan, this.candidates, this.#passages, POOL);
    const byWords = new Set(lexical.map(({ chunkId }) => chunkId));
    const others = this.candidates.load(near.filter((id) => !byWords.has(id)));
    const { filters } = this.plan.query;
    const meant = this.#passages.ofChunks(others.filter(({ chunk }) => passesSymbols(chunk, filters))).passages;
    const all: Counted = this.#passages.counted([...lexical, ...meant]);
    const holding = this.#verifier.holdingAll(all, this.plan.wanted);
    return { ranked: this.#passages.ranked(all), byWords, holding, shares: this.#passages.shares(all) };
  }

  #fuse(ranked: readonly Ranked[], byWords: ReadonlySet<number>, weight: number): Pooled[] {
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
      const isLexical = byWords.has(chunkId);
      return { ranked: each, cosine, isLexical, total, parts: { ...each.parts, total, ...lanes } };
    });
    return pool.sort((a, b) => b.total - a.total || byPlace(a.ranked.candidate, b.ranked.candidate));
  }
}

/** The best chunks by words, best first: of the first block of parts. */
function bestByWords(
  { query, files }: SearchPlan,
  candidates: Candidates,
  passages: Passages,
  most: number,
): Passage[] {
  const match = tokensExpression(passages.terms);
  if (match === null) return [];
  for (const parts of candidates.blocks(match, files, BLOCK, { most: BLOCK.parts })) {
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

function pooledResult(each: Pooled, match: SearchHit["match"], rest: readonly Pooled[]): LexicalResult {
  const { candidate } = each.ranked;
  return {
    chunk: candidate.chunk,
    file: candidate.file,
    bm25: candidate.bm25,
    match,
    total: each.total,
    parts: each.parts,
    passages: rest.map(
      ({
        ranked: {
          candidate: { chunk, file, bm25 },
        },
        total,
      }): LexicalPassage => ({ chunk, file, bm25, total }),
    ),
    matchText: () => (match === "document" ? null : candidate.matchText),
  };
}

/** Chunks by meaning alone that are looked at. */
const NEAREST = 1000;

/** Meaning alone: files by their nearest chunk. */
export function* nearestResults(plan: SearchPlan, candidates: Candidates, meaning: Meaning): Generator<LexicalResult> {
  const near = nearestChunks(meaning, plan.files, NEAREST).filter(({ cosine }) => cosine >= NEAR);
  if ((near[0]?.cosine ?? 0) < meaning.floor) return;
  const passages = new Passages(plan, candidates);
  const verifier = new Verifier(plan, candidates, passages);
  const cosines = new Map(near.map(({ chunkId, cosine }) => [chunkId, rounded(cosine)]));
  const { filters } = plan.query;
  const loaded = candidates
    .load(near.map(({ chunkId }) => chunkId))
    .filter(({ chunk }) => passesSymbols(chunk, filters));
  for (const [file, own] of Map.groupBy(loaded, (each) => each.file)) {
    if (verifier.isExcluded(file)) continue;
    const counted = passages.ofChunks(own);
    const holding = verifier.holdingAll(counted, plan.wanted);
    const ranked = new Map(passages.ranked(counted).map((each) => [each.candidate.chunkId, each]));
    const [first, ...rest] = own.flatMap(({ chunk }): Pooled[] => {
      const each = ranked.get(chunk.id);
      const cosine = cosines.get(chunk.id) ?? 0;
      if (each === undefined) return [];
      const parts = { ...each.parts, total: cosine, cosine, weight: 1 };
      return [{ ranked: each, cosine, isLexical: false, total: cosine, parts }];
    });
    if (first !== undefined) yield pooledResult(first, holding.has(first.ranked.candidate) ? "chunk" : "meaning", rest);
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
  return bestByWords(plan, candidates, new Passages(plan, candidates), POOL)
    .filter(({ chunkId }) => !hasVectors(chunkId))
    .slice(0, most);
}

function byPlace(a: Candidate, b: Candidate): number {
  return comparePaths(a.file.path, b.file.path) || a.chunk.id - b.chunk.id;
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
