/** Searches of the store in one long-lived worker, which has the only connection (docs/decisions/20-one-writer.md). */
import { QsearchError } from "../errors.ts";
import { storeLateVectors } from "../indexing/embed-on-search.ts";
import { createLogger } from "../log.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { SearchRequest } from "../request/search-request.ts";
import type { Settings } from "../settings/settings.ts";
import { fileIdentity } from "../store/identity.ts";
import { openStore, storePath } from "../store/store.ts";
import type { FacetCounts } from "./facets.ts";
import type { Narrowing } from "./plan.ts";
import type { SearchTask } from "./search-handler.ts";
import type { SemanticAnswer } from "./semantic-handler.ts";
import type { Audience } from "./visible.ts";

/** No time limit ends a search; its caller may. */
const SEARCH_MS = 24 * 3600 * 1000;
/** Milliseconds. A cancelled search may be inside a statement, which only the end of its worker stops. */
const GRACE_MS = 100;

type Worker = Executor<SearchTask, SemanticAnswer>;

export class StoreSearches {
  /** The worker and the database file that it has open. */
  #open: { readonly worker: Worker; readonly file: string } | null = null;

  /**
   * `keeps`: vectors that a search made are stored. `graceMs`: time for a cancelled search before its worker is ended: a new
   * worker reads everything again.
   */
  constructor(
    private readonly keeps: boolean,
    private readonly graceMs = GRACE_MS,
  ) {}

  /** Throws as `searchFiles`, `no_store` and `cancelled`. */
  async search(
    request: SearchRequest,
    settings: Settings,
    audience: Audience,
    signal: AbortSignal,
    narrowing?: Narrowing,
  ): Promise<SemanticAnswer> {
    const lateWhereVectors = audience === "user";
    const answer = await this.#run({ request, settings, audience, narrowing, lateWhereVectors }, signal);
    // Nobody waits for this; if another process writes now, the next search makes the vectors again.
    if (this.keeps && answer.late !== null) void storeLateVectors(settings.dataDir, answer.late).catch(logFailure);
    return answer;
  }

  /** Throws as `search`. */
  async facets(
    request: SearchRequest,
    settings: Settings,
    audience: Audience,
    signal: AbortSignal,
    narrowing: Narrowing,
  ): Promise<FacetCounts> {
    const { facets } = await this.#run({ request, settings, audience, narrowing, wants: "facets" }, signal);
    if (facets === undefined) throw new QsearchError("internal", "the search worker counted nothing");
    return facets;
  }

  async #run(asked: Omit<SearchTask, "dataDir" | "now">, signal: AbortSignal): Promise<SemanticAnswer> {
    const { dataDir } = asked.settings;
    try {
      return await this.#worker(dataDir).run({ ...asked, dataDir, now: Date.now() }, { signal });
    } catch (error) {
      if (!(error instanceof TaskFailedError)) throw error;
      if (error.failure === "cancelled") throw new QsearchError("cancelled", "the search was cancelled");
      throw new QsearchError("internal", `the search worker failed: ${error.message}`, "Try again.", { cause: error });
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.worker.close(0);
  }

  /** A removed or restored database is another file: it gets a new worker. */
  #worker(dataDir: string): Worker {
    const file = identityOf(dataDir);
    if (this.#open?.file === file) return this.#open.worker;
    void this.#open?.worker.close();
    const limits = { timeMs: SEARCH_MS };
    const worker: Worker = createWorkerPool({ name: "search", size: 1, limits, graceMs: this.graceMs });
    this.#open = { worker, file };
    return worker;
  }
}

function logFailure(error: unknown): void {
  createLogger("search").warning(
    `vectors of a search are not kept: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Throws `no_store`, with a hint, without a store; `io` for a data directory that is not a folder. */
function identityOf(dataDir: string): string {
  const path = storePath(dataDir);
  const identity = fileIdentity(path);
  if (identity === "") openStore(dataDir, "read").close();
  return `${path} ${identity}`;
}
