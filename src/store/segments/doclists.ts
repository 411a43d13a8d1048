/**
 * Reads from FTS5's own tables which rows hold a word and how often: what `MATCH` finds, without a call and a look at the
 * row's size for each of thousands of rows.
 */
import { countersOf } from "../counters.ts";
import type { Store } from "../store.ts";
import { type Doclist, DoclistBuilder, findTerm, RowBytes, restOfRows } from "./doclist.ts";
import { bytesOf, recordOf, SEGMENT, tombstonesOf } from "./pages.ts";
import { AVERAGES_ROW, decodeStructure, type SegmentEntry, STRUCTURE_ROW } from "./structure.ts";
import { decodeTotals } from "./totals.ts";

/** Terms of the main index begin with this byte. */
const MAIN_INDEX = "0";

/** Totals of the table. */
export interface Totals {
  readonly rows: number;
  /** Tokens of all columns of all rows. */
  readonly tokens: number;
}

interface Page {
  readonly token: number;
  readonly segment: number;
  readonly id: number;
  /** Null where it is not there. */
  readonly block: Uint8Array | null;
}

/** For each token and segment the page that would hold the token's rows. */
const FIRST_PAGES = `SELECT t.key AS token, s.value AS segment, d.id, d.block
  FROM json_each(?) AS t CROSS JOIN json_each(?) AS s LEFT JOIN fts_data d ON d.id = (s.value << 37) + (
    SELECT pgno >> 1 FROM fts_idx WHERE segid = s.value AND term <= CAST('${MAIN_INDEX}' || t.value AS BLOB)
    ORDER BY term DESC LIMIT 1)`;

const FIRST_PAGE = `SELECT pgno >> 1 AS page FROM fts_idx
  WHERE segid = ? AND term <= CAST('${MAIN_INDEX}' || ? AS BLOB) ORDER BY term DESC LIMIT 1`;

/** The pages after one, up to that on which a term after the token is first to begin. */
const NEXT_PAGES = `SELECT d.id, d.block FROM fts_data d WHERE d.id > ?1 AND d.id <= (?2 << 37) + ifnull((
    SELECT pgno >> 1 FROM fts_idx WHERE segid = ?2 AND term > CAST('${MAIN_INDEX}' || ?3 AS BLOB)
    ORDER BY term LIMIT 1), 2147483647) ORDER BY d.id LIMIT ?4`;

const NO_BYTES = new Uint8Array();

/** Rows that are kept for one search, of all its words together, 24 bytes each; and pages of one word in one segment. */
export interface DoclistBounds {
  readonly rows: number;
  readonly pages: number;
}
const BOUNDS: DoclistBounds = { rows: 2_000_000, pages: 2_000 };
/** One list is read at a time: memory that was never touched costs more than the reading. */
let kept: { readonly bytes: RowBytes; readonly gathered: DoclistBuilder } | undefined;

function workspace() {
  kept ??= { bytes: new RowBytes(), gathered: new DoclistBuilder() };
  return kept;
}

/** For one read transaction, or several while `isCurrent`. Throws RangeError for what FTS5 would not have written. */
export class Doclists {
  readonly #segments: readonly SegmentEntry[];
  readonly #segmentIds: string;
  /** By segment. */
  readonly #deleted: Map<number, ReadonlySet<number>>;
  readonly #lists = new Map<string, Doclist>();
  readonly #structure: Uint8Array;
  readonly #averages: Uint8Array;
  readonly totals: Totals;
  readonly #tooMany = new Set<string>();
  /** Rows that may still be kept. */
  #room: number;

  constructor(
    private readonly store: Store,
    private readonly bounds: DoclistBounds = BOUNDS,
  ) {
    this.#room = bounds.rows;
    this.#structure = recordOf(store, STRUCTURE_ROW);
    // From the oldest to the newest, so that ids mostly rise from one to the next.
    this.#segments = decodeStructure(this.#structure)
      .levels.toReversed()
      .flatMap(({ segments }) => segments);
    this.#segmentIds = JSON.stringify(this.#segments.map(({ id }) => id));
    this.#deleted = deletedIn(store, this.#structure);
    this.#averages = recordOf(store, AVERAGES_ROW);
    const [rows = 0, ...columns] = decodeTotals(this.#averages);
    this.totals = { rows, tokens: columns.reduce((sum, tokens) => sum + tokens, 0) };
  }

  /** Whether the table is as it was when this was made, as it is throughout a transaction. */
  get isCurrent(): boolean {
    const isSame = (bytes: Uint8Array, row: number) => Buffer.compare(bytes, recordOf(this.store, row)) === 0;
    return isSame(this.#structure, STRUCTURE_ROW) && isSame(this.#averages, AVERAGES_ROW);
  }

  /** The rows of each token, read together where they are not known yet; null where they are more than are kept. */
  read(tokens: readonly string[]): Doclist[] | null {
    const unknown = [...new Set(tokens)].filter((token) => !this.#lists.has(token));
    if (unknown.length > 0 && !unknown.some((token) => this.#tooMany.has(token))) this.#read(unknown);
    return this.known(tokens);
  }

  /** The same of tokens that were read before, null where not all were. */
  known(tokens: readonly string[]): Doclist[] | null {
    const lists: Doclist[] = [];
    for (const token of tokens) {
      const list = this.#lists.get(token);
      if (list === undefined) return null;
      lists.push(list);
    }
    return lists;
  }

  #read(tokens: readonly string[]): void {
    const terms = tokens.map((token) => Buffer.from(MAIN_INDEX + token));
    const { bytes, gathered } = workspace();
    let present = 0;
    gathered.count = 0;
    const pages = this.store.statement<Page, [string, string]>(FIRST_PAGES);
    for (const { token, segment, id, block } of pages.all(JSON.stringify(tokens), this.#segmentIds)) {
      // By token, then by segment.
      for (; present < token; present++) this.#keep(tokens[present] ?? "", gathered.finish());
      if (block === null && this.#isMerged(segment, tokens[token] ?? "")) continue;
      const page = bytesOf(block);
      const extent = findTerm(page, terms[token] ?? NO_BYTES);
      if (extent === null) continue;
      bytes.clear();
      bytes.add(page, extent);
      const isWhole = !extent.isOpen || this.#addRest(bytes, id, segment, tokens[token] ?? "");
      if (isWhole) bytes.decode(gathered, this.#deletedOf(segment));
      if (!isWhole || gathered.count > this.#room) {
        this.#tooMany.add(tokens[token] ?? "");
        kept = undefined;
        return;
      }
    }
    for (; present < tokens.length; present++) this.#keep(tokens[present] ?? "", gathered.finish());
  }

  #keep(token: string, list: Doclist): void {
    this.#lists.set(token, list);
    this.#room -= list.count;
  }

  /** Whether FTS5 has merged the token already and let go of its page, while the segment's later ones are still to come. */
  #isMerged(segment: number, token: string): boolean {
    const row = this.store.statement<{ page: number }, [number, string]>(FIRST_PAGE).get(segment, token);
    const { firstPage = 0, lastPage = 0 } = this.#segments.find((each) => each.id === segment) ?? {};
    return lastPage === 0 || (row !== null && row.page < firstPage);
  }

  /** False where there are more pages than are read. */
  #addRest(bytes: RowBytes, id: number, segment: number, token: string): boolean {
    const { pages: most } = this.bounds;
    const statement = this.store.statement<Pick<Page, "id" | "block">, [number, number, string, number]>(NEXT_PAGES);
    const pages = statement.all(id, segment, token, most);
    let last = id;
    for (const { id: next, block } of pages) {
      if (next !== ++last) throw new RangeError("a page of the postings is missing");
      const page = bytesOf(block);
      const extent = restOfRows(page);
      bytes.add(page, extent);
      if (!extent.isOpen) return true;
    }
    if (pages.length === most) return false;
    // The last word of the segment.
    const entry = this.#segments.find((each) => each.id === segment);
    if (last !== segment * SEGMENT + (entry?.lastPage ?? 0)) throw new RangeError("the last pages are missing");
    return true;
  }

  /** Rows of a segment that were deleted since it was written; null where there are none. */
  #deletedOf(id: number): ReadonlySet<number> | null {
    const known = this.#deleted.get(id);
    if (known !== undefined) return known;
    const segment = this.#segments.find((each) => each.id === id);
    if (segment === undefined || segment.tombstonePages === 0) return null;
    const deleted = new Set(tombstonesOf(this.store, segment));
    this.#deleted.set(id, deleted);
    return deleted;
  }
}

/**
 * Deleted rows by segment, as far as searches before have read them, thousands in a store that is kept current. The structure
 * says how many each segment has; none goes but with its segment.
 */
const deletedBefore = new WeakMap<Store, { structure: Uint8Array; generation: number; rows: DeletedRows }>();
type DeletedRows = Map<number, ReadonlySet<number>>;

function deletedIn(store: Store, structure: Uint8Array): DeletedRows {
  const { generation } = countersOf(store);
  const known = deletedBefore.get(store);
  const isSame = known?.generation === generation && Buffer.compare(known.structure, structure) === 0;
  if (isSame) return known.rows;
  const rows: DeletedRows = new Map();
  deletedBefore.set(store, { structure, generation, rows });
  return rows;
}
