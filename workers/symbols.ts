/** The worker that reads the symbols of stored source texts. */
import { SymbolDesk, type SymbolRequest } from "../src/indexing/symbol-desk.ts";
import { serveTasks } from "../src/pool/worker-side.ts";
import type { SymbolsOfFile } from "../src/store/writer.ts";

const desk = new SymbolDesk();

serveTasks<SymbolRequest, SymbolsOfFile[]>(
  (request) => desk.answer(request),
  () => desk.close(),
);
