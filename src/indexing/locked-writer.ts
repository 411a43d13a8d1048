/**
 * Orders to the store's writer, each under the writers' lock by itself: work of minutes or hours lets others write in between.
 * State may change while an order waits for the lock, so it carries the file version that it assumes; the writer checks that.
 */
import type { Executor } from "../pool/executor.ts";
import { fileIdentity } from "../store/identity.ts";
import { lockForWriting } from "../store/lock.ts";
import { storePath } from "../store/store.ts";
import { throwIfCancelled } from "./cancellation.ts";
import type { StoreOrder, StoreRequest, StoreResponse } from "./indexing-messages.ts";
import { CLOSE_MS, storeWorker } from "./store-worker.ts";

export interface LockedWriterContext {
  readonly dataDir: string;
  /** Shown to waiting processes: "index". */
  readonly command: string;
  /** A writer that its owner keeps, null to start one. */
  readonly writer: Executor<StoreRequest, StoreResponse> | null;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds for which the lock stays free at least: other processes try every 10 ms. */
const FREE_MS = 30;

/** The database was removed, set aside or restored: facts read from the old one do not hold for the new one. */
export class StoreReplacedError extends Error {
  override readonly name = "StoreReplacedError";
}

export class LockedWriter {
  readonly #identity: string;
  #own: Executor<StoreRequest, StoreResponse> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #freedAt = Number.NEGATIVE_INFINITY;

  /** Call it while the store is open, so no other file gets its identity. */
  constructor(private readonly context: LockedWriterContext) {
    this.#identity = fileIdentity(storePath(context.dataDir));
  }

  /** Orders run one after another. Throws `cancelled`, StoreReplacedError, and the writer's errors. */
  order(order: StoreOrder): Promise<StoreResponse> {
    const turn = this.#last.then(() => this.#turn(order));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs an order that leaves the store unchanged and needs no lock. */
  beside(order: StoreOrder): Promise<StoreResponse> {
    const turn = this.#last.then(() => this.#run(order));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the writer if this object started it. It must close last: it then checkpoints the write-ahead log. */
  async close(): Promise<void> {
    await this.#own?.close(this.context.signal?.aborted ? 0 : CLOSE_MS);
  }

  async #turn(order: StoreOrder): Promise<StoreResponse> {
    const { dataDir, command, signal } = this.context;
    const early = this.#freedAt + FREE_MS - performance.now();
    if (early > 0) await Bun.sleep(early);
    throwIfCancelled(signal);
    // Before taking the lock, which would make a removed data directory again.
    this.#expectSame();
    const lock = await lockForWriting(dataDir, { command, signal, waitMs: Number.POSITIVE_INFINITY });
    try {
      this.#expectSame();
      return await this.#run(order);
    } finally {
      lock.release();
      this.#freedAt = performance.now();
    }
  }

  async #run(order: StoreOrder): Promise<StoreResponse> {
    const { dataDir, signal } = this.context;
    try {
      return await this.#writer().run({ dataDir, order }, signal ? { signal } : {});
    } catch (error) {
      throwIfCancelled(signal);
      throw error;
    }
  }

  #writer(): Executor<StoreRequest, StoreResponse> {
    const { writer } = this.context;
    if (writer !== null) return writer;
    this.#own ??= storeWorker();
    return this.#own;
  }

  #expectSame(): void {
    if (fileIdentity(storePath(this.context.dataDir)) !== this.#identity) throw new StoreReplacedError();
  }
}
