/** The worker that reads the symbols of stored source texts. */
import { SymbolHandler, type SymbolTask } from "../src/indexing/symbol-handler.ts";
import { serveTasks } from "../src/pool/worker-side.ts";
import type { SymbolsOfFile } from "../src/store/writer.ts";

const handler = new SymbolHandler();

serveTasks<SymbolTask, SymbolsOfFile[]>(
  (request) => handler.answer(request),
  () => handler.close(),
);
