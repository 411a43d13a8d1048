/**
 * Postings: which chunks hold which tokens. An interface, of which FTS5 is the first implementation; word-postings.ts
 * reads plain words by itself. Expressions come from text/fts.ts, where every token is quoted; nothing a user typed gets here
 * as it is.
 */
import type { Store } from "./store.ts";

const POSTING_COLUMNS = ["body", "ident", "symbols", "path"] as const;
export type PostingColumn = (typeof POSTING_COLUMNS)[number];

/** The columns of one chunk: tokens joined by blanks, as UTF-8. */
export type PostingRow = { readonly [column in PostingColumn]: Uint8Array };

export interface Candidate {
  readonly chunkId: number;
  /** SQLite's bm25: lower is better. */
  readonly bm25: number;
}

export interface CandidateQuery {
  /** FTS5 expression. */
  readonly match: string;
  /** Only chunks of these files; null for all. */
  readonly files: readonly number[] | null;
  readonly limit: number;
  /** Weights of body, ident, symbols, path; 1 where absent. */
  readonly weights?: readonly [number, number, number, number];
}

/** Candidates are ranked so many together: the order within a block is nothing to the caller. */
export const BLOCK = 100;

/** Equally good ones beyond the limit are fetched up to here; where there are more, SQLite is asked for them alone. */
const TIE_ROOM = 60;

/** Of several texts: a row a text, a column a word. */
export interface TextCounts {
  readonly width: number;
  /** Rows × width: occurrences in `body` and `ident`. */
  readonly counts: Float64Array;
  /** Tokens of `body` and `ident`. */
  readonly lengths: Float64Array;
}

export interface Postings {
  /** Whether the best chunks for it cost little however many match, and some more of them little again: it is not FTS5 that is asked. */
  reads(match: string): boolean;
  /** False where postings were merged since the transaction in which these were first asked: then open others. */
  readonly isCurrent: boolean;
  /**
   * The best chunks, best first. Which of equally good ones are in, and in which block of BLOCK, is decided by their paths
   * and not by their ids: a store that has grown gives the answers of one that was made anew.
   */
  candidates(query: CandidateQuery): Candidate[];
  /** Number of chunks that match. */
  count(match: string, files?: readonly number[] | null): number;
  /** The same up to `most`; where there are as many, with the id of the last one counted, in the order of ids. */
  countSome(match: string, most: number): { readonly count: number; readonly last: number | null };
  /** Number of chunks that hold a token in one column. */
  documentFrequency(token: string, column: PostingColumn): number;
  /** Ids of the chunks that match, ascending. */
  chunksMatching(match: string, files?: readonly number[] | null, limit?: number): number[];
  /**
   * How often each word stands in the text of each chunk, and how long that is; null where it takes reading the texts. Of the
   * words a search has asked for it is known.
   */
  textCounts(words: readonly string[], chunkIds: readonly number[]): TextCounts | null;
  /** Ids of the files with a chunk that matches, ascending. */
  filesMatching(match: string, files?: readonly number[] | null): number[];
}

export function openPostings(store: Store): Postings {
  return new FtsPostings(store);
}

// The filter stands inside the MATCH, so that it acts before the limit (docs/design.md 5).
const WITHIN = "AND rowid >> 20 IN (SELECT value FROM json_each(?))";
const BY_PLACE = "roots.path, files.rel, chunkId";

function scoreOf({ weights }: CandidateQuery): string {
  return weights === undefined ? "bm25(fts)" : `bm25(fts, ${weights.map(Number).join(", ")})`;
}

export class FtsPostings implements Postings {
  constructor(protected readonly store: Store) {}

  reads(_match: string): boolean {
    return false;
  }

  get isCurrent(): boolean {
    return true;
  }

  candidates(query: CandidateQuery): Candidate[] {
    const { limit } = query;
    const best = this.best(query, limit < BLOCK ? limit : limit + TIE_ROOM);
    for (let border = BLOCK; border <= limit && border < best.length; border += BLOCK) {
      const tied = best[border]?.bm25;
      if (tied === undefined || best[border - 1]?.bm25 !== tied) continue;
      let first = border - 1;
      while (best[first - 1]?.bm25 === tied) first--;
      let last = border;
      while (best[last + 1]?.bm25 === tied) last++;
      const isCut = last === limit + TIE_ROOM - 1;
      const run = isCut
        ? this.firstTied(query, best.slice(first), limit - first)
        : this.byPlace(best.slice(first, last + 1));
      best.splice(first, run.length, ...run);
      border = Math.max(border, last - (last % BLOCK));
    }
    return best.slice(0, limit);
  }

  /** The best chunks, of equally good ones those with the smallest ids. */
  protected best(query: CandidateQuery, limit: number): Candidate[] {
    const score = scoreOf(query);
    // ORDER BY bm25() and not rank: the same rows in half the time.
    const sql = `SELECT rowid AS chunkId, ${score} AS bm25 FROM fts WHERE fts MATCH ? ${query.files === null ? "" : WITHIN}
      ORDER BY ${score}, rowid LIMIT ?`;
    return this.rows(sql, query, limit);
  }

  /**
   * The first `most` by path of the chunks with the score of `fetched`, of which those with the smallest ids were fetched, more
   * than `most`. Ids grow with paths in a store that was made at once: only where a file with a larger id lies before
   * the last one are all asked for, which scores every match again.
   */
  private firstTied(query: CandidateQuery, fetched: readonly Candidate[], most: number): Candidate[] {
    const first = this.byPlace(fetched).slice(0, most);
    const newest = fetched[fetched.length - 1]?.chunkId ?? 0;
    const mark = first[first.length - 1]?.chunkId ?? 0;
    const { found } = this.store
      .statement<{ found: number }, [number, number]>(
        `WITH mark AS (SELECT root, rel, path FROM files JOIN roots ON roots.id = root WHERE files.id = ?1 >> 20)
         SELECT EXISTS (SELECT 1 FROM mark JOIN files ON files.root = mark.root AND files.rel < mark.rel
             WHERE +files.id >= ?2 >> 20)
           OR EXISTS (SELECT 1 FROM mark JOIN roots ON roots.path < mark.path JOIN files ON files.root = roots.id
             WHERE +files.id >= ?2 >> 20) AS found`,
      )
      .get(mark, newest) ?? { found: 1 };
    return found === 0 ? first : this.withScore(query, fetched[0]?.bm25 ?? 0, most);
  }

  /** The first `most` of the chunks with exactly this score, by path. */
  protected withScore(query: CandidateQuery, bm25: number, most: number): Candidate[] {
    const sql = `SELECT chunkId, bm25 FROM (
        SELECT rowid AS chunkId, ${scoreOf(query)} AS bm25 FROM fts WHERE fts MATCH ? ${query.files === null ? "" : WITHIN}
      ) JOIN files ON files.id = chunkId >> 20 JOIN roots ON roots.id = files.root
      WHERE bm25 = ? ORDER BY ${BY_PLACE} LIMIT ?`;
    return this.rows(sql, query, bm25, most);
  }

  protected byPlace(candidates: readonly Candidate[]): Candidate[] {
    const sql = `SELECT json_group_array(id) FROM (SELECT value AS id FROM json_each(?)
      JOIN files ON files.id = value >> 20 JOIN roots ON roots.id = files.root ORDER BY roots.path, files.rel, value)`;
    const ids: number[] = [];
    for (const { chunkId } of candidates) ids.push(chunkId);
    const bm25 = candidates[0]?.bm25 ?? 0;
    const ordered: Candidate[] = [];
    for (const chunkId of this.list(sql, JSON.stringify(ids))) ordered.push({ chunkId, bm25 });
    return ordered;
  }

  private rows(sql: string, { match, files }: CandidateQuery, ...rest: number[]): Candidate[] {
    const statement = this.store.statement<Candidate>(sql);
    return files === null ? statement.all(match, ...rest) : statement.all(match, JSON.stringify(files), ...rest);
  }

  count(match: string, files: readonly number[] | null = null): number {
    const sql = `SELECT count(*) AS count FROM fts WHERE fts MATCH ? ${files === null ? "" : WITHIN}`;
    const statement = this.store.statement<{ count: number }, string[]>(sql);
    const row = files === null ? statement.get(match) : statement.get(match, JSON.stringify(files));
    return row?.count ?? 0;
  }

  countSome(match: string, most: number): { count: number; last: number | null } {
    // Two thirds of what count and max over the first rows cost.
    const sql = "SELECT rowid AS last FROM fts WHERE fts MATCH ? LIMIT 1 OFFSET ?";
    const row = this.store.statement<{ last: number }, [string, number]>(sql).get(match, most - 1);
    return row === null ? { count: this.count(match), last: null } : { count: most, last: row.last };
  }

  documentFrequency(token: string, column: PostingColumn): number {
    return this.count(`${column} : "${token.replaceAll('"', '""')}"`);
  }

  textCounts(_words: readonly string[], _chunkIds: readonly number[]): TextCounts | null {
    return null;
  }

  chunksMatching(match: string, files: readonly number[] | null = null, limit = -1): number[] {
    return this.matching("SELECT rowid AS id", `ORDER BY rowid LIMIT ${Math.trunc(limit)}`, match, files);
  }

  filesMatching(match: string, files: readonly number[] | null = null): number[] {
    // DISTINCT in SQLite: 2 ms for 37,000 chunks, where handing over every row takes 4.
    return this.matching("SELECT DISTINCT rowid >> 20 AS id", "ORDER BY 1", match, files);
  }

  private matching(select: string, order: string, match: string, files: readonly number[] | null): number[] {
    const within = files === null ? "" : WITHIN;
    const sql = `SELECT json_group_array(id) FROM (${select} FROM fts WHERE fts MATCH ? ${within} ${order})`;
    return files === null ? this.list(sql, match) : this.list(sql, match, JSON.stringify(files));
  }

  /** The one JSON array that a statement gives: of thousands of numbers a row each costs a search that runs once 5 ms. */
  private list(sql: string, ...bindings: string[]): number[] {
    const [row] = this.store.statement<[string], string[]>(sql).values(...bindings);
    return JSON.parse(String(row?.[0] ?? "[]"));
  }
}
