/** The table `meta`: versions of what is stored, and what is to be done. */
import type { Database } from "bun:sqlite";

/** Rises when the same texts would have other symbols: they are read again then. */
export const SYMBOLS_VERSION = 1;

/** Key that is there while postings have to be made anew from the stored texts: until then nothing can be searched. */
export const STALE_POSTINGS = "stale postings";

/** Key that is there from the first change of a large run until its segments of postings are joined: searches look into each of them. */
export const LARGE_RUN = "large run";

export function metaValue(db: Database, key: string): string | null {
  return db.query<{ value: string }, [string]>("SELECT value FROM meta WHERE key = ?").get(key)?.value ?? null;
}

/** A key that `isKnownKey` does not know would make `doctor` report a damaged store. */
export function setMeta(db: Database, key: string, value: number | string): void {
  if (!isKnownKey(key)) throw new Error(`no key of this program: ${key}`);
  db.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [key, String(value)]);
}

/** Whether postings are to be made anew from the stored texts, as after the change of a schema. */
export function arePostingsStale(db: Database): boolean {
  return metaValue(db, STALE_POSTINGS) !== null;
}

export function removeMeta(db: Database, key: string): void {
  db.run("DELETE FROM meta WHERE key = ?", [key]);
}

/** Keys with a root's id behind them, and the others. */
const KNOWN_KEY =
  /^(?:schema|tokeniser|symbols|stale postings|large run|vectors|vectors unused|(?:device|emptied|unread) \d+)$/;

/** Whether this program writes such a key. */
export function isKnownKey(key: string): boolean {
  return KNOWN_KEY.test(key);
}
