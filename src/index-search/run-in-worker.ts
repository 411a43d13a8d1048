/** A search that keeps the main thread responsive: SQLite cannot stop in the middle of a statement. */
import { statSync } from "node:fs";
import { QsearchError } from "../errors.ts";
import type { SearchRequest } from "../request/search-request.ts";
import { storeExists, storePath } from "../store/store.ts";
import type { SearchSettings } from "./indexed-search.ts";
import type { SearchTask } from "./search-handler.ts";
import type { SemanticAnswer } from "./semantic-handler.ts";
import type { Audience } from "./visible.ts";

/**
 * Bytes. Up to this database size a search blocks its thread for less than the 200 ms that Ctrl-C may take; a worker would cost
 * a small store a third more CPU.
 */
const INLINE_BYTES = 32 * 1024 * 1024;
/** No time limit ends a search. */
const SEARCH_MS = 24 * 3600 * 1000;

export interface SearchWorkerOptions {
  readonly audience?: Audience;
  readonly now?: number;
  readonly signal?: AbortSignal | undefined;
  /** Largest database searched on this thread, bytes. */
  readonly inlineBytes?: number;
  /** Runs a search on this thread, which is blocked meanwhile. */
  readonly blocking?: (<T>(body: () => T | Promise<T>) => Promise<T>) | undefined;
}

/** Searches the store of `dataDir`: a small store here, a large one in a worker. Throws as `searchFiles`, and `no_store`. */
export async function searchStore(
  dataDir: string,
  request: SearchRequest,
  settings: SearchSettings,
  { audience = "user", now = Date.now(), signal, inlineBytes = INLINE_BYTES, blocking }: SearchWorkerOptions = {},
): Promise<SemanticAnswer> {
  const task: SearchTask = { dataDir, request, settings, audience, now };
  const size = storeExists(dataDir) ? statSync(storePath(dataDir)).size : 0;
  const answer = size > inlineBytes ? await searchInWorker(task, signal) : await searchHere(task, blocking);
  if (answer.late !== null)
    await (await import("../indexing/embed-on-search.ts")).storeLateVectors(dataDir, answer.late);
  return answer;
}

async function searchHere(task: SearchTask, blocking: SearchWorkerOptions["blocking"]): Promise<SemanticAnswer> {
  const { SearchHandler } = await import("./search-handler.ts");
  const handler = new SearchHandler({}, { mappedBytes: INLINE_BYTES });
  try {
    return blocking === undefined ? await handler.answer(task) : await blocking(() => handler.answer(task));
  } finally {
    handler.close();
  }
}

async function searchInWorker(task: SearchTask, signal: AbortSignal | undefined): Promise<SemanticAnswer> {
  const { createWorkerPool } = await import("../pool/worker-pool.ts");
  const { TaskFailedError } = await import("../pool/executor.ts");
  const worker = createWorkerPool<SearchTask, SemanticAnswer>({
    name: "search",
    size: 1,
    limits: { timeMs: SEARCH_MS },
  });
  try {
    return await worker.run(task, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof TaskFailedError && error.failure === "cancelled") {
      throw new QsearchError("cancelled", "the search was stopped", "", { cause: error });
    }
    throw error;
  } finally {
    await worker.close(0);
  }
}
