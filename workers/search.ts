/** The worker that searches large stores. */

import { SearchHandler, type SearchTask } from "../src/index-search/search-handler.ts";
import type { SemanticAnswer } from "../src/index-search/semantic-handler.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const handler = new SearchHandler();

serveTasks<SearchTask, SemanticAnswer>(
  (task, context) => handler.answer(task, context.signal),
  () => handler.close(),
);
