/**
 * Runs the work of a run: ingest workers read and prepare, the one store worker writes. Little work runs wholly in the store
 * worker; isolated formats go through a child process. The queue for the writer is bounded.
 */
import { namingPath } from "../corpus/roots.ts";
import { type FileErrorCode, QsearchError } from "../errors.ts";
import type { IsolatedRequest } from "../extract/isolated.ts";
import { createIsolatedPool } from "../extract/isolated-pool.ts";
import { type Executor, type RunOptions, TaskFailedError } from "../pool/executor.ts";
import type { TimeSlice } from "../pool/time-slice.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { FileOutcome } from "../store/file-outcomes.ts";
import { OutcomePacker } from "../store/outcome-codec.ts";
import { throwIfCancelled } from "./cancellation.ts";
import {
  type BatchReport,
  type Finish,
  type IngestRequest,
  type IngestResponse,
  type ItemBatch,
  packItems,
  RESULT,
  type StoreOrder,
  type StoreRequest,
  type StoreResponse,
} from "./indexing-messages.ts";
import type { InlineExecutors } from "./inline.ts";
import { ItemQueue, type PipelineItem } from "./item-queue.ts";
import { recipeFacts } from "./recipe.ts";
import { CLOSE_MS, settlePostings, storeWorker } from "./store-worker.ts";
import { WriteQueue } from "./write-queue.ts";

/** Bytes at which outcomes without reading are queued. */
const PACK_BYTES = 1024 * 1024;
/** Most files of a task; it returns those that it had no time for. */
const BATCH_FILES = 256;
/** In the store worker each task is a transaction, so tasks are larger: twice the files that the last one finished. */
const SOLO_FILES = { least: 1024, most: 8192 };
/** Bytes. A larger file would block the main thread for longer than a person waits for Ctrl-C. */
const LARGEST_ALONE = 512 * 1024;
/** Milliseconds of processor time above which expected work is shared among threads. */
const WORTH_SHARING_MS = 1500;
/**
 * Milliseconds of processor time before the rest is estimated: until the code is compiled, files take five times as long, and
 * 10,000 small ones would look worth sharing.
 */
const SETTLED_MS = 300;
/** Milliseconds after which the reader of a text file counts as hung. */
const TASK_MS = 60_000;

export interface PipelineOptions {
  readonly dataDir: string;
  /** Threads to use besides main. */
  readonly jobs: number;
  /** Everything in this thread; isolated formats use child processes nevertheless. */
  readonly inline: InlineExecutors | null;
  /** With `inline`: milliseconds of expected work above which workers take over. Null: never. */
  readonly soloMs: number | null;
  /** A writer that outlives this run; null: start one for this run. */
  readonly writer: Executor<StoreRequest, StoreResponse> | null;
  readonly signal?: AbortSignal | undefined;
  readonly slice: TimeSlice;
  /** Called when files are done. */
  readonly onReport: (report: BatchReport, items: readonly PipelineItem[]) => void;
}

export class Pipeline {
  #writer: Executor<StoreRequest, StoreResponse>;
  /** Whether this thread still does everything; false once the work is worth sharing. */
  #solo: boolean;
  #ingest: Executor<IngestRequest, IngestResponse> | null = null;
  #children: Executor<IsolatedRequest, Uint8Array> | null = null;

  readonly #queue: WriteQueue;

  constructor(private readonly options: PipelineOptions) {
    this.#writer = options.writer ?? options.inline?.writer() ?? storeWorker();
    this.#solo = options.soloMs !== null && options.writer === null && options.inline !== null;
    this.#queue = new WriteQueue(async (outcomes) => {
      await this.#order({ kind: "write", outcomes }, outcomes);
    }, options.signal);
  }

  /** Sends one order to the writer, after everything queued before. */
  async order(order: StoreOrder): Promise<StoreResponse> {
    await this.#queue.drain();
    return this.#order(order);
  }

  /** Queues outcomes that need no reading. */
  async write(outcomes: Iterable<FileOutcome>): Promise<void> {
    const packer = new OutcomePacker();
    for (const outcome of outcomes) {
      packer.add(outcome);
      if (this.options.slice.due) await this.options.slice.rest();
      if (packer.bytes < PACK_BYTES) continue;
      await this.#queue.room();
      this.#queue.add(packer.take());
    }
    if (packer.count > 0) this.#queue.add(packer.take());
  }

  /** Ingests files in order. Resolves when everything is committed. */
  async ingest(items: readonly PipelineItem[]): Promise<void> {
    const isolated: PipelineItem[] = [];
    const text: PipelineItem[] = [];
    for (const item of items) (item.isolated ? isolated : text).push(item);
    if (isolated.length > 0) await this.#share();
    // The slow formats start first: their child processes work in parallel.
    const documents = this.#ingestIsolated(isolated);
    const texts = this.#ingestText(text);
    const results = await Promise.allSettled([documents, texts]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    await this.#queue.drain();
    await this.#endReaders();
  }

  /** Before the end of a run: the writer then merges segments, and needs the memory. */
  async #endReaders(deadline?: number): Promise<void> {
    const readers = [this.#ingest, this.#children];
    this.#ingest = null;
    this.#children = null;
    await Promise.all(readers.map((pool) => pool?.close(deadline)));
  }

  /** Finishes the run. */
  async finish(finish: Finish): Promise<void> {
    await this.order({ kind: "finish", finish });
    await settlePostings(async (order) => {
      await this.options.slice.rest();
      return this.order(order);
    });
  }

  /** Ends all workers; their committed work stays. */
  async close(): Promise<void> {
    // A cancelled run ends at once: closing the connection rolls an open transaction back, and nobody waits for a checkpoint.
    const deadline = this.options.signal?.aborted === true ? 0 : undefined;
    await this.#endReaders(deadline);
    if (this.options.writer === null) await this.#writer.close(deadline ?? CLOSE_MS);
  }

  async #ingestText(items: readonly PipelineItem[]): Promise<void> {
    const rest = await this.#ingestAlone(items);
    if (rest.length === 0) return;
    const queue = new ItemQueue(rest);
    this.#ingest ??= this.#ingestPool();
    const lanes = Array.from({ length: this.#lanes() }, () => this.#lane(queue));
    await allOrFirstFailure(lanes);
  }

  /** Moves the writer into a worker, with other workers as readers. */
  async #share(): Promise<void> {
    if (!this.#solo) return;
    await this.#queue.drain();
    await this.#writer.close();
    this.#writer = storeWorker();
    this.#solo = false;
  }

  /** Reads and writes in the writer's thread, until the rest looks worth sharing; returns that rest. */
  async #ingestAlone(items: readonly PipelineItem[]): Promise<readonly PipelineItem[]> {
    await this.#queue.drain();
    const started = processorMs();
    const queue = new ItemQueue(items);
    let files = SOLO_FILES.least;
    while (queue.left > 0) {
      const before = processorMs();
      const batch = queue.take(files);
      const done = await this.#attempt(batch, async (part) => {
        // A text that hangs its reader hangs the writer here; killing the writer loses only work outside transactions.
        const order: StoreOrder = { kind: "batch", batch: part, largest: this.#solo ? LARGEST_ALONE : undefined };
        const response = await this.#send(order, { limits: { timeMs: TASK_MS } });
        if (response.kind !== "batch") throw new Error("the store worker gave another answer");
        return response.report;
      });
      queue.putBack(batch.slice(done));
      files = Math.min(SOLO_FILES.most, Math.max(SOLO_FILES.least, 2 * done));
      if (done === 0) await this.#share();
      if (this.options.slice.due) await this.options.slice.rest();
      if (done === 0 || this.#isInline || processorMs() - started < SETTLED_MS) continue;
      const expected = ((processorMs() - before) / done) * queue.left;
      if (expected <= (this.#solo ? (this.options.soloMs ?? 0) : WORTH_SHARING_MS)) continue;
      await this.#share();
      if (this.options.jobs > 1 && expected > WORTH_SHARING_MS) return queue.rest();
    }
    return [];
  }

  async #lane(queue: ItemQueue): Promise<void> {
    const pool = this.#ingest;
    while (pool !== null && queue.left > 0) {
      await this.#queue.room();
      const batch = queue.take(BATCH_FILES);
      if (batch.length === 0) return;
      const done = await this.#attempt(batch, async (part) => {
        const response = await pool.run({ kind: "batch", batch: part }, this.#signal());
        return this.#accept(response);
      });
      queue.putBack(batch.slice(done));
    }
  }

  /**
   * Runs a batch; when its worker hangs or dies, its files run one at a time, so only the faulty file is lost. Returns the
   * number of finished files.
   */
  async #attempt(batch: readonly PipelineItem[], run: (part: ItemBatch) => Promise<BatchReport>): Promise<number> {
    throwIfCancelled(this.options.signal);
    try {
      const report = await run(packed(batch));
      this.options.onReport(report, batch);
      return report.done;
    } catch (error) {
      const failure = runnerFailure(error);
      if (failure === null) throw error;
      const [only] = batch;
      if (batch.length > 1) {
        for (const item of batch) await this.#attempt([item], run);
      } else if (only) {
        await this.#giveUp(only, failure.code, failure.message);
      }
      return batch.length;
    }
  }

  async #ingestIsolated(items: readonly PipelineItem[]): Promise<void> {
    if (items.length === 0) return;
    this.#ingest ??= this.#ingestPool();
    this.#children ??= createIsolatedPool(this.options.jobs);
    const queue = new ItemQueue(items);
    const lane = async () => {
      while (queue.left > 0) {
        await this.#queue.room();
        const [item] = queue.take(1);
        if (item) await this.#ingestDocument(item);
      }
    };
    await allOrFirstFailure(Array.from({ length: Math.max(1, this.options.jobs) }, lane));
  }

  async #ingestDocument(item: PipelineItem): Promise<void> {
    const ingest = this.#ingest;
    const children = this.#children;
    if (ingest === null || children === null) return;
    throwIfCancelled(this.options.signal);
    const { root } = item;
    const plain = { fileId: item.fileId, rel: item.rel, known: item.known };
    try {
      const read = await ingest.run({ kind: "read", root, item: plain }, this.#signal());
      if (read.kind !== "bytes") {
        this.options.onReport(this.#accept(read), [item]);
        return;
      }
      const path = namingPath(root.path, item.rel);
      const { extractor, ext } = recipeFacts(path);
      const name = path.slice(path.lastIndexOf("/") + 1);
      const input = { bytes: read.bytes, name, ext, encodings: root.encodings };
      const parsed = await children.run({ format: extractor.name, input }, this.#signal()).catch((error: unknown) => {
        const failure = runnerFailure(error);
        if (failure === null) throw error;
        return failure;
      });
      const finished = await ingest.run(
        { kind: "finish", root, item: plain, source: read.source, parsed },
        this.#signal(),
      );
      if (finished.kind !== "packed") throw new Error("an ingest worker gave another answer");
      this.options.onReport(this.#accept(finished), [item]);
    } catch (error) {
      const failure = runnerFailure(error);
      if (failure === null) throw error;
      await this.#giveUp(item, failure.code, failure.message);
    }
  }

  /** Records a file whose reader had to be killed. */
  async #giveUp(item: PipelineItem, code: FileErrorCode, message: string): Promise<void> {
    const { fileId, rel, known, root } = item;
    const { ext, category, language } = recipeFacts(namingPath(root.path, rel));
    const place = { fileId, known, rootId: root.rootId, rel, ext, category, language };
    await this.write([{ kind: "failed", ...place, stat: null, source: null, recipe: "", code, message }]);
    this.options.onReport({ done: 1, bytes: 0, results: Uint8Array.of(RESULT.failed) }, [item]);
  }

  #accept(response: IngestResponse): BatchReport {
    if (response.kind !== "packed") throw new Error("an ingest worker gave another answer");
    this.#queue.add(response.outcomes);
    return response.report;
  }

  /** Sends an order whose failure is no file's fault. */
  async #order(order: StoreOrder, transfer: ArrayBuffer[] = []): Promise<StoreResponse> {
    try {
      return await this.#send(order, { transfer });
    } catch (error) {
      if (!(error instanceof TaskFailedError)) throw error;
      const message = `the store's writer ended: ${error.message}`;
      throw new QsearchError("internal", message, "The store is whole; index again.", { cause: error });
    }
  }

  async #send(order: StoreOrder, options: RunOptions): Promise<StoreResponse> {
    try {
      return await this.#writer.run({ dataDir: this.options.dataDir, order }, { ...options, ...this.#signal() });
    } catch (error) {
      throwIfCancelled(this.options.signal);
      throw error;
    }
  }

  #ingestPool(): Executor<IngestRequest, IngestResponse> {
    if (this.#isInline && this.options.inline !== null) return this.options.inline.ingest();
    return createWorkerPool({ name: "ingest", size: this.#lanes(), limits: { timeMs: TASK_MS } });
  }

  /** Whether this thread does everything to the end. */
  get #isInline(): boolean {
    return this.options.inline !== null && this.options.soloMs === null;
  }

  /** Three ingest workers keep a writer busy; on two cores one suffices, and each compiles the code by itself. */
  #lanes(): number {
    return Math.min(3, Math.max(1, this.options.jobs - 1));
  }

  #signal(): { signal?: AbortSignal } {
    return this.options.signal ? { signal: this.options.signal } : {};
  }
}

/** Processor time of all threads: on a busy machine wall time would make little work look like much. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function packed(batch: readonly PipelineItem[]): ItemBatch {
  const [first] = batch;
  if (!first) throw new Error("a batch without files");
  return packItems(first.root, batch);
}

/** Error of a file whose reader was killed; null for an error that no file caused. */
function runnerFailure(error: unknown): { code: FileErrorCode; message: string } | null {
  if (!(error instanceof TaskFailedError)) return null;
  if (error.failure === "cancelled") {
    throw new QsearchError("cancelled", "stopped; what was indexed so far is kept", "", { cause: error });
  }
  return { code: error.failure, message: error.message };
}

/** Waits for all; a failure is thrown after the others have ended. */
async function allOrFirstFailure(lanes: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(lanes)) if (result.status === "rejected") throw result.reason;
}
