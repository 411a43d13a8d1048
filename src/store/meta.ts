/** The table `meta`: versions of stored data, and work still to do. */
import type { Database } from "bun:sqlite";

/** Raise this number when the same texts give other symbols: all symbols are then read again. */
export const SYMBOLS_VERSION = 1;

/** Key present while postings must be made again from the stored texts: until then no search is possible. */
export const STALE_POSTINGS = "stale postings";

/** Key from a large run's first change until its posting segments are joined: until then searches read each segment. */
export const LARGE_RUN = "large run";

export function metaValue(db: Database, key: string): string | null {
  return db.query<{ value: string }, [string]>("SELECT value FROM meta WHERE key = ?").get(key)?.value ?? null;
}

/** A key that `isKnownKey` does not know would make `doctor` report a damaged store. */
export function setMeta(db: Database, key: string, value: number | string): void {
  if (!isKnownKey(key)) throw new Error(`no key of this program: ${key}`);
  db.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key, String(value)]);
}

/** Whether postings must be made again from the stored texts, as after a schema change. */
export function arePostingsStale(db: Database): boolean {
  return metaValue(db, STALE_POSTINGS) !== null;
}

export function removeMeta(db: Database, key: string): void {
  db.run("DELETE FROM meta WHERE key = ?", [key]);
}

/** Keys followed by a root's id, and the others. */
const KNOWN_KEY =
  /^(?:schema|tokeniser|symbols|stale postings|large run|vectors|vectors unused|(?:device|emptied|unread) \d+)$/;

/** Whether this program writes the key. */
export function isKnownKey(key: string): boolean {
  return KNOWN_KEY.test(key);
}
