/** Whether files wait for their symbols: checked before the symbol reader is loaded. */
import { openStore } from "../store/store.ts";
import { areSymbolsStale, waitingFiles } from "../store/symbols.ts";

export function areSymbolsDue(dataDir: string): boolean {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => areSymbolsStale(store) || waitingFiles(store, 0, 1).length > 0);
  } finally {
    store.close();
  }
}
