/** Runs the integrity checks of SQLite and FTS5. */
import { corruptStore, sqliteCode, translating } from "./sqlite-errors.ts";
import type { Store } from "./store.ts";

/** Throws `corrupt_store` when SQLite's own check finds damage. For `doctor` and tests; reads the whole file. */
export function checkIntegrity(store: Store): void {
  translating(store.path, () => {
    try {
      const rows = store.db.query<{ integrity_check: string }, []>("PRAGMA integrity_check").all();
      if (rows.length !== 1 || rows[0]?.integrity_check !== "ok") throw corruptStore(store.path);
      if (store.mode === "write") store.db.run("INSERT INTO fts (fts, rank) VALUES ('integrity-check', 0)");
    } catch (error) {
      if (sqliteCode(error) !== null) throw corruptStore(store.path, error);
      throw error;
    }
  });
}
