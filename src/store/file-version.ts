/**
 * What was learned of a file outside of a transaction holds as long as its version is the same: its bytes, how it was read and
 * cut, and its place. Ids alone do not tell: a changed file keeps its own and its chunks', and content ids are used again.
 */
import type { Store } from "./store.ts";

/** Null where the file is gone or could not be read. */
export function versionOf(store: Store, fileId: number): string | null {
  const sql =
    "SELECT hex(sha256) || ' ' || recipe || ' ' || root || ' ' || hex(rel) AS version FROM files WHERE id = ?";
  return store.statement<{ version: string | null }, [number]>(sql).get(fileId)?.version ?? null;
}
