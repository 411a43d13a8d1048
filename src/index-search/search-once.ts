/** A search of a process that then ends: on its own thread, as a worker would cost it a quarter more CPU. */
import type { SearchRequest } from "../request/search-request.ts";
import type { SearchSettings } from "./indexed-search.ts";
import { SearchHandler, type SearchTask } from "./search-handler.ts";
import type { SemanticAnswer } from "./semantic-handler.ts";

/** All of the database, or the two gigabytes of it that SQLite maps at most. */
const MAPPED_BYTES = 2 ** 40;

/** Searches the store of `dataDir` for its user. Nothing else happens on this thread meanwhile. Throws what `searchFiles` throws, and `no_store`. */
export async function searchOnce(
  dataDir: string,
  request: SearchRequest,
  settings: SearchSettings,
): Promise<SemanticAnswer> {
  const answer = await answerOf({ dataDir, request, settings, audience: "user", now: Date.now() });
  if (answer.late !== null) {
    await (await import("../indexing/embed-on-search.ts")).storeLateVectors(dataDir, answer.late);
  }
  return answer;
}

async function answerOf(task: SearchTask): Promise<SemanticAnswer> {
  const handler = new SearchHandler({}, { mappedBytes: MAPPED_BYTES });
  try {
    return await handler.answer(task);
  } finally {
    handler.close();
  }
}
