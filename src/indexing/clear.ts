/** `clear`, and removing roots from the store. */
import { owningRoot } from "../corpus/roots.ts";
import type { Warning } from "../errors.ts";
import type { ClearResult } from "../request/index-run-request.ts";
import type { Settings } from "../settings/settings.ts";
import { lockForWriting } from "../store/lock.ts";
import { listRoots, type RootKind } from "../store/roots.ts";
import { openStore, storeExists } from "../store/store.ts";
import { throwIfCancelled } from "./cancellation.ts";
import type { StoreOrder } from "./indexing-messages.ts";
import { CLOSE_MS, storeWorker } from "./store-worker.ts";

export interface ClearContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
}

export interface ClearReport {
  readonly result: ClearResult;
  readonly warnings: readonly Warning[];
}

/**
 * Removes all indexed content and the roots that agents added; with `kind` "agent", only those roots and their documents. User
 * roots stay configured. Throws `locked`, `read_only`, `cancelled`.
 */
export async function clearStore(context: ClearContext, kind: "agent" | null = null): Promise<ClearReport> {
  if (!storeExists(context.settings.dataDir)) return { result: { documents: 0, chunks: 0 }, warnings: [] };
  const result = await orderCleared(context, () => ({ kind: "clear", rootKind: kind }));
  return { result, warnings: [] };
}

/** Drops these roots (absolute paths), of either kind, with their documents. Other paths are ignored. */
export async function removeRoots(paths: readonly string[], context: ClearContext): Promise<ClearResult> {
  if (!storeExists(context.settings.dataDir)) return { documents: 0, chunks: 0 };
  return orderCleared(context, () => ({ kind: "removeRoots", roots: rootIds(context.settings.dataDir, paths) }));
}

/** The roots of one kind in the store, by path: an agent may see them before they are cleared. */
export function storedRootPaths(dataDir: string, kind?: RootKind): string[] {
  if (!storeExists(dataDir)) return [];
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => listRoots(store, kind)).map((root) => root.path);
  } finally {
    store.close();
  }
}

function rootIds(dataDir: string, paths: readonly string[]): number[] {
  const store = openStore(dataDir, "read");
  try {
    const roots = store.read(() => listRoots(store));
    return paths.flatMap((path) => {
      const owner = owningRoot(path, roots);
      return owner !== null && owner.rel === "" ? [owner.root.id] : [];
    });
  } finally {
    store.close();
  }
}

async function orderCleared({ settings, signal }: ClearContext, order: () => StoreOrder): Promise<ClearResult> {
  const { dataDir } = settings;
  const lock = await lockForWriting(dataDir, { command: "clear", signal });
  const writer = storeWorker();
  try {
    const response = await writer.run({ dataDir, order: order() }, signal ? { signal } : {});
    if (response.kind !== "cleared") throw new Error("the store worker gave another answer");
    return { documents: response.documents, chunks: response.chunks };
  } catch (error) {
    throwIfCancelled(signal);
    throw error;
  } finally {
    await writer.close(signal?.aborted ? 0 : CLOSE_MS);
    lock.release();
  }
}
