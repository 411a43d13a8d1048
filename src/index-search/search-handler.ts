/** The search worker's handler as a plain class: searches on a connection that stays open. */
import type { SearchRequest } from "../request/search-request.ts";
import { type OpenOptions, openStore, type Store } from "../store/store.ts";
import { hasVectors } from "../store/vectors.ts";
import type { FacetCounts } from "./facets.ts";
import { type SearchSettings, searchFiles } from "./indexed-search.ts";
import type { Narrowing } from "./plan.ts";
import type { EncoderSource, SemanticAnswer, SemanticHandler } from "./semantic-handler.ts";
import type { Audience } from "./visible.ts";

/** Structured-clone data. */
export interface SearchTask {
  readonly dataDir: string;
  readonly request: SearchRequest;
  readonly settings: SearchSettings;
  readonly audience: Audience;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Late vectors only where the store has vectors: a user who indexed without any should not wait for six at every search. */
  readonly lateWhereVectors?: boolean;
  readonly narrowing?: Narrowing | undefined;
  /** "facets": counts the search's files by kinds, and shows none. */
  readonly wants?: "facets";
}

export class SearchHandler {
  #store: Store | null = null;
  #meaning: SemanticHandler | null = null;

  constructor(
    private readonly source: EncoderSource = {},
    private readonly opening: OpenOptions = {},
  ) {}

  /** Throws as `openStore` and `searchFiles`. */
  async answer(task: SearchTask, signal?: AbortSignal): Promise<SemanticAnswer> {
    if (task.wants === "facets") {
      return { hits: [], excerpts: [], warnings: [], late: null, facets: await this.#facets(task) };
    }
    const answer = await this.#search(task, signal);
    const isFull = answer.hits.some(({ match }) => match === "chunk" || match === "document");
    if (isFull || task.request.offset > 0 || this.#store === null) return answer;
    const { suggestionsFor } = await import("./suggestions.ts");
    const { request, settings, audience, now } = task;
    return { ...answer, suggestions: suggestionsFor(this.#store, request, settings, { audience, now, signal }) };
  }

  async #facets({ dataDir, request, settings, audience, now, narrowing }: SearchTask): Promise<FacetCounts> {
    const { facetsOf } = await import("./facets.ts");
    const none: Narrowing = { types: [], since: null };
    return facetsOf(this.#opened(dataDir), request, settings, { audience, now, narrowing: narrowing ?? none });
  }

  #opened(dataDir: string): Store {
    if (this.#store?.dataDir === dataDir) return this.#store;
    this.#store?.close();
    this.#store = openStore(dataDir, "read", this.opening);
    return this.#store;
  }

  async #search(
    { dataDir, request, settings, audience, now, narrowing, lateWhereVectors = false }: SearchTask,
    signal?: AbortSignal,
  ): Promise<SemanticAnswer> {
    const store = this.#opened(dataDir);
    const options = { audience, now, signal, narrowing };
    const late = lateWhereVectors ? 0 : request.late;
    if (request.mode === "lexical" || (late === 0 && !hasVectors(store))) {
      return { ...searchFiles(store, request, settings, options), late: null };
    }
    const { SemanticHandler } = await import("./semantic-handler.ts");
    this.#meaning ??= new SemanticHandler(this.source);
    return await this.#meaning.answer(store, request, settings, options);
  }

  close(): void {
    this.#store?.close();
    this.#store = null;
    this.#meaning?.close();
  }
}
