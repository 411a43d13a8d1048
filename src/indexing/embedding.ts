/**
 * Embeds waiting chunks: texts without vectors go to encoder workers, the most recently changed files first, and results are
 * committed a few chunks at a time. It may end at any moment; the next run does the rest.
 */

import type { EmbedRequest, EmbedResponse } from "../embed/embed-messages.ts";
import { type EncoderKind, encoderName } from "../embed/encoder.ts";
import type { Warning } from "../errors.ts";
import { TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { ProgressSink } from "../progress.ts";
import { textOf } from "../store/content.ts";
import { versionOf } from "../store/file-version.ts";
import { filesByIds } from "../store/files.ts";
import { openStore, type Store } from "../store/store.ts";
import { quantised, vectorKey } from "../store/vector-codec.ts";
import type { VectorBatch } from "../store/vector-rows.ts";
import {
  chunksToEmbed,
  type EmbedScope,
  embeddedCounts,
  filesToEmbed,
  unusedVectorsDue,
  vectorIds,
  vectorState,
  waitingTokens,
} from "../store/vectors.ts";
import { isReadable } from "../text/readable-script.ts";
import { throwIfCancelled } from "./cancellation.ts";
import { chosenKind, type EmbedExecutor, type EmbedOptions, type EmbedReport } from "./embed-options.ts";
import { embeddedPath } from "./embedded-path.ts";
import { LockedWriter, type LockedWriterContext, StoreReplacedError } from "./locked-writer.ts";

export interface EmbedContext extends EmbedOptions, LockedWriterContext {
  readonly scope: EmbedScope;
  /** Encoders working at once. */
  readonly jobs: number;
  readonly progress?: ProgressSink | undefined;
  /** Resolves when the next batch may begin. */
  readonly proceed?: (() => Promise<void>) | undefined;
  /** The caller makes the cache: this call is one turn of many. */
  readonly leavesCache?: boolean;
}

/** Chunks of one task: about half a second, also the loss of a killed run. */
const BATCH_CHUNKS = 8;
/** Fewer windows than this are not worth a second encoder, which loads the model once more. */
const CHUNKS_A_LANE = 32;
/** Milliseconds after which a batch counts as hung. */
const TASK_MS = 10 * 60_000;
/** Failed batches after which embedding is given up. */
const MOST_FAILURES = 3;
/** Milliseconds between looks for newly indexed chunks, which are embedded first. */
const LIST_MS = 15_000;
/** Largest share of the time for these looks. */
const LIST_SHARE = 0.01;
/** Chunks after which the cache is made again: with more uncached chunks searches read all vectors from their pages. */
export const CACHE_CHUNKS = 5000;

/**
 * Processor time by tokens of text, milliseconds: the estimate before any measurement. Prose takes 0.68 to 0.82, source code
 * 1.2, as it splits into more pieces.
 */
const TOKEN_MS = 0.8;

const PHASE = "words are searchable; embedding";

interface WaitingChunk {
  readonly id: number;
  readonly path: string;
  readonly text: string;
  /** Version of the chunk's file: store/file-version.ts. */
  readonly fileVersion: string;
}

/**
 * Brings the vectors up to date, with the writers' lock free in between: embeds every waiting chunk, also those that other
 * processes index meanwhile. The caller holds the lock for embedding. Throws `cancelled`, and the writer's errors; a failing
 * encoder is a warning, and a replaced store ends the work.
 */
export async function embedPending(context: EmbedContext): Promise<EmbedReport> {
  const store = openStore(context.dataDir, "read");
  try {
    return await new Embedding(store, context).run();
  } finally {
    store.close();
  }
}

class Embedding {
  readonly #kind: EncoderKind;
  readonly #name: string;
  readonly #deadline: number;
  readonly #turns: LockedWriter;
  /** Chunks whose vectors are being made or written. */
  readonly #begun = new Set<number>();
  #total: number;
  #encoders: EmbedExecutor | null = null;
  /** Processed passages: with vectors, or unreadable for the model. */
  #done = 0;
  #embedded = 0;
  #cached = 0;
  #failures = 0;
  #failure: Error | null = null;

  constructor(
    private readonly store: Store,
    private readonly context: EmbedContext,
  ) {
    const { nameOf = encoderName, kind } = context;
    this.#kind = store.read(() => chosenKind(store, kind, nameOf));
    this.#name = nameOf(this.#kind);
    this.#deadline = performance.now() + (context.budgetMs ?? Number.POSITIVE_INFINITY);
    this.#total = this.#pending();
    this.#turns = new LockedWriter(context);
  }

  async run(): Promise<EmbedReport> {
    if (this.context.budgetMs === 0) return { embedded: 0, warnings: [] };
    const isChosen = this.store.read(() => vectorState(this.store).encoder) === this.#name;
    const isClean = this.store.read(() => unusedVectorsDue(this.store) === "nothing");
    if (this.#total === 0 && (isClean || !isChosen)) return { embedded: 0, warnings: [] };
    try {
      if (!isChosen) await this.#turns.order({ kind: "encoder", name: this.#name });
      await this.#embedAll();
      if (this.#pending() === 0 && this.store.read(() => unusedVectorsDue(this.store)) !== "nothing") {
        await this.#turns.order({ kind: "collect" });
      }
      if (this.context.leavesCache !== true) await this.#turns.beside({ kind: "cache" });
    } catch (error) {
      if (!(error instanceof StoreReplacedError)) throw error;
    } finally {
      await this.#encoders?.close(0);
      // The writer must close last: it then checkpoints the write-ahead log.
      this.store.close();
      await this.#turns.close();
    }
    return { embedded: this.#embedded, warnings: this.#warnings() };
  }

  /** Runs until nothing waits: chunks changed meanwhile wait again. */
  async #embedAll(): Promise<void> {
    const size = Math.max(1, Math.min(this.context.jobs, Math.ceil(this.#total / CHUNKS_A_LANE)));
    const tokens = this.store.read(() => waitingTokens(this.store, this.context.scope, this.#name));
    this.context.onBegin?.({ passages: this.#total, ms: (tokens * TOKEN_MS) / size });
    this.#encoders = this.context.executor?.(size) ?? encoderPool(size);
    for (let before = -1; before < this.#done && this.#mayBegin(); ) {
      before = this.#done;
      this.#total = this.#done + this.#pending();
      // The first passages may take seconds: the progress should not show the step before.
      this.#tell();
      const batches = this.#batches();
      const lanes = await Promise.allSettled(Array.from({ length: size }, () => this.#lane(batches)));
      for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
    }
  }

  #pending(): number {
    return this.store.read(() => embeddedCounts(this.store, this.context.scope, this.#name).pending);
  }

  #mayBegin(): boolean {
    return performance.now() < this.#deadline && this.#failures < MOST_FAILURES;
  }

  async #lane(batches: Generator<WaitingChunk[]>): Promise<void> {
    for (;;) {
      throwIfCancelled(this.context.signal);
      await this.context.proceed?.();
      if (!this.#mayBegin()) return;
      const next = batches.next();
      if (next.done === true) return;
      const ids = next.value.map(({ id }) => id);
      for (const id of ids) this.#begun.add(id);
      try {
        await this.#embed(next.value);
      } catch (error) {
        throwIfCancelled(this.context.signal);
        const isEncoders = error instanceof TaskFailedError || error instanceof EncoderError;
        if (!isEncoders) throw error;
        this.#failure = error;
        this.#failures += 1;
      } finally {
        for (const id of ids) this.#begun.delete(id);
      }
    }
  }

  /** Newest first; the list is renewed from time to time. */
  *#batches(): Generator<WaitingChunk[]> {
    let batch: WaitingChunk[] = [];
    for (let isStale = true; isStale; ) {
      isStale = false;
      const started = performance.now();
      const files = this.store.read(() => filesToEmbed(this.store, this.context.scope, this.#name));
      const listed = performance.now();
      const until = listed + Math.max(LIST_MS, (listed - started) / LIST_SHARE);
      for (const fileId of files) {
        for (const chunk of this.store.read(() => this.#waitingIn(fileId))) {
          batch.push(chunk);
          if (batch.length < BATCH_CHUNKS) continue;
          yield batch;
          batch = [];
        }
        isStale = performance.now() > until;
        if (isStale) break;
      }
      if (batch.length > 0) yield batch;
      batch = [];
    }
  }

  #waitingIn(fileId: number): WaitingChunk[] {
    const { store } = this;
    const file = filesByIds(store, [fileId]).get(fileId);
    const version = versionOf(store, fileId);
    if (file === undefined || file.contentId === null || version === null) return [];
    const text = textOf(store, file.contentId);
    return chunksToEmbed(store, fileId, this.#name)
      .filter(({ id }) => !this.#begun.has(id))
      .map(({ id, start, end }) => ({
        id,
        path: embeddedPath(file),
        text: text.slice(start, end),
        fileVersion: version,
      }));
  }

  /** Chunks that the model cannot read get no vectors, which is recorded: only words find them. */
  async #embed(chunks: readonly WaitingChunk[]): Promise<void> {
    const readable = chunks.filter(({ text }) => isReadable(text));
    const windows = new Map<number, readonly string[]>();
    if (readable.length > 0) {
      const asked = await this.#ask({
        kind: "windows",
        encoder: this.#kind,
        chunks: readable.map(({ path, text }) => ({ path, text })),
      });
      if (asked.kind !== "windows") throw new Error("the encoder gave another answer");
      for (const [at, { id }] of readable.entries()) windows.set(id, asked.windows[at] ?? []);
    }
    const keyed = chunks.map(({ id, fileVersion }) => {
      const texts = windows.get(id) ?? [];
      return { id, fileVersion, texts, keys: texts.map((text) => vectorKey(this.#name, text)) };
    });
    const all = keyed.flatMap(({ keys, texts }) => keys.map((key, at) => ({ key, text: texts[at] ?? "" })));
    const known = this.store.read(() =>
      vectorIds(
        this.store,
        all.map(({ key }) => key),
      ),
    );
    const open = new Map(all.flatMap(({ key, text }, at) => (known[at] === null ? [[text, key] as const] : [])));
    const texts = [...open.keys()];
    const vectors = texts.length === 0 ? new Float32Array() : await this.#vectors(texts);
    await this.#write({
      encoder: this.#name,
      chunks: keyed.map(({ id, fileVersion, keys }) => ({ id, fileVersion, keys })),
      keys: [...open.values()],
      vectors: quantised(vectors),
    });
    this.#tell();
  }

  #tell(): void {
    this.context.progress?.update({
      phase: PHASE,
      files: this.#done,
      unit: "passages",
      totalFiles: this.#total,
      bytes: 0,
      totalBytes: null,
    });
  }

  async #vectors(texts: readonly string[]): Promise<Float32Array> {
    const answer = await this.#ask({ kind: "embed", encoder: this.#kind, texts });
    if (answer.kind !== "vectors") throw new Error("the encoder gave another answer");
    return answer.vectors;
  }

  async #ask(request: EmbedRequest): Promise<EmbedResponse> {
    const { signal } = this.context;
    if (this.#encoders === null) throw new Error("no encoder is open");
    try {
      return await this.#encoders.run(request, signal ? { signal } : {});
    } catch (error) {
      throwIfCancelled(signal);
      throw error instanceof TaskFailedError ? error : new EncoderError(error);
    }
  }

  /** The writer checks each chunk: one that changed meanwhile is left out, and waits. */
  async #write(batch: VectorBatch): Promise<void> {
    const answer = await this.#turns.order({ kind: "vectors", batch });
    if (answer.kind !== "put") throw new Error("the store worker gave another answer");
    this.#done += answer.chunks;
    this.#embedded += Math.max(0, answer.chunks - batch.chunks.filter(({ keys }) => keys.length === 0).length);
    this.#total = Math.max(this.#total, this.#done);
    if (this.context.leavesCache === true || this.#done - this.#cached < CACHE_CHUNKS) return;
    this.#cached = this.#done;
    await this.#turns.beside({ kind: "cache" });
  }

  #warnings(): Warning[] {
    if (this.#failure === null) return [];
    const left = this.#total - this.#done;
    const message = `${left} passages could not be embedded (${this.#failure.message}); words find them`;
    return [{ code: "lane_off", message }];
  }
}

/** An encoder's error, distinct from the store's errors. */
class EncoderError extends Error {
  override readonly name = "EncoderError";
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function encoderPool(size: number): EmbedExecutor {
  return createWorkerPool({ name: "embed", size, limits: { timeMs: TASK_MS } });
}
