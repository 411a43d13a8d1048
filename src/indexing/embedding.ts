/**
 * Embedding what waits for it: texts without vectors go to encoder workers, those of the files changed last first, and
 * what comes back is committed a few chunks at a time. It may end at any moment; what is missing then, the next run does.
 */
import { type EncoderKind, encoderName } from "../embed/encoder.ts";
import type { EmbedRequest, EmbedResponse } from "../embed/messages.ts";
import type { Warning } from "../errors.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { ProgressSink } from "../progress.ts";
import { textOf } from "../store/content.ts";
import { filesByIds } from "../store/files.ts";
import { openStore, type Store } from "../store/store.ts";
import { quantised, vectorKey } from "../store/vector-codec.ts";
import type { VectorBatch } from "../store/vector-rows.ts";
import {
  chunksToEmbed,
  embeddedCounts,
  filesToEmbed,
  hasUnusedVectors,
  vectorIds,
  vectorState,
} from "../store/vectors.ts";
import { chosenKind, type EmbedExecutor, type EmbedOptions, type EmbedReport } from "./embed-options.ts";
import { embeddedPath } from "./embedded-path.ts";
import type { StoreRequest, StoreResponse } from "./messages.ts";
import { throwIfCancelled } from "./pace.ts";

export interface EmbedContext extends EmbedOptions {
  readonly dataDir: string;
  /** A writer that its owner keeps, null to start one. The lock is held. */
  readonly writer: Executor<StoreRequest, StoreResponse> | null;
  /** Encoders at work at once. */
  readonly jobs: number;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
}

/** Chunks of one task: about half a second, which is also what a killed run loses. */
const BATCH_CHUNKS = 8;
/** Fewer windows than this are not worth a second encoder, which loads the model once more. */
const CHUNKS_A_LANE = 32;
/** A batch that takes longer hangs, milliseconds. */
const TASK_MS = 10 * 60_000;
/** The writer's last work is to fold the log into the database. */
const CLOSE_MS = 60_000;
/** A transaction takes what it takes. */
const WRITER_MS = 24 * 3600 * 1000;
/** So many batches may fail before embedding is given up. */
const MOST_FAILURES = 3;

const PHASE = "words are searchable; embedding (Ctrl-C keeps what is done)";

interface WaitingChunk {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

/** Brings the vectors up to date. Throws `cancelled`, and what the writer throws; a failing encoder is a warning. */
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
  readonly #total: number;
  #encoders: EmbedExecutor | null = null;
  #writer: Executor<StoreRequest, StoreResponse> | null = null;
  #writing: Promise<unknown> = Promise.resolve();
  #done = 0;
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
    this.#total = store.read(() => embeddedCounts(store, this.#name).pending);
  }

  async run(): Promise<EmbedReport> {
    const { signal } = this.context;
    if (this.context.budgetMs === 0) return { embedded: 0, warnings: [] };
    const isChosen = this.store.read(() => vectorState(this.store).encoder) === this.#name;
    const isClean = this.store.read(() => !hasUnusedVectors(this.store));
    if (this.#total === 0 && (isClean || !isChosen)) return { embedded: 0, warnings: [] };
    try {
      if (!isChosen) await this.#order({ kind: "encoder", name: this.#name });
      const size = Math.max(1, Math.min(this.context.jobs, Math.ceil(this.#total / CHUNKS_A_LANE)));
      this.#encoders = this.context.executor?.(size) ?? encoderPool(size);
      const batches = this.#batches();
      const lanes = await Promise.allSettled(Array.from({ length: size }, () => this.#lane(batches)));
      for (const lane of lanes) if (lane.status === "rejected") throw lane.reason;
      await this.#order({ kind: "embedded", complete: this.#done === this.#total });
      return { embedded: this.#done, warnings: this.#warnings() };
    } finally {
      await this.#encoders?.close(0);
      // The writer shall be the last to close: it then folds the write-ahead log into the database.
      this.store.close();
      if (this.context.writer === null) await this.#writer?.close(signal?.aborted ? 0 : CLOSE_MS);
    }
  }

  async #lane(batches: Generator<WaitingChunk[]>): Promise<void> {
    for (;;) {
      throwIfCancelled(this.context.signal);
      if (performance.now() >= this.#deadline || this.#failures >= MOST_FAILURES) return;
      const next = batches.next();
      if (next.done === true) return;
      try {
        await this.#embed(next.value);
      } catch (error) {
        throwIfCancelled(this.context.signal);
        const isEncoders = error instanceof TaskFailedError || error instanceof EncoderError;
        if (!isEncoders) throw error;
        this.#failure = error;
        this.#failures += 1;
      }
    }
  }

  /** Newest first. */
  *#batches(): Generator<WaitingChunk[]> {
    const { store } = this;
    let batch: WaitingChunk[] = [];
    for (const fileId of store.read(() => filesToEmbed(store, this.#name))) {
      for (const chunk of store.read(() => this.#waitingIn(fileId))) {
        batch.push(chunk);
        if (batch.length < BATCH_CHUNKS) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  #waitingIn(fileId: number): WaitingChunk[] {
    const { store } = this;
    const file = filesByIds(store, [fileId]).get(fileId);
    if (file === undefined || file.contentId === null) return [];
    const text = textOf(store, file.contentId);
    return chunksToEmbed(store, fileId, this.#name).map(({ id, start, end }) => ({
      id,
      path: embeddedPath(file),
      text: text.slice(start, end),
    }));
  }

  async #embed(chunks: readonly WaitingChunk[]): Promise<void> {
    const asked = await this.#ask({ kind: "windows", encoder: this.#kind, chunks });
    if (asked.kind !== "windows") throw new Error("the encoder gave another answer");
    const keyed = chunks.map(({ id }, at) => {
      const texts = asked.windows[at] ?? [];
      return { id, texts, keys: texts.map((text) => vectorKey(this.#name, text)) };
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
      chunks: keyed.map(({ id, keys }) => ({ id, keys })),
      keys: [...open.values()],
      vectors: quantised(vectors),
    });
    this.#done += chunks.length;
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

  /** One after another: the writer takes orders in turn. */
  async #write(batch: VectorBatch): Promise<void> {
    const last = this.#writing;
    const written = last.then(() => this.#order({ kind: "vectors", batch }));
    this.#writing = written.catch(() => undefined);
    await written;
  }

  async #order(order: StoreRequest["order"]): Promise<void> {
    const { signal, dataDir } = this.context;
    this.#writer ??= this.context.writer ?? createWorkerPool({ name: "store", size: 1, limits: { timeMs: WRITER_MS } });
    try {
      await this.#writer.run({ dataDir, order }, signal ? { signal } : {});
    } catch (error) {
      throwIfCancelled(signal);
      throw error;
    }
  }

  #warnings(): Warning[] {
    if (this.#failure === null) return [];
    const left = this.#total - this.#done;
    const message = `${left} passages could not be embedded (${this.#failure.message}); words find them`;
    return [{ code: "lane_off", message }];
  }
}

/** What an encoder threw, told from what the store throws. */
class EncoderError extends Error {
  override readonly name = "EncoderError";
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function encoderPool(size: number): EmbedExecutor {
  return createWorkerPool({ name: "embed", size, limits: { timeMs: TASK_MS } });
}
