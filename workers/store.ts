/** The one worker that writes the store. */
import type { StoreRequest, StoreResponse } from "../src/indexing/indexing-messages.ts";
import { StoreHandler } from "../src/indexing/store-handler.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const handler = new StoreHandler();

serveTasks<StoreRequest, StoreResponse>(
  (request) => handler.answer(request),
  () => handler.close(),
);
