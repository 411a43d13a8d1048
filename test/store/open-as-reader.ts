/** Opens the store in a data directory and says what came of it, as one JSON line. */
import { QsearchError } from "../../src/errors.ts";
import { countersOf } from "../../src/store/counters.ts";
import { openStore } from "../../src/store/store.ts";

const [dataDir = "", mode = "read"] = process.argv.slice(2);
const answer: Record<string, unknown> = {};
try {
  const store = openStore(dataDir, mode === "write" ? "write" : "read");
  answer.documents = store.read(() => countersOf(store).documents);
  answer.warnings = store.warnings.map((warning) => warning.code);
  store.close();
} catch (error) {
  if (!(error instanceof QsearchError)) throw error;
  answer.code = error.code;
}
process.stdout.write(`${JSON.stringify(answer)}\n`);
