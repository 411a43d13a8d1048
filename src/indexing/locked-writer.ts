/**
 * Orders to the writer of the store, each under the writers' lock for itself: what takes minutes or hours lets others write
 * in between. Whatever an order rests on may be otherwise by its turn, so orders say what that was and the writer compares.
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
  /** For whoever waits meanwhile: "index". */
  readonly command: string;
  /** A writer that its owner keeps, null to start one. */
  readonly writer: Executor<StoreRequest, StoreResponse> | null;
  readonly signal?: AbortSignal | undefined;
}

/** The lock stays free for so long at least: others look every 10 ms. Milliseconds. */
const FREE_MS = 30;

/** The database was removed, set aside or restored: what was read of it says nothing of the one that is there now. */
export class StoreReplacedError extends Error {
  override readonly name = "StoreReplacedError";
}

export class LockedWriter {
  readonly #identity: string;
  #own: Executor<StoreRequest, StoreResponse> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #freedAt = Number.NEGATIVE_INFINITY;

  /** While the caller has the store open, so that no other gets its identity. */
  constructor(private readonly context: LockedWriterContext) {
    this.#identity = fileIdentity(storePath(context.dataDir));
  }

  /** One after another. Throws `cancelled`, StoreReplacedError, and what the writer throws. */
  order(order: StoreOrder): Promise<StoreResponse> {
    const turn = this.#last.then(() => this.#turn(order));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** An order that changes nothing in the store, and needs no lock. */
  beside(order: StoreOrder): Promise<StoreResponse> {
    const turn = this.#last.then(() => this.#run(order));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the writer if it is its own. The last to close: it then folds the write-ahead log into the database. */
  async close(): Promise<void> {
    await this.#own?.close(this.context.signal?.aborted ? 0 : CLOSE_MS);
  }

  async #turn(order: StoreOrder): Promise<StoreResponse> {
    const { dataDir, command, signal } = this.context;
    const early = this.#freedAt + FREE_MS - performance.now();
    if (early > 0) await Bun.sleep(early);
    throwIfCancelled(signal);
    // Before the lock, which would make a data directory that was removed.
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
