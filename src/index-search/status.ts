/** `status`: the content of the store. */
import { statSync } from "node:fs";
import type { Warning } from "../errors.ts";
import { emptiedWarnings } from "../indexing/report.ts";
import { hasSimd } from "../kernels/load.ts";
import type { StatusResult } from "../request/index-run-request.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import {
  countersOf,
  countGenerated,
  countsByExtension,
  countsByRoot,
  problemsOf,
  unreliableUnits,
} from "../store/counters.ts";
import { workUnderWay } from "../store/lock.ts";
import { listRoots } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import { unreadByExtension } from "../store/unread.ts";
import { embeddedCounts, vectorState } from "../store/vectors.ts";

/** Most files listed by name, each for files with errors and files with unreliable pages. */
const LISTED = 1000;

/** Throws `corrupt_store`. */
export function statusOf(store: Store, policy: EmbedPolicy): { result: StatusResult; warnings: Warning[] } {
  return store.read(() => {
    const { documents, chunks, bytes } = countersOf(store);
    const roots = countsByRoot(store);
    const errors = problemsOf(store, LISTED + 1);
    const unreliable = unreliableUnits(store, LISTED + 1);
    const cut = errors.length > LISTED || unreliable.length > LISTED;
    const { embedded, pending } = embeddedCounts(store, { policy });
    const lastIndexed = Math.max(0, ...roots.map((root) => root.indexedAt ?? 0));
    const result: StatusResult = {
      data_dir: store.dataDir,
      roots: roots.map(({ path, kind, documents: held }) => ({ path, kind, documents: held })),
      documents,
      chunks,
      bytes,
      store_bytes: sizeOf(store.path) + sizeOf(`${store.path}-wal`),
      types: Object.fromEntries(countsByExtension(store).map(({ ext, documents: held }) => [ext, held])),
      generated: countGenerated(store),
      unread: unreadByExtension(store),
      embedded,
      pending,
      encoder: vectorState(store).encoder,
      simd: hasSimd(),
      last_indexed: lastIndexed === 0 ? null : new Date(lastIndexed).toISOString(),
      running: runningIn(store.dataDir),
      unreliable: unreliable.slice(0, LISTED),
      errors: errors.slice(0, LISTED),
    };
    const truncated: Warning = { code: "truncated", message: `only the first ${LISTED} files of a list are shown` };
    return { result, warnings: [...store.warnings, ...(cut ? [truncated] : []), ...emptiedOf(store)] };
  });
}

function runningIn(dataDir: string): StatusResult["running"] {
  const work = workUnderWay(dataDir);
  if (work === null) return null;
  const { command, pid, since, at } = work;
  const far = { phase: at?.phase ?? null, done: at?.files ?? null, total: at?.totalFiles ?? null };
  return { command, pid, since, ...far, unit: at === null ? null : (at.unit ?? "files") };
}

function emptiedOf(store: Store): Warning[] {
  const documents = new Map(countsByRoot(store).map((root) => [root.path, root.documents]));
  const kept = listRoots(store).flatMap(({ path, emptied }) =>
    emptied === null ? [] : [{ path, documents: documents.get(path) ?? 0, why: emptied }],
  );
  return emptiedWarnings(kept);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
