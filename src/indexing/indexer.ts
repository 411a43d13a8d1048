/**
 * Brings the store up to date with the disk: determines roots, changed, moved and vanished files; then ingests and writes.
 * Every failure of the whole run happens before any change.
 */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { systemPath } from "../corpus/path-bytes.ts";
import type { RootPlace } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { hasAddedExtractors } from "../extract/registry.ts";
import type { Executor } from "../pool/executor.ts";
import { TimeSlice } from "../pool/time-slice.ts";
import type { ProgressSink } from "../progress.ts";
import type { IndexRequest } from "../request/index-run-request.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import { type Settings, saveRoots } from "../settings/settings.ts";
import { countersOf } from "../store/counters.ts";
import type { FileOutcome } from "../store/file-outcomes.ts";
import { lockForWriting, notedProgress } from "../store/lock.ts";
import { arePostingsStale, LARGE_RUN, metaValue } from "../store/meta.ts";
import { listRoots, type RootKind, type RootRecord, type RootRow } from "../store/roots.ts";
import { translated } from "../store/sqlite-errors.ts";
import { openStore, type Store, storeExists, storePath } from "../store/store.ts";
import { waitingFiles } from "../store/symbols.ts";
import { RUN_STOPPED } from "./cancellation.ts";
import type { EmbedOptions, EmbedReport } from "./embed-options.ts";
import { isEmbeddingDue, parseBudget } from "./embed-options.ts";
import type { BatchReport, IngestRoot, StoreRequest, StoreResponse } from "./indexing-messages.ts";
import { RESULT } from "./indexing-messages.ts";
import type { PipelineItem } from "./item-queue.ts";
import { isWhole, namedPaths, type Plan, type PlannedRoot, planPlaces, planRun, type Target } from "./plan.ts";
import {
  errorsOf,
  figuresIn,
  figuresOf,
  type IndexReport,
  type Outcome,
  reportOf,
  type StoreFigures,
  type Tally,
} from "./report.ts";
import { withSavedRoots } from "./saved-roots.ts";
import { compareListing, emptyScan, findMoves, listTargets, type Move, type Scan, type WalkResult } from "./scan.ts";
import { storedFiles } from "./stored-files.ts";
import { areSymbolsDue } from "./symbols-due.ts";

/** Milliseconds of work for which a command starts no other thread; Ctrl-C is answered between its batches of 100 ms. */
export const LITTLE_MS = 1500;
/** Limits of little work for outcomes without reading, one batch: number of files, and bytes of files that leave the index. */
const LITTLE_FILES = 500;
const LITTLE_BYTES = 4 * 1024 * 1024;

export interface IndexContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
  /** Threads besides main; default: one a core. */
  readonly jobs?: number | undefined;
  /** Everything in this thread. Default: true if readers were registered, which workers do not have. */
  readonly inline?: boolean;
  /**
   * Milliseconds of expected work up to which this thread does everything without starting another: for programs with nothing
   * else to answer meanwhile. Default: never.
   */
  readonly soloMs?: number;
  /** Kind of the root made for an unknown path. Default "user". */
  readonly rootKind?: RootKind;
  /** Only these places of user roots, instead of the request's paths: such a run adds no root. */
  readonly places?: readonly RootPlace[];
  /** Only size and time decide whether a known file is read again. */
  readonly trustStat?: boolean;
  /** A writer that its owner keeps for several runs, so this run starts none. */
  readonly writer?: Executor<StoreRequest, StoreResponse>;
  /** Embedding options after words are searchable; absent: no embedding. The request's options take priority. */
  readonly embed?: EmbedOptions;
  /** Milliseconds to wait for another writer. Default: ten seconds. */
  readonly lockWaitMs?: number;
  /** `serve --allow`: folders that the request's paths and followed links may lead into; null or absent: anywhere. */
  readonly allow?: readonly string[] | null;
}

/**
 * One run. Throws `usage`, `refused`, `root_unavailable`, `locked`, `read_only`, `newer_store`, `corrupt_store`, `cancelled`:
 * after `cancelled` the store holds the finished part, and the next run does the rest.
 */
export async function runIndex(request: IndexRequest, context: IndexContext): Promise<IndexReport> {
  const { settings, signal } = context;
  const kind = context.rootKind ?? "user";
  // Before the lock makes the data directory: a run that cannot start leaves nothing behind.
  if (request.embed_budget !== undefined) parseBudget(request.embed_budget);
  const plan = planner(request, context, kind);
  plan(settings, storedRoots(settings.dataDir));
  const lock = await lockForWriting(settings.dataDir, {
    command: "index",
    signal,
    ...(context.lockWaitMs === undefined ? {} : { waitMs: context.lockWaitMs }),
  });
  try {
    // Read again: another run may have saved roots while this one waited.
    const progress = notedProgress(lock, context.progress);
    const run = new Run(request, { ...context, settings: withSavedRoots(settings), progress }, plan);
    const words = await run.words();
    // The rest may take hours: it takes the lock by itself, step by step.
    lock.release();
    return await run.rest(words);
  } catch (error) {
    throw translated(error, storePath(settings.dataDir));
  } finally {
    lock.release();
  }
}

type Planner = (settings: Settings, stored: readonly RootRow[]) => Plan;

/** Plans the paths that the request named at its arrival, with the current settings and roots. */
function planner(request: IndexRequest, { places, allow = null }: IndexContext, kind: RootKind): Planner {
  if (places !== undefined) return (settings, stored) => planPlaces(places, { settings, kind, stored, allow });
  const named = namedPaths(request, allow);
  return (settings, stored) => planRun(request, named, { settings, kind, stored, allow });
}

function storedRoots(dataDir: string): RootRow[] {
  if (!storeExists(dataDir)) return [];
  try {
    const store = openStore(dataDir, "read");
    try {
      return store.read(() => listRoots(store));
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof QsearchError && error.code === "no_store") return [];
    throw error;
  }
}

/** Null without a store. An older schema is migrated. */
function openCurrent(dataDir: string): Store | null {
  if (!storeExists(dataDir)) return null;
  try {
    return openStore(dataDir, "read");
  } catch (error) {
    if (!(error instanceof QsearchError) || error.code !== "no_store") throw error;
    openStore(dataDir, "write").close();
    return openStore(dataDir, "read");
  }
}

/** A run after words are searchable. */
interface WordsDone extends Pick<Outcome, "listings" | "scan" | "moves"> {
  readonly plan: Plan;
  /** Figures of a store without changes. */
  readonly figures: StoreFigures | null;
}

class Run {
  readonly #started = performance.now();
  readonly #tally: Tally = { added: 0, changed: 0, failed: 0, vanished: 0, bytes: 0 };
  readonly #slice: TimeSlice;
  #done = 0;
  #total = 0;

  constructor(
    private readonly request: IndexRequest,
    private readonly context: IndexContext,
    private readonly plan: Planner,
  ) {
    this.#slice = new TimeSlice(context.signal, RUN_STOPPED);
  }

  async words(): Promise<WordsDone> {
    const { settings, signal, progress } = this.context;
    const store = openCurrent(settings.dataDir);
    try {
      const stored = store === null ? [] : store.read(() => listRoots(store));
      const plan = this.plan(settings, stored);
      const listings = await listTargets(plan.targets, this.#slice, { signal, progress });
      if (plan.saved !== null) saveRoots(settings, plan.saved);
      const scan = await this.#scan(plan, listings, store, stored);
      const moves = this.request.no_prune || store === null ? [] : await findMoves(scan, store, this.#slice);
      const nextFile = store === null ? 1 : store.read(() => countersOf(store)).nextFile;
      const isStale = store?.read(() => arePostingsStale(store.db)) === true;
      const isDue = isStale || store?.read(() => isMergeDue(store)) === true;
      if (store === null || isDue || this.#mustWrite(plan, scan, moves, stored, listings)) {
        // The writer must close last: it then checkpoints the write-ahead log.
        store?.close();
        await this.#apply(plan, listings, scan, moves, nextFile, isStale);
        return { plan, listings, scan, moves, figures: null };
      }
      const figures = store.read(() => figuresIn(store, plan, this.#pendingPolicy(), errorsOf(scan, this.#tally)));
      return { plan, listings, scan, moves, figures };
    } finally {
      store?.close();
    }
  }

  /** Reads symbols, then embeds. */
  async rest({ plan, listings, scan, moves, figures }: WordsDone): Promise<IndexReport> {
    const completed = await this.#complete(plan);
    const seconds = Math.round(performance.now() - this.#started) / 1000;
    const embedding = completed ?? { embedded: 0, warnings: [] };
    const outcome = { listings, scan, moves, tally: this.#tally, embedding, seconds };
    const same = completed === null ? figures : null;
    const now =
      same ?? figuresOf(this.context.settings.dataDir, plan, this.#pendingPolicy(), errorsOf(scan, this.#tally));
    return reportOf(plan, now, outcome);
  }

  /** Null if there was nothing to do. */
  async #complete(plan: Plan): Promise<EmbedReport | null> {
    const { embed, settings, signal, progress, inline = false } = this.context;
    const { embed_budget, encoder } = this.request;
    if (embed === undefined) return null;
    const { dataDir } = settings;
    const kind = encoder ?? embed.kind;
    const scope = {
      policy: this.#policy(),
      within:
        embed.ownPathsOnly === true ? plan.targets.map(({ root, starts }) => ({ root: root.path, starts })) : undefined,
    };
    if (!areSymbolsDue(dataDir) && !isEmbeddingDue(dataDir, scope, kind, embed.nameOf)) return null;
    const { enrichStore } = await import("./enrich.ts");
    const own = inline ? (await import("./inline.ts")).inlineExecutors.writer() : null;
    try {
      return await enrichStore({
        ...embed,
        scope,
        kind,
        budgetMs: embed_budget === undefined ? embed.budgetMs : parseBudget(embed_budget),
        dataDir,
        command: "index",
        writer: this.context.writer ?? own,
        jobs: Math.max(1, this.context.jobs ?? availableParallelism()),
        inline,
        signal,
        progress,
      });
    } finally {
      await own?.close();
    }
  }

  /** The settings decide which chunks count as pending where this run embeds nothing. */
  #pendingPolicy(): EmbedPolicy {
    const policy = this.#policy();
    return policy === "none" ? this.context.settings.embed : policy;
  }

  #policy(): EmbedPolicy {
    const { embed, no_embed } = this.request;
    return no_embed === true ? "none" : (embed ?? this.context.embed?.policy ?? this.context.settings.embed);
  }

  async #scan(
    plan: Plan,
    listings: readonly WalkResult[],
    store: Store | null,
    stored: readonly RootRow[],
  ): Promise<Scan> {
    const scan = emptyScan();
    const totalFiles = listings.reduce((sum, { rels }) => sum + rels.length, 0);
    const prune = !this.request.no_prune;
    const { progress, trustStat = false } = this.context;
    const pruneEmpty = this.request.prune_empty ?? false;
    const options = { force: this.request.force, prune, pruneEmpty, totalFiles, progress, trustStat };
    for (const listing of listings) {
      const { root } = listing.target;
      const row = stored.find(({ path }) => path === root.path);
      const fullyIndexed = row?.fullyIndexedUnder === root.settling;
      const otherDevice = row?.device != null && row.device !== deviceOf(root.path);
      const how = { ...options, fullyIndexed, otherDevice };
      await compareListing(scan, listing, store, row?.id ?? null, this.#slice, how);
    }
    if (store === null) return scan;
    for (const { id } of plan.dropped) await this.#goneBeneath(scan, store, id, "");
    for (const { rootId, rel } of plan.ceded) await this.#goneBeneath(scan, store, rootId, rel);
    return scan;
  }

  async #goneBeneath(scan: Scan, store: Store, rootId: number, rel: string): Promise<void> {
    const already = new Set(scan.gone.map((file) => file.id));
    for (const file of (await storedFiles(store, rootId, [rel], this.#slice)).values()) {
      if (!already.has(file.id)) scan.gone.push(file);
    }
  }

  async #apply(
    plan: Plan,
    listings: readonly WalkResult[],
    scan: Scan,
    moves: readonly Move[],
    nextFile: number,
    isStale: boolean,
  ): Promise<void> {
    const { settings, signal } = this.context;
    const roots = [...new Map(plan.targets.map(({ root }) => [root.path, root])).values()];
    // Loaded here: a run without work starts faster without it.
    const inline = this.context.inline ?? hasAddedExtractors();
    const isAlone = !inline && this.context.writer === undefined && !isStale && isLittle(scan, moves);
    const soloMs = isAlone ? (this.context.soloMs ?? null) : null;
    const { Pipeline } = await import("./pipeline.ts");
    const pipeline = new Pipeline({
      dataDir: settings.dataDir,
      inline: inline || soloMs !== null ? (await import("./inline.ts")).inlineExecutors : null,
      soloMs,
      writer: this.context.writer ?? null,
      jobs: Math.max(1, this.context.jobs ?? availableParallelism()),
      signal,
      slice: this.#slice,
      onReport: (report, items) => this.#onReport(report, items),
    });
    try {
      const records = roots.map((root): RootRecord => {
        const { path, kind, record, settling } = root;
        return { path, kind, policy: record, settling, ...this.#seen(root, listings, scan) };
      });
      const answer = await pipeline.order({ kind: "roots", roots: records });
      if (answer.kind !== "roots") throw new Error("the store worker gave another answer");
      const ids = new Map(roots.map((root, index) => [root.path, answer.ids[index] ?? 0]));
      await pipeline.write(outcomesOf(scan, moves, ids));
      await pipeline.ingest(this.#items(scan, ids, nextFile));
      const kept = new Set(scan.kept.map(({ path }) => path));
      const whole = listings.filter(({ target }) => isWhole(target) && !kept.has(target.root.path));
      await pipeline.finish({
        dropped: plan.dropped.map(({ id }) => id),
        walked: whole.map(({ target, errors, unread }) => ({
          rootId: ids.get(target.root.path) ?? 0,
          fullyIndexedUnder: target.root.settling,
          errors,
          unread: Object.fromEntries(unread),
        })),
      });
    } finally {
      await pipeline.close();
    }
  }

  /** Facts about the root's device and its documents from a walk of the whole root. */
  #seen(root: PlannedRoot, listings: readonly WalkResult[], scan: Scan): Pick<RootRecord, "device" | "emptied"> {
    if (this.request.no_prune || !listings.some(({ target }) => target.root === root && isWhole(target))) return {};
    const kept = scan.kept.find(({ path }) => path === root.path);
    if (kept !== undefined) return { emptied: kept.why };
    const device = deviceOf(root.path);
    return { emptied: null, ...(device === null ? {} : { device }) };
  }

  /** Whether this run changes the store: an unchanged tree starts no writer. */
  #mustWrite(
    plan: Plan,
    scan: Scan,
    moves: readonly Move[],
    stored: readonly RootRow[],
    listings: readonly WalkResult[],
  ): boolean {
    const same = (target: Target) => isSame(target.root, !isWhole(target)) && isSeen(target.root);
    const isSeen = (root: PlannedRoot) => {
      const row = stored.find(({ path }) => path === root.path);
      const { device = row?.device, emptied = row?.emptied } = this.#seen(root, listings, scan);
      return row?.device === device && row?.emptied === emptied;
    };
    const isSame = (root: PlannedRoot, isPart: boolean) =>
      stored.some(
        ({ path, kind, policy, fullyIndexedUnder }) =>
          path === root.path &&
          kind === root.kind &&
          policy === root.record &&
          (isPart || fullyIndexedUnder === root.settling),
      );
    const work = scan.work.length + scan.gone.length + scan.touched.length + scan.retokenise.length + moves.length;
    return (
      work > 0 ||
      plan.dropped.length > 0 ||
      !plan.targets.every(same) ||
      listings.some(({ errors }) => errors.length > 0)
    );
  }

  #items(scan: Scan, ids: ReadonlyMap<string, number>, nextFile: number): PipelineItem[] {
    const roots = new Map<string, IngestRoot>();
    let next = nextFile;
    const items = scan.work.map(({ root, rel, known, isolated }): PipelineItem => {
      let ingest = roots.get(root.path);
      if (!ingest) {
        ingest = ingestRoot(root, ids.get(root.path) ?? 0);
        roots.set(root.path, ingest);
      }
      return { fileId: known ?? next++, rel, root: ingest, known: known !== null, isolated };
    });
    this.#total = items.length;
    return items;
  }

  #onReport(report: BatchReport, items: readonly PipelineItem[]): void {
    for (let i = 0; i < report.done; i++) {
      const result = report.results[i];
      if (result === RESULT.failed) this.#tally.failed += 1;
      const known = items[i]?.known === true;
      if (result === RESULT.vanished) {
        if (known) this.#tally.vanished += 1;
      } else if (known) this.#tally.changed += 1;
      else this.#tally.added += 1;
    }
    this.#tally.bytes += report.bytes;
    this.#done += report.done;
    this.context.progress?.update({
      phase: "indexing",
      files: this.#done,
      totalFiles: this.#total,
      bytes: this.#tally.bytes,
      totalBytes: null,
    });
  }
}

/** Device of the folder or file itself; null when it has vanished meanwhile. */
function deviceOf(path: string): string | null {
  return statSync(systemPath(path), { throwIfNoEntry: false, bigint: true })?.dev.toString() ?? null;
}

/** Whether a large run ended before joining its posting segments; reading waiting symbols would join them at its end. */
function isMergeDue(store: Store): boolean {
  return metaValue(store.db, LARGE_RUN) !== null && waitingFiles(store, 0, 1).length === 0;
}

function isLittle({ gone, touched, retokenise }: Scan, moves: readonly Move[]): boolean {
  if (retokenise.length > 0 || gone.length + touched.length + moves.length > LITTLE_FILES) return false;
  return gone.reduce((sum, { size }) => sum + size, 0) <= LITTLE_BYTES;
}

function ingestRoot(root: PlannedRoot, rootId: number): IngestRoot {
  const { path, policy, chunkSize, overlap, encodings } = root;
  const { followLinks, allow, maxSize } = policy;
  return { rootId, path, followLinks, allow, maxSize, chunkSize, overlap, encodings };
}

function* outcomesOf(scan: Scan, moves: readonly Move[], rootIds: ReadonlyMap<string, number>): Generator<FileOutcome> {
  // Removals come first and free the places of moved files.
  for (const { id } of scan.gone) yield { kind: "removed", fileId: id };
  for (const { fileId, root, rel, stat } of moves) {
    yield { kind: "moved", fileId, rootId: rootIds.get(root.path) ?? 0, rel, stat };
  }
  for (const { fileId, stat } of scan.touched) yield { kind: "touched", fileId, stat };
  for (const fileId of scan.retokenise) yield { kind: "retokenised", fileId };
}
