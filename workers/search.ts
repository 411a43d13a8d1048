/** The worker that searches large stores. */
import { serveTasks } from "../src/pool/worker-side.ts";
import type { MeaningAnswer } from "../src/search/meaning-desk.ts";
import { SearchDesk, type SearchTask } from "../src/search/search-desk.ts";

const desk = new SearchDesk();

serveTasks<SearchTask, MeaningAnswer>(
  (task, context) => desk.answer(task, context.signal),
  () => desk.close(),
);
