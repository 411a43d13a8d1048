/**
 * One live scan: the walk lists the files, then threads read and match them. The result equals that of one thread reading all
 * files in the walk's order.
 */
import { availableParallelism } from "node:os";
import { openRoot } from "../corpus/open.ts";
import type { SkipReason } from "../corpus/policy.ts";
import { walkRoot } from "../corpus/walk.ts";
import { QsearchError } from "../errors.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import { TimeSlice } from "../pool/time-slice.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { LiveDeps } from "./deps.ts";
import { SEARCH_STOPPED } from "./deps.ts";
import { KeywordScan, OTHER_FORM } from "./keyword-scan.ts";
import { rgCandidates } from "./rg.ts";
import { FileScanner, type ScanRows } from "./scan-files.ts";
import { type ScanRequest, threadScanner } from "./scan-messages.ts";
import type { SearchRoot } from "./search-root.ts";
import { type ListSlice, PART, type SharedList, shareList, takeRest, takeSlice } from "./shared-list.ts";
import { type SearchTerms, spellingsOf } from "./terms.ts";

/** A file with at least one term: a row of the scan's numbers, read in place (common words are in every file). */
export class ScannedFile {
  constructor(
    /** Relative to the root. */
    readonly rel: string,
    /** Index in the list. */
    readonly index: number,
    private readonly rows: Uint32Array,
    private readonly at: number,
  ) {}

  /** Bytes. */
  get size(): number {
    return this.rows[this.at + 1] ?? 0;
  }

  /** Matches of a term, in any form. */
  count(term: number): number {
    return (this.rows[this.at + 2 + term] ?? 0) & ~OTHER_FORM;
  }

  /** Whether the file holds a term as typed, except for case. */
  isTyped(term: number): boolean {
    const count = this.rows[this.at + 2 + term] ?? 0;
    return count > 0 && count < OTHER_FORM;
  }
}

export interface TreeScan {
  /** Files with matches, in the walk's order. */
  readonly files: readonly ScannedFile[];
  /** Number of listed files: all files that pass the rules and globs. */
  readonly considered: number;
  /** Skipped entries, by reason; a skipped folder counts once. */
  readonly excluded: ReadonlyMap<string, number>;
  /** Listed files that could not be searched, in the walk's order. */
  readonly unread: readonly { readonly rel: string; readonly reason: string }[];
  readonly backend: { readonly discovery: string; readonly matching: string };
}

/**
 * Files for each worker beside this thread. A second thread compiles all code again, which costs a fifth of the CPU time of
 * 30,000 files (0.79 s → 1.0 s in a loaded machine) for a third of the wall time: small trees use one thread.
 */
const FILES_PER_WORKER = 40_000;
/** Files after which a check tells whether they came from the disk or from memory. */
const SAMPLE = 256;
/** Reading waits for the disk if the system read so many blocks for it (elapsed time misleads on a busy machine). */
const COLD_BLOCKS = SAMPLE;
/** Readers when reading waits: then latency is the limit, not the processor (5 threads: 1.6 s for 5.4). */
const COLD_READERS = 8;
const TIME_LIMIT_MS = 600_000;
const CLOSE_MS = 400;

/** Throws QsearchError "cancelled", and as walkRoot. `workers` beside this thread: by default as many as pay; tests set it. */
export async function scanTree(
  place: SearchRoot,
  terms: SearchTerms,
  deps: LiveDeps,
  workers?: number,
): Promise<TreeScan> {
  const { rels, excluded } = await listTree(place, deps);
  const scan = await scanFiles(place, rels, terms, deps, { workers });
  addTo(excluded, scan.excluded);
  return { ...scan, excluded };
}

export interface TreeListing {
  /** Files in the walk's order. */
  readonly rels: readonly string[];
  /** Skipped entries, by reason. */
  readonly excluded: Map<string, number>;
}

/** The files that pass the rules and globs of a place. */
export async function listTree(place: SearchRoot, deps: LiveDeps): Promise<TreeListing> {
  const excluded = new Map<string, number>();
  return { rels: await listFiles(place, excluded, new TimeSlice(deps.signal, SEARCH_STOPPED), deps), excluded };
}

export interface TreeScanOptions {
  readonly workers?: number | undefined;
  /** End time, as performance.now(); files after it count as not considered. */
  readonly deadline?: number | undefined;
}

/** Scans listed files; `excluded` are unreadable files. Throws QsearchError "cancelled". */
export async function scanFiles(
  place: SearchRoot,
  listed: readonly string[],
  terms: SearchTerms,
  deps: LiveDeps,
  { workers, deadline }: TreeScanOptions = {},
): Promise<TreeScan> {
  const slice = new TimeSlice(deps.signal, SEARCH_STOPPED);
  const wanted = spellingsOf(terms);
  const named = await rgCandidates(place, terms.mode === "regex" ? null : wanted.flat(), deps);
  const rels = named === null ? listed : listed.filter((rel) => named.has(rel));
  const { root, encodings, policy } = place;
  const request = { root, terms: wanted, mode: terms.mode, encodings, maxSize: policy.maxSize };
  const crew = new Crew(rels, request, slice, deps, deadline);
  const rows = await crew.run(workers);
  const excluded = new Map<string, number>();
  const unread = rows
    .flatMap((part) => part.unread)
    .sort(([a], [b]) => a - b)
    .map(([index, reason]) => ({ rel: rels[index] ?? "", reason }));
  for (const { reason } of unread) excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
  const files = collect(rows, rels, wanted.length);
  const backend = { discovery: "native", matching: named === null ? "native" : "rg+native" };
  return { files, considered: listed.length - crew.left, excluded, unread, backend };
}

function addTo(sums: Map<string, number>, reasons: Iterable<readonly [string, number]>): void {
  for (const [reason, count] of reasons) sums.set(reason, (sums.get(reason) ?? 0) + count);
}

async function listFiles(
  place: SearchRoot,
  excluded: Map<string, number>,
  slice: TimeSlice,
  { signal, progress }: LiveDeps,
): Promise<string[]> {
  const rels: string[] = [];
  let unreadable = 0;
  const skipped = new Map<SkipReason, number>();
  const walk = walkRoot(place.root, place.policy, { start: place.start, skipped, ...(signal ? { signal } : {}) });
  for (const batch of walk) {
    for (const rel of batch.files) rels.push(rel);
    unreadable += batch.errors.length;
    if (!slice.due) continue;
    progress?.update({ phase: "listing", files: rels.length, totalFiles: null, bytes: 0, totalBytes: null });
    await slice.rest();
  }
  for (const [reason, count] of skipped) excluded.set(reason, count);
  if (unreadable > 0) excluded.set("unreadable", unreadable);
  return rels;
}

/** The threads of one scan: this one, and workers if they pay. */
class Crew {
  /** Made with the first worker: a single thread takes its parts without it. */
  #list: SharedList | null = null;
  /** Files that the deadline left unread. */
  left = 0;
  /** Files that this thread took before the shared list existed. */
  #taken = 0;
  #executor: Executor<ScanRequest, ScanRows> | null = null;
  readonly #running: Promise<ScanRows>[] = [];

  constructor(
    private readonly rels: readonly string[],
    private readonly request: Omit<ScanRequest, "list">,
    private readonly slice: TimeSlice,
    private readonly deps: LiveDeps,
    private readonly deadline = Number.POSITIVE_INFINITY,
  ) {}

  async run(workers: number = this.#workersAtOnce()): Promise<ScanRows[]> {
    this.#hire(workers);
    try {
      const own = await this.#scan();
      return [own, ...(await Promise.all(this.#running))];
    } catch (error) {
      if (!(error instanceof TaskFailedError)) throw error;
      if (error.failure === "cancelled") throw new QsearchError("cancelled", "The search was stopped");
      // A failed worker's parts are lost.
      return [await this.alone()];
    } finally {
      // Cancelled workers stop at their next part; the pool kills the others.
      void this.#executor?.close(CLOSE_MS);
    }
  }

  /** All files on this thread. */
  private async alone(): Promise<ScanRows> {
    const crew = new Crew(this.rels, this.request, this.slice, this.deps, this.deadline);
    const rows = await crew.#scan();
    this.left = crew.left;
    return rows;
  }

  #workersAtOnce(): number {
    const { jobs } = this.deps;
    const worthwhile = Math.floor(this.rels.length / FILES_PER_WORKER);
    return jobs === undefined ? Math.min(availableParallelism() - 1, worthwhile) : Math.min(jobs - 1, worthwhile);
  }

  #hire(workers: number): void {
    if (workers <= 0) return;
    this.#list ??= shareList(this.rels, this.#taken);
    this.#executor ??= createWorkerPool<ScanRequest, ScanRows>({
      name: "scan",
      size: COLD_READERS + workers,
      limits: { timeMs: TIME_LIMIT_MS },
    });
    const { signal } = this.deps;
    const list = this.#list;
    for (let i = 0; i < workers; i++) {
      const task = this.#executor.run({ ...this.request, list }, signal ? { signal } : {});
      // Awaited at the end; an earlier failure must not count as unhandled.
      task.catch(() => undefined);
      this.#running.push(task);
    }
  }

  async #scan(): Promise<ScanRows> {
    const { root: path, terms, maxSize } = this.request;
    const root = openRoot(path);
    try {
      const files = new FileScanner(root, new KeywordScan(threadScanner(), this.request), maxSize, terms.length);
      const blocksBefore = process.resourceUsage().fsRead;
      let done = 0;
      for (let part = this.#take(); part !== null; part = this.#take()) {
        for (const [i, rel] of part.rels.entries()) files.add(rel, part.first + i);
        done += part.rels.length;
        if (done === SAMPLE && this.rels.length > 4 * SAMPLE) this.#hireIfCold(blocksBefore);
        if (this.slice.due) await this.#rest(part.first + part.rels.length);
      }
      return files.finish();
    } finally {
      root.close();
    }
  }

  #take(): ListSlice | null {
    if (performance.now() > this.deadline) {
      const taken = this.#list === null ? this.#taken : takeRest(this.#list);
      this.left = Math.max(this.left, this.rels.length - taken);
      return null;
    }
    if (this.#list !== null) return takeSlice(this.#list);
    const first = this.#taken;
    const rels = this.rels.slice(first, first + PART);
    this.#taken += rels.length;
    return rels.length === 0 ? null : { first, rels };
  }

  #hireIfCold(blocksBefore: number): void {
    if (process.resourceUsage().fsRead - blocksBefore < COLD_BLOCKS) return;
    const { jobs } = this.deps;
    this.#hire((jobs ?? COLD_READERS) - 1 - this.#running.length);
  }

  async #rest(files: number): Promise<void> {
    const totalFiles = this.rels.length;
    this.deps.progress?.update({ phase: "searching", files, totalFiles, bytes: 0, totalBytes: null });
    await this.slice.rest();
  }
}

/** Rows of all threads, in the order of the list. */
function collect(parts: readonly ScanRows[], rels: readonly string[], terms: number): ScannedFile[] {
  const files: ScannedFile[] = [];
  for (const { rows } of parts) {
    for (let at = 0; at < rows.length; at += 2 + terms) {
      const index = rows[at] ?? 0;
      files.push(new ScannedFile(rels[index] ?? "", index, rows, at));
    }
  }
  return parts.length === 1 ? files : files.sort((a, b) => a.index - b.index);
}
