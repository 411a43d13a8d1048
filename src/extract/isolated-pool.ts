/**
 * Child processes that read documents, within one memory budget. Several run in parallel with a share that suffices for nearly
 * all documents; a document that needs more is read again, alone, with the whole budget. So two hostile files cannot take twice
 * the memory, and a large workbook is still read. Copies of a document are read once.
 */

import { createChildPool } from "../pool/child-pool.ts";
import { type Executor, type RunOptions, TaskFailedError } from "../pool/executor.ts";
import { AnswerCache, answerKey } from "./answer-cache.ts";
import { ISOLATED_LIMITS, type IsolatedRequest } from "./isolated.ts";

/** More children than this would each need a budget of their own. */
const CHILDREN = 4;

export interface IsolatedLimits {
  readonly timeMs: number;
  /** Resident bytes of a child that runs alone, and of one that runs beside others. */
  readonly memoryBytes: number;
  readonly sharedMemoryBytes: number;
}

export function createIsolatedPool(
  size: number,
  limits: IsolatedLimits = ISOLATED_LIMITS,
): Executor<IsolatedRequest, Uint8Array> {
  return new IsolatedPool(Math.min(Math.max(size, 1), CHILDREN), limits);
}

class IsolatedPool implements Executor<IsolatedRequest, Uint8Array> {
  readonly #size: number;
  readonly #limits: IsolatedLimits;
  readonly #answers = new AnswerCache();
  #pool: Executor<IsolatedRequest, Uint8Array> | null = null;
  #running = 0;
  #closed = false;
  /** Resolves when no document runs alone any more. */
  #alone: Promise<unknown> = Promise.resolve();
  #idle: (() => void)[] = [];

  constructor(size: number, limits: IsolatedLimits) {
    this.#size = size;
    this.#limits = limits;
  }

  async run(request: IsolatedRequest, options: RunOptions = {}): Promise<Uint8Array> {
    const key = answerKey(request);
    const known = key === null ? undefined : this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = await this.#read(request, options);
    if (key !== null) this.#answers.set(key, answer);
    return answer;
  }

  async room(): Promise<void> {
    await this.#pool?.room();
  }

  async close(deadlineMs?: number): Promise<void> {
    this.#closed = true;
    await this.#pool?.close(deadlineMs);
  }

  async #read(request: IsolatedRequest, options: RunOptions): Promise<Uint8Array> {
    // A transferred buffer could not be sent a second time; frames copy it anyway.
    const { transfer: _, ...rest } = options;
    if (this.#size === 1) return await this.#side(request, rest, this.#limits.memoryBytes);
    try {
      return await this.#side(request, rest, this.#limits.sharedMemoryBytes);
    } catch (error) {
      if (!(error instanceof TaskFailedError) || error.failure !== "memory_limit") throw error;
    }
    const turn = this.#alone.then(() => this.#byItself(request, rest));
    this.#alone = turn.catch(() => undefined);
    return await turn;
  }

  /** Runs in parallel with others, except with a document that has the whole budget. */
  async #side(request: IsolatedRequest, options: RunOptions, memoryBytes: number): Promise<Uint8Array> {
    for (let waited: Promise<unknown> | null = null; waited !== this.#alone; ) {
      waited = this.#alone;
      await waited;
    }
    this.#running++;
    try {
      return await this.#open().run(request, { ...options, limits: { ...options.limits, memoryBytes } });
    } finally {
      this.#running--;
      if (this.#running === 0) for (const wake of this.#idle.splice(0)) wake();
    }
  }

  async #byItself(request: IsolatedRequest, options: RunOptions): Promise<Uint8Array> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    // Idle children hold memory too.
    const others = this.#pool;
    this.#pool = null;
    await others?.close();
    const { memoryBytes } = this.#limits;
    return await this.#open().run(request, { ...options, limits: { ...options.limits, memoryBytes } });
  }

  #open(): Executor<IsolatedRequest, Uint8Array> {
    if (this.#closed) throw new TaskFailedError("cancelled", "the document readers were closed");
    this.#pool ??= createChildPool<IsolatedRequest, Uint8Array>({
      name: "extract",
      size: this.#size,
      limits: this.#limits,
      // Only wasm memory stays allocated in a child: a child within its share need not be replaced.
      recycleBytes: this.#limits.sharedMemoryBytes * 0.75,
    });
    return this.#pool;
  }
}
