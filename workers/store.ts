/** The one worker that writes the store. */
import type { StoreRequest, StoreResponse } from "../src/indexing/messages.ts";
import { StoreDesk } from "../src/indexing/store-desk.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const desk = new StoreDesk();

serveTasks<StoreRequest, StoreResponse>(
  (request) => desk.answer(request),
  () => desk.close(),
);
