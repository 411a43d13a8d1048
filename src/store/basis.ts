/**
 * What was learned of a file outside of a transaction holds as long as its basis is the same: its bytes, how it was read and
 * cut, and its place. Ids alone do not tell: a changed file keeps its own and its chunks', and content ids are used again.
 */
import type { Store } from "./store.ts";

/** Null where the file is gone or could not be read. */
export function basisOf(store: Store, fileId: number): string | null {
  const sql = "SELECT hex(sha256) || ' ' || recipe || ' ' || root || ' ' || hex(rel) AS basis FROM files WHERE id = ?";
  return store.statement<{ basis: string | null }, [number]>(sql).get(fileId)?.basis ?? null;
}
