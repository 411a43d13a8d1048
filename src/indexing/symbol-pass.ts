/**
 * Symbols of indexed files: read after words are searchable, since a syntax tree costs three times as much as indexing the
 * text. It may end at any moment; the next run continues. Until then chunks have names from line patterns.
 */
import { createLogger } from "../log.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { ProgressSink } from "../progress.ts";
import { openStore, type Store } from "../store/store.ts";
import { areSymbolsStale, countWaiting, countWaitingLanguages, waitingFiles } from "../store/symbols.ts";
import type { SymbolsOfFile } from "../store/writer.ts";
import { throwIfCancelled } from "./cancellation.ts";
import { LockedWriter, type LockedWriterContext, StoreReplacedError } from "./locked-writer.ts";
import { settlePostings } from "./store-worker.ts";
import { SymbolHandler, type SymbolTask } from "./symbol-handler.ts";

export interface SymbolPass extends LockedWriterContext {
  readonly jobs: number;
  /** Reads in this thread, not in a worker. */
  readonly inline?: boolean;
  /** Milliseconds after which no further files are begun. */
  readonly budgetMs?: number | undefined;
  readonly progress?: ProgressSink | undefined;
  /** Resolves when the next batch may begin. */
  readonly proceed?: (() => Promise<void>) | undefined;
}

/** Files of one task: a few hundred milliseconds, also the loss of a killed run. */
const BATCH_FILES = 64;
/** Fewer files are not worth a second worker, which loads the grammars once more. */
const FILES_A_LANE = 400;
/**
 * With more languages one worker reads alone: all grammars with their parsers and trees take 200 MB in each worker (33 MB in
 * eleven languages: 496 MB at most with two workers, 376 with one).
 */
const MOST_SHARED_LANGUAGES = 4;
/** Milliseconds after which a batch counts as hung: a hostile text takes up to two seconds. */
const TASK_MS = 5 * 60_000;
/** Failed batches after which the rest is left for another run. */
const MOST_FAILURES = 3;

const log = createLogger("index");

const PHASE = "words are searchable; reading symbols";

/**
 * Reads symbols until no file waits, with the writers' lock free in between; returns the number of files read. The caller holds
 * the lock for embedding. Throws `cancelled`, and the writer's errors; a replaced store ends the work.
 */
export async function readSymbols(context: SymbolPass): Promise<number> {
  const store = openStore(context.dataDir, "read");
  try {
    return await new Pass(store, context).run();
  } finally {
    store.close();
  }
}

class Pass {
  #total = 0;
  readonly #deadline: number;
  readonly #turns: LockedWriter;
  #done = 0;
  #failures = 0;

  constructor(
    private readonly store: Store,
    private readonly context: SymbolPass,
  ) {
    this.#deadline = performance.now() + (context.budgetMs ?? Number.POSITIVE_INFINITY);
    this.#turns = new LockedWriter(context);
  }

  async run(): Promise<number> {
    const { store, context } = this;
    let readers: Executor<SymbolTask, SymbolsOfFile[]> | null = null;
    try {
      if (store.read(() => areSymbolsStale(store))) await this.#turns.order({ kind: "awaitSymbols" });
      let waiting = this.#waiting();
      if (waiting === 0) return 0;
      const isVaried = store.read(() => countWaitingLanguages(store)) > MOST_SHARED_LANGUAGES;
      const size = isVaried ? 1 : Math.max(1, Math.min(context.jobs, Math.ceil(waiting / FILES_A_LANE)));
      const pool = context.inline === true ? inlineReader() : readerPool(size);
      readers = pool;
      // Files changed meanwhile wait again.
      for (let before = Number.POSITIVE_INFINITY; waiting > 0 && waiting < before && this.#mayBegin(); ) {
        this.#total = this.#done + waiting;
        const batches = this.#batches();
        const lanes = await Promise.allSettled(Array.from({ length: size }, () => this.#lane(batches, pool)));
        for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
        before = waiting;
        waiting = this.#waiting();
      }
      await settlePostings((order) => this.#turns.order(order));
    } catch (error) {
      if (!(error instanceof StoreReplacedError)) throw error;
    } finally {
      await readers?.close(0);
      // The writer must close last: it then checkpoints the write-ahead log.
      store.close();
      await this.#turns.close();
    }
    return this.#done;
  }

  #waiting(): number {
    return this.store.read(() => countWaiting(this.store));
  }

  #mayBegin(): boolean {
    return performance.now() < this.#deadline && this.#failures < MOST_FAILURES;
  }

  *#batches(): Generator<number[]> {
    let after = 0;
    for (;;) {
      const files = this.store.read(() => waitingFiles(this.store, after, BATCH_FILES));
      if (files.length === 0) return;
      after = files.at(-1) ?? after;
      yield files;
    }
  }

  async #lane(batches: Generator<number[]>, readers: Executor<SymbolTask, SymbolsOfFile[]>): Promise<void> {
    for (;;) {
      throwIfCancelled(this.context.signal);
      await this.context.proceed?.();
      if (!this.#mayBegin()) return;
      const next = batches.next();
      if (next.done === true) return;
      const found = await this.#read(next.value, readers);
      await this.#write(found);
      this.#done += found.length;
      const { progress } = this.context;
      progress?.update({ phase: PHASE, files: this.#done, totalFiles: this.#total, bytes: 0, totalBytes: null });
    }
  }

  /** A text that crashes its reader costs its batch the syntax trees, never the run. */
  async #read(files: number[], readers: Executor<SymbolTask, SymbolsOfFile[]>): Promise<SymbolsOfFile[]> {
    const { dataDir, signal } = this.context;
    try {
      return await readers.run({ dataDir, files }, { ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      throwIfCancelled(signal);
      if (!(error instanceof TaskFailedError)) throw error;
      log.warning(`symbols of ${files.length} files are left for another run: ${error.message}`);
      this.#failures++;
      return [];
    }
  }

  async #write(files: SymbolsOfFile[]): Promise<void> {
    if (files.length > 0) await this.#turns.order({ kind: "symbols", files });
  }
}

function readerPool(size: number): Executor<SymbolTask, SymbolsOfFile[]> {
  return createWorkerPool<SymbolTask, SymbolsOfFile[]>({ name: "symbols", size, limits: { timeMs: TASK_MS } });
}

function inlineReader(): Executor<SymbolTask, SymbolsOfFile[]> {
  const handler = new SymbolHandler();
  return {
    run: (request) => handler.answer(request),
    room: () => Promise.resolve(),
    close: () => Promise.resolve(handler.close()),
  };
}
