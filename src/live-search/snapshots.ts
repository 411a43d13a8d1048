/** The last answers of this process, by query id: a later call can show one again without a search. */
import { createHash } from "node:crypto";
import { QsearchError } from "../errors.ts";
import type { ScoringTermFacts } from "../ranking/file-score.ts";
import type { ContextResult } from "../request/context-request.ts";
import type { FileType } from "../request/places.ts";
import type { SearchRoot } from "./search-root.ts";
import type { SearchTerms } from "./terms.ts";

/** Most answers kept by their id. */
const KEPT = 64;

/** Identity and times of a file at reading: another stamp later means that the file changed. */
export type Stamp = string;

/** A file of an answer's ranking, in rank order. */
export interface SnapshotFile {
  readonly rel: string;
  readonly isSource: boolean;
  readonly stamp: Stamp;
}

export interface Snapshot {
  readonly id: string;
  readonly place: SearchRoot;
  readonly terms: SearchTerms;
  readonly weights: readonly ScoringTermFacts[];
  /** All candidates of the ranking. */
  readonly files: readonly SnapshotFile[];
  /** The complete answer; null for a focused search, which has none. */
  readonly result: ContextResult | null;
}

export function snapshotFile({
  rel,
  category,
  stamp,
}: Omit<SnapshotFile, "isSource"> & { readonly category: FileType }): SnapshotFile {
  return { rel, isSource: category === "source", stamp };
}

export class Snapshots {
  readonly #byId = new Map<string, Snapshot>();

  save(snapshot: Snapshot): void {
    this.#byId.delete(snapshot.id);
    this.#byId.set(snapshot.id, snapshot);
    for (const id of this.#byId.keys()) {
      if (this.#byId.size <= KEPT) break;
      this.#byId.delete(id);
    }
  }

  /** Use does not keep an answer longer: the last 64 answers can be found. */
  find(id: string): Snapshot | undefined {
    return this.#byId.get(id);
  }
}

/** Throws `usage` for an id that no answer of this process has. */
export function snapshotOf(id: string, snapshots: Snapshots | undefined): Snapshot {
  const found = snapshots?.find(id);
  if (found !== undefined) return found;
  throw new QsearchError(
    "usage",
    `query_id ${id} names none of the last ${KEPT} answers of this process`,
    "Search again with keywords and use the query_id of that answer.",
  );
}

/** 16 hexadecimal digits: a hash of the request, keys in order. */
export function queryId(request: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 16);
}

/**
 * Throws `usage` for other search arguments beside query_id. A default value counts as not given: some clients fill in all
 * defaults.
 */
export function refuseBesideQueryId(
  request: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  defaults: Readonly<Record<string, unknown>>,
): void {
  const given = Object.entries(request).filter(
    ([key, value]) =>
      key !== "query_id" &&
      !allowed.includes(key) &&
      value !== undefined &&
      value !== defaults[key] &&
      !(Array.isArray(value) && value.length === 0),
  );
  if (given.length === 0) return;
  throw new QsearchError(
    "usage",
    `query_id cannot be combined with ${given.map(([key]) => key).join(", ")}`,
    `It repeats an earlier search as it was; beside it only ${allowed.join(" and ")} count. For another search leave query_id out.`,
  );
}
