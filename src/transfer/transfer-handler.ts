/** The transfer worker's duties. */
import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { QsearchError } from "../errors.ts";
import { refuseNewerStore, storedSchema } from "../store/schema.ts";
import { corruptStore, isFull, translating } from "../store/sqlite-errors.ts";
import { openStore, type Store } from "../store/store.ts";
import type { TransferRequest, TransferResponse } from "./transfer-messages.ts";

export function handleTransfer(request: TransferRequest): TransferResponse {
  return request.kind === "snapshot" ? snapshot(request) : checkDatabase(request.path);
}

/** One read transaction: whatever is written meanwhile is not in it, and nobody waits for it. */
function snapshot({ dataDir, into }: { readonly dataDir: string; readonly into: string }): TransferResponse {
  const store = openStore(dataDir, "read");
  try {
    translating(store.path, () => copyInto(store, into));
    return { documents: 0, chunks: 0 };
  } finally {
    store.close();
  }
}

/** Where no space is left, it is beside the copy: the store is only read. */
function copyInto({ db }: Store, into: string): void {
  try {
    db.run("VACUUM INTO ?", [into]);
  } catch (error) {
    if (!isFull(error)) throw error;
    const hint = "Free some space, or give another folder: qsearch backup DIR";
    throw new QsearchError("io", `no space is left in ${dirname(into)}`, hint, { cause: error });
  }
}

/**
 * Throws `newer_store`; `corrupt_store` for a damaged database, and for one with triggers, views or virtual tables that no
 * store has: SQL of a stranger would run with each search.
 */
function checkDatabase(path: string): TransferResponse {
  return translating(path, () => {
    const db = new Database(path, { readonly: true, strict: true });
    try {
      db.run("PRAGMA trusted_schema = OFF");
      const schema = storedSchema(db, path);
      if (schema === null) throw corruptStore(path);
      const foreign = db
        .query<{ name: string }, []>(
          `SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')
             OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL%' AND name <> 'fts')`,
        )
        .get();
      if (foreign !== null) {
        throw new QsearchError(
          "corrupt_store",
          `the database holds ${JSON.stringify(foreign.name)}, which no store has`,
        );
      }
      refuseNewerStore(db, schema);
      const rows = db.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
      if (rows.length !== 1 || rows[0]?.integrity_check !== "ok") throw corruptStore(path);
      const counts = db.query<TransferResponse, []>("SELECT documents, chunks FROM counters").get();
      if (counts === null) throw corruptStore(path);
      return counts;
    } finally {
      db.close();
    }
  });
}
