/**
 * Rebuilds a damaged store: all of its content comes from the sources, which are untouched. The damaged store is set aside, not
 * removed. Roots that agents added are kept as far as they can still be read.
 */
import { Database } from "bun:sqlite";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pathFromBytes } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { IndexRequest } from "../request/index-run-request.ts";
import { lockForWriting } from "../store/lock.ts";
import { STORE_NAME, unwritable } from "../store/store.ts";
import { removeCaches } from "../store/vector-cache.ts";
import { type IndexContext, runIndex } from "./indexer.ts";

export interface Rebuilt {
  /** New path of the damaged database. */
  readonly setAside: string;
  readonly documents: number;
  /** Passages that only words find until they are embedded. */
  readonly pending: number;
  /** Roots that could not be indexed again. */
  readonly missing: readonly string[];
}

const WHOLE: IndexRequest = { paths: [], root: [], ext: [], force: false, no_prune: false };

/** Throws `locked`, `read_only`, `io`, `cancelled`. */
export async function rebuildStore(context: IndexContext, now = new Date()): Promise<Rebuilt> {
  const { settings, signal } = context;
  const { dataDir } = settings;
  const agents = agentRoots(join(dataDir, STORE_NAME));
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const lock = await lockForWriting(dataDir, { command: "doctor", signal });
  try {
    removeCaches(dataDir);
    for (const name of readdirSync(dataDir)) {
      if (name === STORE_NAME || name === `${STORE_NAME}-wal` || name === `${STORE_NAME}-shm`) {
        renameSync(join(dataDir, name), join(dataDir, name.replace(STORE_NAME, `${STORE_NAME}.damaged-${stamp}`)));
      }
    }
  } catch (error) {
    throw unwritable(dataDir, error);
  } finally {
    lock.release();
  }
  const missing: string[] = [];
  let documents = 0;
  let pending = 0;
  const run = async (request: IndexRequest, more: Partial<IndexContext>, names: readonly string[]) => {
    try {
      const { result } = await runIndex(request, { ...context, ...more });
      documents += result.added;
      pending = result.pending;
    } catch (error) {
      if (!(error instanceof QsearchError) || error.code === "cancelled") throw error;
      missing.push(...names);
    }
  };
  // One by one: a missing root must not block the others.
  for (const root of settings.roots) await run({ ...WHOLE, paths: [root] }, {}, [root]);
  for (const root of agents) await run({ ...WHOLE, paths: [root] }, { rootKind: "agent" }, [root]);
  return { setAside: join(dataDir, `${STORE_NAME}.damaged-${stamp}`), documents, pending, missing };
}

function agentRoots(path: string): string[] {
  try {
    const db = new Database(path, { readonly: true, strict: true });
    try {
      const rows = db
        .query<{ path: Uint8Array }, []>("SELECT path FROM roots WHERE kind = 'agent' ORDER BY path")
        .all();
      return rows.map((row) => pathFromBytes(row.path));
    } finally {
      db.close();
    }
  } catch {
    // Too damaged to read.
    return [];
  }
}
