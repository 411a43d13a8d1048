/**
 * Postings: look-ups in FTS5 of the parts of files that hold given tokens. Expressions come from text/fts.ts, where every token
 * is quoted; user text never arrives here unquoted.
 */
import type { ColumnWeights } from "../ranking/candidate-order.ts";
import { MAX_PARTS, PART_BITS } from "./parts.ts";
import type { Store } from "./store.ts";

export interface PartHit {
  readonly id: number;
  /** SQLite's bm25: lower is better. */
  readonly bm25: number;
}

export interface PartQuery {
  /** FTS5 expression. */
  readonly match: string;
  /** Only parts of these files; null for all. */
  readonly files: readonly number[] | null;
  readonly weights: ColumnWeights;
}

/** Ties beyond the limit are fetched up to this number; with more ties, a second query fetches the ties alone. */
const TIE_ROOM = 60;

// The filter stands inside the MATCH, so it applies before the limit (docs/decisions/09-filters-before-top-k.md).
const WITHIN = `AND rowid >> ${PART_BITS} IN (SELECT value FROM json_each(?))`;

export class Postings {
  constructor(private readonly store: Store) {}

  /**
   * The best parts, best first, ties in path order. So the first `limit` parts and their order do not depend on ids: a store
   * that has grown gives the same results as one made anew.
   */
  best(query: PartQuery, limit: number): PartHit[] {
    const fetched = this.#bestById(query, limit + TIE_ROOM);
    const best: PartHit[] = [];
    for (let at = 0; at < fetched.length && best.length < limit; ) {
      const bm25 = fetched[at]?.bm25 ?? 0;
      let end = at + 1;
      while (fetched[end]?.bm25 === bm25) end++;
      // Further ties may be missing among the fetched parts.
      const isCut = end === fetched.length && fetched.length === limit + TIE_ROOM;
      if (isCut) best.push(...this.#withScore(query, bm25, limit - best.length));
      else if (end === at + 1) best.push({ id: fetched[at]?.id ?? 0, bm25 });
      else best.push(...this.#byPlace(fetched.slice(at, end)));
      at = end;
    }
    return best.slice(0, limit);
  }

  /** Among ties the parts with the smallest ids. */
  #bestById(query: PartQuery, limit: number): PartHit[] {
    const score = scoreOf(query);
    // ORDER BY bm25() instead of rank: the same rows in two thirds of the time.
    const sql = `SELECT rowid AS id, ${score} AS bm25 FROM fts WHERE fts MATCH ? ${query.files === null ? "" : WITHIN}
      ORDER BY ${score}, rowid LIMIT ?`;
    return this.#rows(sql, query, limit);
  }

  /** The first `most` of the parts with exactly this score, by path. */
  #withScore(query: PartQuery, bm25: number, most: number): PartHit[] {
    const sql = `SELECT found.id, bm25 FROM (
        SELECT rowid AS id, ${scoreOf(query)} AS bm25 FROM fts WHERE fts MATCH ? ${query.files === null ? "" : WITHIN}
      ) AS found JOIN files ON files.id = found.id >> ${PART_BITS} JOIN roots ON roots.id = files.root
      WHERE bm25 = ? ORDER BY roots.path, files.rel, found.id LIMIT ?`;
    return this.#rows(sql, query, bm25, most);
  }

  #byPlace(hits: readonly PartHit[]): PartHit[] {
    const sql = `SELECT value AS id FROM json_each(?) JOIN files ON files.id = value >> ${PART_BITS}
      JOIN roots ON roots.id = files.root ORDER BY roots.path, files.rel, value`;
    const ids = hits.map(({ id }) => id);
    const bm25 = hits[0]?.bm25 ?? 0;
    return this.store
      .statement<{ id: number }, [string]>(sql)
      .all(JSON.stringify(ids))
      .map(({ id }) => ({ id, bm25 }));
  }

  #rows(sql: string, { match, files }: PartQuery, ...rest: number[]): PartHit[] {
    const statement = this.store.statement<PartHit>(sql);
    return files === null ? statement.all(match, ...rest) : statement.all(match, JSON.stringify(files), ...rest);
  }

  /** Number of parts that match. */
  count(match: string): number {
    const statement = this.store.statement<{ count: number }, [string]>(
      "SELECT count(*) AS count FROM fts WHERE fts MATCH ?",
    );
    return statement.get(match)?.count ?? 0;
  }

  /** Ids of the parts that match, ascending; of these files, or of all. */
  partsMatching(match: string, files: readonly number[] | null = null): number[] {
    return this.#ids("rowid AS id", match, files);
  }

  /** Ids of the matching parts of one file, ascending: FTS5 reads no other file's postings. */
  partsOfFileMatching(match: string, fileId: number): number[] {
    const first = fileId * MAX_PARTS;
    return this.store
      .statement<{ id: number }, [string, number, number]>(
        "SELECT rowid AS id FROM fts WHERE fts MATCH ? AND rowid BETWEEN ? AND ?",
      )
      .all(match, first, first + MAX_PARTS - 1)
      .map(({ id }) => id);
  }

  /** Ids of the files with a part that matches, ascending. */
  filesMatching(match: string, files: readonly number[] | null = null): number[] {
    // DISTINCT in SQLite takes half the time of returning every row.
    return this.#ids(`DISTINCT rowid >> ${PART_BITS} AS id`, match, files);
  }

  /** As `filesMatching`, only for files with several parts: only there can words stand in different parts. */
  longFilesMatching(match: string, files: readonly number[] | null = null): number[] {
    return this.filesMatching(match, this.longFiles(files));
  }

  /** The files with several parts, of these or of all, ascending. */
  longFiles(files: readonly number[] | null = null): number[] {
    const within = files === null ? "" : "AND +id IN (SELECT value FROM json_each(?))";
    const statement = this.store.statement<[number], string[]>(
      `SELECT id FROM files WHERE parts > 1 ${within} ORDER BY id`,
    );
    const rows = files === null ? statement.values() : statement.values(JSON.stringify(files));
    return rows.map(([id]) => Number(id));
  }

  /** The ids come as one JSON array: thousands of rows of one number cost a one-shot search 5 ms. */
  #ids(select: string, match: string, files: readonly number[] | null): number[] {
    const within = files === null ? "" : WITHIN;
    const sql = `SELECT json_group_array(id) FROM (SELECT ${select} FROM fts WHERE fts MATCH ? ${within} ORDER BY 1)`;
    const statement = this.store.statement<[string], string[]>(sql);
    const [row] = files === null ? statement.values(match) : statement.values(match, JSON.stringify(files));
    return JSON.parse(String(row?.[0] ?? "[]"));
  }
}

function scoreOf({ weights }: PartQuery): string {
  return `bm25(fts, ${weights.map(Number).join(", ")})`;
}
