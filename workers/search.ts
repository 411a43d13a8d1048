/** The worker that searches large stores. */
import { serveTasks } from "../src/pool/worker-side.ts";
import type { SearchAnswer } from "../src/search/files.ts";
import { SearchDesk, type SearchTask } from "../src/search/search-desk.ts";

const desk = new SearchDesk();

serveTasks<SearchTask, SearchAnswer>(
  (task) => desk.answer(task),
  () => desk.close(),
);
