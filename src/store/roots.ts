/** The authorised roots in the store. */
import { pathFromBytes, pathToBytes } from "../corpus/path-bytes.ts";
import type { Store } from "./store.ts";

export type RootKind = "user" | "agent";

export interface RootRow {
  readonly id: number;
  /** Absolute, canonical, surrogate-escaped; a folder or a single file. */
  readonly path: string;
  readonly kind: RootKind;
  /** JSON of the policy of the root's last walk. */
  readonly policy: string;
  /** Policy and program under which all recipes of its files are current, "" when uncertain. */
  readonly fullyIndexedUnder: string;
  /** Milliseconds since the epoch, null before the first complete run. */
  readonly indexedAt: number | null;
  /** Device of the root when its documents were last found there, null for unknown. */
  readonly device: string | null;
  /** Why the last walk kept documents although it found none. */
  readonly emptied: Emptied | null;
}

/** A root with documents listed no file ("empty"), or none of its documents and lies on another device ("device"). */
export type Emptied = "empty" | "device";

interface Row {
  readonly id: number;
  readonly path: Uint8Array;
  readonly kind: RootKind;
  readonly policy: string;
  readonly settled: string;
  readonly indexed_at: number | null;
  readonly device: string | null;
  readonly emptied: string | null;
}

/** All roots, or those of one kind, in byte order of their paths. */
export function listRoots(store: Store, kind?: RootKind): RootRow[] {
  const rows = store.statement<Row, [string | null]>(
    `SELECT id, path, kind, policy, settled, indexed_at,
       (SELECT value FROM meta WHERE key = 'device ' || roots.id) AS device,
       (SELECT value FROM meta WHERE key = 'emptied ' || roots.id) AS emptied
     FROM roots WHERE kind = ifnull(?, kind) ORDER BY path`,
  );
  return rows.all(kind ?? null).map((row) => ({
    id: row.id,
    path: pathFromBytes(row.path),
    kind: row.kind,
    policy: row.policy,
    fullyIndexedUnder: row.settled,
    indexedAt: row.indexed_at,
    device: row.device,
    emptied: row.emptied === "empty" || row.emptied === "device" ? row.emptied : null,
  }));
}

/** Extensions in a root's policy: those of the settings and of the calls that indexed it (indexing/plan.ts). */
export function extensionsIn(record: string): string[] {
  const policy: unknown = JSON.parse(record);
  const named = typeof policy === "object" && policy !== null && "extensions" in policy ? policy.extensions : [];
  return Array.isArray(named) ? named.filter((each) => typeof each === "string") : [];
}

export interface RootRecord extends Pick<RootRow, "path" | "kind" | "policy"> {
  /** The value of `fullyIndexedUnder` after all its files are processed. */
  readonly settling: string;
  /** Absent: unchanged. */
  readonly device?: string;
  readonly emptied?: Emptied | null;
}

/**
 * Adds a root, or gives the root with this path another kind and policy. Its files count as settled only if they were settled
 * under the same policy and program. Call it within a write transaction.
 */
export function putRoot(store: Store, record: RootRecord): number {
  const { path, kind, policy, settling, device, emptied } = record;
  const put = store.statement<{ id: number }, [Uint8Array, string, string, string]>(
    `INSERT INTO roots (path, kind, policy, settled) VALUES (?1, ?2, ?3, '')
     ON CONFLICT (path) DO UPDATE SET kind = excluded.kind, policy = excluded.policy,
       settled = CASE WHEN settled = ?4 THEN settled ELSE '' END RETURNING id`,
  );
  const row = put.get(pathToBytes(path), kind, policy, settling);
  if (!row) throw new Error("INSERT … RETURNING returned nothing");
  if (device !== undefined) note(store, `device ${row.id}`, device);
  if (emptied !== undefined) note(store, `emptied ${row.id}`, emptied);
  return row.id;
}

function note(store: Store, key: string, value: string | null): void {
  if (value === null) store.statement("DELETE FROM meta WHERE key = ?").run(key);
  else store.statement("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(key, value);
}

/** Removes only the row; the root's files must already be removed. Call it within a write transaction. */
export function deleteRoot(store: Store, id: number): void {
  store.statement("DELETE FROM roots WHERE id = ?").run(id);
  for (const key of ["device", "emptied"]) note(store, `${key} ${id}`, null);
  store.statement("DELETE FROM folder_errors WHERE root = ?").run(id);
}

/** Absolute path of a file of a root. */
export function rootedPath(root: string, rel: string): string {
  if (rel === "") return root;
  return root === "/" ? `/${rel}` : `${root}/${rel}`;
}
