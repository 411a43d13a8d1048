/**
 * Symbols and vectors for changed files: in turns, beside all other work; after each turn the most recently changed files come
 * first again. During an index run no further batch begins; the current one continues.
 */
import type { EmbedRequest, EmbedResponse } from "../../embed/embed-messages.ts";
import { QsearchError } from "../../errors.ts";
import type { Executor } from "../../pool/executor.ts";
import { createWorkerPool } from "../../pool/worker-pool.ts";
import { lockForEmbedding } from "../../store/lock.ts";
import { storeExists } from "../../store/store.ts";
import type { EmbedScope } from "../../store/vectors.ts";
import { type EmbedOptions, isEmbeddingDue } from "../embed-options.ts";
import type { StoreRequest, StoreResponse } from "../indexing-messages.ts";
import { areSymbolsDue } from "../symbols-due.ts";

/** Milliseconds of one turn, plus the batch in progress. */
const TURN_MS = 5000;
/** Milliseconds until the next attempt while another process embeds or writes. */
const RETRY_MS = 2000;
/** Milliseconds until the next attempt after a failure, without news. */
const FAILED_MS = 60_000;
/** Milliseconds without work after which the encoder is ended: loading it costs 300 ms, keeping it 100 MB. */
const ENCODER_IDLE_MS = 30_000;
const TASK_MS = 10 * 60_000;

export interface IdleEmbedding extends EmbedOptions {
  /** The current settings. */
  scope(): EmbedScope;
  readonly dataDir: string;
  readonly writer: Executor<StoreRequest, StoreResponse>;
  readonly signal: AbortSignal;
  /** Called whenever nothing waits any more, with the number of chunks embedded since the last call. */
  embedded(passages: number): void;
  failed(error: QsearchError): void;
}

export class EmbedIdle {
  #pause: PromiseWithResolvers<void> | null = null;
  #news = Promise.withResolvers<void>();
  #encoder: Executor<EmbedRequest, EmbedResponse> | null = null;
  #encoderTimer: ReturnType<typeof setTimeout> | null = null;
  #passages = 0;
  #lastFailure = "";
  /** Chunks embedded since the cache was made. */
  #uncached = 0;

  constructor(private readonly options: IdleEmbedding) {}

  /** Called when an index run begins. */
  pause(): void {
    this.#pause ??= Promise.withResolvers();
  }

  /** Called when the run has ended; it may have left work. */
  resume(): void {
    this.#pause?.resolve();
    this.#pause = null;
    this.#news.resolve();
  }

  /** Runs until the signal aborts. Never rejects: failures are reported, and retried with the next news, or after a minute. */
  async run(): Promise<void> {
    const { signal } = this.options;
    const stopped = new Promise<"stopped">((resolve) => {
      if (signal.aborted) resolve("stopped");
      else signal.addEventListener("abort", () => resolve("stopped"), { once: true });
    });
    while (!signal.aborted) {
      this.#news = Promise.withResolvers();
      const state = await this.#work();
      if (state === "idle") await Promise.race([this.#news.promise, stopped]);
      else if (state === "failed") await Promise.race([this.#news.promise, Bun.sleep(FAILED_MS), stopped]);
      else if (state === "elsewhere") await Promise.race([Bun.sleep(RETRY_MS), stopped]);
    }
    await this.#endEncoder();
  }

  async #work(): Promise<"more" | "idle" | "elsewhere" | "failed"> {
    try {
      await this.#pause?.promise;
      if (!this.#isDue()) return this.#rest();
      const lock = lockForEmbedding(this.options.dataDir, "watch");
      if ("holder" in lock) return "elsewhere";
      try {
        const didSomething = await this.#turn();
        this.#lastFailure = "";
        // No progress: another process writes for long, or symbols of a file cannot be read: retry later.
        return didSomething || this.#pause !== null ? "more" : "elsewhere";
      } finally {
        lock.release();
      }
    } catch (error) {
      if (this.options.signal.aborted) return "failed";
      const failure = error instanceof QsearchError ? error : new QsearchError("internal", String(error));
      if (failure.message !== this.#lastFailure) this.options.failed(failure);
      this.#lastFailure = failure.message;
      return "failed";
    }
  }

  /** Symbols first: they take seconds, vectors take hours. Returns whether anything was done; throws if the encoder fails. */
  async #turn(): Promise<boolean> {
    const { dataDir, writer, signal, kind, nameOf } = this.options;
    const scope = this.options.scope();
    const turn = {
      dataDir,
      command: "watch",
      writer,
      signal,
      jobs: 1,
      budgetMs: TURN_MS,
      proceed: () => this.#pause?.promise ?? Promise.resolve(),
    };
    let done = 0;
    if (areSymbolsDue(dataDir)) {
      const { readSymbols } = await import("../symbol-pass.ts");
      done += await readSymbols(turn);
    }
    if (!isEmbeddingDue(dataDir, scope, kind, nameOf)) return done > 0;
    const { CACHE_CHUNKS, embedPending } = await import("../embedding.ts");
    const executor = this.options.executor ?? (() => this.#keptEncoder());
    const { embedded, warnings } = await embedPending({ ...turn, scope, kind, nameOf, executor, leavesCache: true });
    this.#passages += embedded;
    this.#uncached += embedded;
    const isDone = !isEmbeddingDue(dataDir, scope, kind, nameOf);
    if (this.#uncached > 0 && (isDone || this.#uncached >= CACHE_CHUNKS)) {
      this.#uncached = 0;
      await writer.run({ dataDir, order: { kind: "cache" } }, { signal });
    }
    const [failure] = warnings;
    if (failure !== undefined) throw new QsearchError("internal", failure.message);
    return isDone || done + embedded > 0;
  }

  #rest(): "idle" {
    if (this.#passages > 0) this.options.embedded(this.#passages);
    this.#passages = 0;
    return "idle";
  }

  #isDue(): boolean {
    const { dataDir, kind, nameOf } = this.options;
    return (
      storeExists(dataDir) && (areSymbolsDue(dataDir) || isEmbeddingDue(dataDir, this.options.scope(), kind, nameOf))
    );
  }

  /** One encoder for all turns: a caller's `close` only ends its turn. */
  #keptEncoder(): Executor<EmbedRequest, EmbedResponse> {
    if (this.#encoderTimer !== null) clearTimeout(this.#encoderTimer);
    this.#encoder ??= createWorkerPool({ name: "embed", size: 1, limits: { timeMs: TASK_MS } });
    const encoder = this.#encoder;
    return {
      run: (request, options) => encoder.run(request, options),
      room: () => encoder.room(),
      close: () => {
        this.#encoderTimer = setTimeout(() => void this.#endEncoder(), ENCODER_IDLE_MS);
        return Promise.resolve();
      },
    };
  }

  async #endEncoder(): Promise<void> {
    const encoder = this.#encoder;
    this.#encoder = null;
    if (this.#encoderTimer !== null) clearTimeout(this.#encoderTimer);
    await encoder?.close(0);
  }
}
