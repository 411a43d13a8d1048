/**
 * Facts learned about a file outside a transaction hold while its version is the same: its bytes, its reading and cutting, and
 * its place. Ids are not enough: a changed file keeps its id and those of its chunks, and content ids are reused.
 */
import type { Store } from "./store.ts";

/** Null for a file that has vanished or could not be read. */
export function versionOf(store: Store, fileId: number): string | null {
  const sql =
    "SELECT hex(sha256) || ' ' || recipe || ' ' || root || ' ' || hex(rel) AS version FROM files WHERE id = ?";
  return store.statement<{ version: string | null }, [number]>(sql).get(fileId)?.version ?? null;
}
