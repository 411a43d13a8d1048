/**
 * A search by words and meaning, from query to result: decides whether meaning is wanted, opens the encoder of the store's
 * vectors, embeds chunks for this search alone. The encoder is loaded with the first search that needs it.
 */
import { type Encoder, type EncoderKind, openEncoder } from "../embed/encoder.ts";
import { QsearchError, type Warning } from "../errors.ts";
import { chosenKind, storedKind } from "../indexing/embed-options.ts";
import { embeddedPath } from "../indexing/embedded-path.ts";
import { laneChoice } from "../ranking/lane-weight.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { countersOf } from "../store/counters.ts";
import type { Store } from "../store/store.ts";
import { cosine, quantised, quantisedQuery, vectorKey } from "../store/vector-codec.ts";
import { VectorIndex } from "../store/vector-index.ts";
import type { LateVectors } from "../store/vector-rows.ts";
import { type EmbeddedCounts, hasEmbedded, vectorState, waitingChunks } from "../store/vectors.ts";
import type { ParsedQuery } from "../text/query.ts";
import { isReadable } from "../text/readable-script.ts";
import type { Candidates } from "./candidates.ts";
import type { FacetCounts } from "./facets.ts";
import { chunksWithoutVectors, HybridLane, nearestResults } from "./hybrid.ts";
import {
  type MeaningOfQuery,
  prepareSearch,
  type SearchAnswer,
  type SearchOptions,
  type SearchSettings,
  searchFiles,
} from "./indexed-search.ts";
import type { SearchPlan } from "./plan.ts";
import { FLOOR, type LateCosine, meaningText } from "./semantic-lane.ts";

export interface SemanticAnswer extends SearchAnswer {
  /** Vectors that the search made and the store lacks: the caller may store them (indexing/embed-on-search.ts). */
  readonly late: LateVectors | null;
  /** Present if facets narrowed the search. */
  readonly facets?: FacetCounts;
}

type Options = Omit<SearchOptions, "meaning">;

/** Source of encoders; tests and benches use other ones. */
export interface EncoderSource {
  readonly open?: ((kind: EncoderKind) => Promise<Encoder>) | undefined;
  readonly nameOf?: ((kind: EncoderKind) => string) | undefined;
  /** Default: FLOOR. */
  readonly floor?: number | undefined;
}

export class SemanticHandler {
  #encoder: { readonly kind: EncoderKind; readonly opened: Promise<Encoder> } | null = null;
  #index: { readonly store: Store; readonly index: VectorIndex } | null = null;
  readonly #waiting = new Waiting();

  constructor(private readonly source: EncoderSource = {}) {}

  /** Throws as `searchFiles`. A failing encoder costs only the semantic lane. */
  async answer(
    store: Store,
    request: SearchRequest,
    settings: SearchSettings,
    options: Options = {},
  ): Promise<SemanticAnswer> {
    const state = request.mode === "lexical" ? null : store.read(() => vectorState(store));
    // Nothing was ever embedded: only a request for late vectors gets any.
    if (state === null || (state.encoder === null && request.late === 0)) {
      return { ...searchFiles(store, request, settings, options), late: null };
    }
    const prepared = store.read(() => prepareSearch(store, request, settings, options));
    const byWords = (...warnings: Warning[]): SemanticAnswer => {
      const answer = searchFiles(store, request, settings, { ...options, prepared });
      // The warnings here know a better reason than that nothing is embedded.
      const others =
        warnings.length === 0 ? answer.warnings : answer.warnings.filter(({ code }) => code !== "lane_off");
      return { ...answer, warnings: [...warnings, ...others], late: null };
    };
    const wanted = store.read(() => this.#wanted(store, request, prepared.plan.query));
    if (wanted.kind === null) return byWords(...wanted.warnings);
    if (wanted.exactFirst) {
      const answer = byWords();
      // Enough hits hold all the words: results by meaning would rank behind them.
      if (answer.hits.length >= request.limit && answer.hits.every(isExact)) return answer;
    }
    try {
      return await this.#answerByMeaning(store, request, settings, { ...options, prepared }, wanted);
    } catch (error) {
      if (!(error instanceof EncoderFailure)) throw error;
      return byWords(encoderFailed(error.cause));
    }
  }

  async #answerByMeaning(
    store: Store,
    request: SearchRequest,
    settings: SearchSettings,
    options: Options,
    { kind, text }: { readonly kind: EncoderKind; readonly text: string },
  ): Promise<SemanticAnswer> {
    const encoder = await this.#opened(kind);
    const query = quantisedQuery(await embed(encoder, [text], options.signal));
    const index = this.#indexOf(store);
    const late = request.late > 0 ? await this.#embedLate(store, request, settings, options, encoder, index) : null;
    const cosines = late === null ? NONE : lateCosines(late, query);
    const meaning = new QueryMeaning(
      store,
      index,
      query,
      cosines,
      settings,
      this.source.floor ?? FLOOR,
      options.audience === "agent",
      (path, text) => encoder.windows(path, text),
      this.#waiting,
    );
    return { ...searchFiles(store, request, settings, { ...options, meaning }), late };
  }

  /** Frees the encoder. */
  close(): void {
    const encoder = this.#encoder;
    this.#encoder = null;
    this.#index = null;
    void encoder?.opened.then((opened) => opened.close()).catch(() => undefined);
  }

  /** The encoder to use, and the text to embed; none where words alone decide. */
  #wanted(store: Store, { mode, fusion, late }: SearchRequest, parsed: ParsedQuery): Wanted {
    const nothing: Wanted = { kind: null, warnings: [] };
    const state = vectorState(store);
    const { nameOf } = this.source;
    if (parsed.nothing || parsed.filterOnly) return nothing;
    const text = meaningText(parsed);
    if (!isReadable(text)) {
      const message = "the model has no words of this script, so words alone decide";
      return mode === "semantic" ? { kind: null, warnings: [{ code: "lane_off", message }] } : nothing;
    }
    const { weight, exactFirst } = laneChoice(parsed);
    if (mode === "hybrid" && fusion === "score" && weight === 0) return nothing;
    const kind = state.encoder === null ? chosenKind(store, undefined, nameOf) : storedKind(store, nameOf);
    if (kind === null) {
      const message = `the vectors are by another encoder (${state.encoder}), so words alone decide; run qsearch index`;
      return { kind: null, warnings: [{ code: "lane_off", message }] };
    }
    if (late === 0 && !hasEmbedded(store)) return nothing;
    return { kind, text, exactFirst: exactFirst && mode === "hybrid" && fusion === "score" };
  }

  #opened(kind: EncoderKind): Promise<Encoder> {
    if (this.#encoder?.kind !== kind) {
      this.close();
      this.#encoder = { kind, opened: (this.source.open ?? openEncoder)(kind) };
    }
    const { opened } = this.#encoder;
    return opened.catch((error: unknown) => {
      this.#encoder = null;
      throw new EncoderFailure(error);
    });
  }

  #indexOf(store: Store): VectorIndex {
    if (this.#index?.store !== store) this.#index = { store, index: new VectorIndex() };
    return this.#index.index;
  }

  /** Embeds the best chunks by words without vectors. Null if there are none. */
  async #embedLate(
    store: Store,
    request: SearchRequest,
    settings: SearchSettings,
    options: Options,
    encoder: Encoder,
    index: VectorIndex,
  ): Promise<LateVectors | null> {
    const { generation, chunks } = store.read(() => {
      index.update(store);
      const { generation, plan, candidates } = prepareSearch(store, request, settings, options);
      const open = chunksWithoutVectors(plan, candidates, (chunk) => index.has(chunk), request.late);
      const chunks = open.flatMap((candidate) => {
        const text = candidates.chunkText(candidate);
        if (!isReadable(text)) return [];
        return [{ id: candidate.chunk.id, windows: encoder.windows(embeddedPath(candidate.file), text) }];
      });
      return { generation, chunks };
    });
    if (chunks.length === 0) return null;
    const texts = chunks.flatMap(({ windows }) => windows);
    const key = (text: string) => vectorKey(encoder.name, text);
    return {
      generation,
      batch: {
        encoder: encoder.name,
        chunks: chunks.map(({ id, windows }) => ({ id, keys: windows.map(key) })),
        keys: texts.map(key),
        vectors: quantised(await embed(encoder, texts, options.signal)),
      },
    };
  }
}

class QueryMeaning implements MeaningOfQuery {
  readonly late: ReadonlySet<number>;

  constructor(
    private readonly store: Store,
    private readonly index: VectorIndex,
    private readonly query: Int16Array,
    private readonly cosines: ReadonlyMap<number, LateCosine>,
    private readonly settings: SearchSettings,
    private readonly floor: number,
    private readonly alwaysAnswers: boolean,
    private readonly windows: Encoder["windows"],
    private readonly waiting: Waiting,
  ) {
    this.late = new Set(cosines.keys());
  }

  results(plan: SearchPlan, candidates: Candidates, { mode, fusion }: SearchRequest) {
    const { store, index, query, cosines: late } = this;
    // The vectors in this read transaction's state.
    index.update(store);
    const { floor, alwaysAnswers, windows } = this;
    const meaning = { index, query, late, floor, alwaysAnswers, windows };
    if (mode === "semantic") return nearestResults(plan, candidates, meaning);
    return new HybridLane(plan, candidates, meaning, fusion, this.settings).results();
  }

  /** As `embeddedCounts`, without reading each row: the index of this state has every chunk with vectors. */
  counts(): EmbeddedCounts {
    this.index.update(this.store);
    return { embedded: this.index.size, pending: this.waiting.chunks(this.store, this.settings.embed) };
  }
}

/** Number of waiting chunks, counted once for each state of the store. */
class Waiting {
  #counted = { state: "", chunks: 0 };

  chunks(store: Store, policy: EmbedPolicy): number {
    const state = `${policy} ${countersOf(store).generation} ${vectorState(store).generation}`;
    if (this.#counted.state !== state) this.#counted = { state, chunks: waitingChunks(store, { policy }) };
    return this.#counted.chunks;
  }
}

type Wanted =
  | { readonly kind: null; readonly warnings: readonly Warning[] }
  | { readonly kind: EncoderKind; readonly text: string; readonly exactFirst: boolean };

const NONE: ReadonlyMap<number, LateCosine> = new Map();

/** Cosine of each chunk's best window. The vectors stand in the order of the chunks' keys. */
function lateCosines({ batch }: LateVectors, query: Int16Array): ReadonlyMap<number, LateCosine> {
  const cosines = new Map<number, LateCosine>();
  let row = 0;
  for (const { id, keys } of batch.chunks) {
    const own = keys.map(() => cosine(batch.vectors.subarray(row * query.length, ++row * query.length), query));
    const best = Math.max(...own);
    cosines.set(id, { cosine: best, window: own.indexOf(best) });
  }
  return cosines;
}

function isExact({ match }: SearchAnswer["hits"][number]): boolean {
  return match === "chunk" || match === "document";
}

/** An encoder that fails, at its start or later. */
class EncoderFailure {
  constructor(readonly cause: unknown) {}
}

/** Rejects with EncoderFailure, or with the signal's reason. */
async function embed(encoder: Encoder, texts: readonly string[], signal: AbortSignal | undefined) {
  try {
    return await encoder.embed(texts, signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw new EncoderFailure(error);
  }
}

function encoderFailed(error: unknown): Warning {
  const why = error instanceof QsearchError ? error.message : String(error);
  return { code: "lane_off", message: `the encoder fails (${why}), so words alone decide` };
}
