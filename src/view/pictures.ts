/** Pictures of PDF pages, rendered in one isolated child process, and kept for the page that asks for them by their id. */
import { randomBytes } from "node:crypto";
import { QsearchError } from "../errors.ts";
import type { RenderAnswer, RenderRequest } from "../extract/pdf-render.ts";
import { createChildPool } from "../pool/child-pool.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";

const LIMITS = { timeMs: 10_000, memoryBytes: 340 * 2 ** 20 };
/** An ordinary page leaves a child of 85–135 MB; wasm memory never shrinks, so a larger child is replaced. */
const RECYCLE_BYTES = 140 * 2 ** 20;
/** Pictures that are kept, and bytes of all of them. */
const MOST_PICTURES = 32;
const MOST_BYTES = 24 * 2 ** 20;

export type Rendered = Exclude<RenderAnswer, { readonly error: unknown }>;

export class Pictures {
  readonly #kept = new Map<string, Uint8Array>();
  #pool: Executor<RenderRequest, RenderAnswer> | null = null;
  /** Settles when the page that is being rendered is done. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Renders one page after the other. A request that is aborted while it waits is dropped; one that runs is let end, because a
   * cancelled child would have to be started anew. Throws `file_error` and `cancelled`.
   */
  async render(request: RenderRequest, signal: AbortSignal): Promise<Rendered & { readonly id: string }> {
    const turn = this.#last.then(async () => {
      if (signal.aborted) throw new QsearchError("cancelled", "the page is not wanted any more");
      return await this.#run(request);
    });
    this.#last = turn.catch(() => undefined);
    const answer = await turn;
    if ("error" in answer) throw new QsearchError("file_error", `${answer.error.code}: ${answer.error.message}`);
    const id = randomBytes(12).toString("base64url");
    this.#keep(id, answer.png);
    return { ...answer, id };
  }

  picture(id: string): Uint8Array | null {
    return this.#kept.get(id) ?? null;
  }

  /** Starts the child, so that the first page need not wait for it. */
  warm(): void {
    this.#pool ??= createChildPool<RenderRequest, RenderAnswer>({
      name: "render",
      size: 1,
      limits: LIMITS,
      recycleBytes: RECYCLE_BYTES,
    });
  }

  async close(): Promise<void> {
    await this.#pool?.close(0);
  }

  async #run(request: RenderRequest): Promise<RenderAnswer> {
    this.warm();
    try {
      return (await this.#pool?.run(request)) ?? { error: { code: "crashed", message: "the renderer is closed" } };
    } catch (error) {
      if (!(error instanceof TaskFailedError)) throw error;
      return { error: { code: error.failure, message: error.message } };
    }
  }

  #keep(id: string, png: Uint8Array): void {
    this.#kept.set(id, png);
    let bytes = [...this.#kept.values()].reduce((sum, { length }) => sum + length, 0);
    for (const [oldest, { length }] of this.#kept) {
      if (oldest === id || (this.#kept.size <= MOST_PICTURES && bytes <= MOST_BYTES)) return;
      this.#kept.delete(oldest);
      bytes -= length;
    }
  }
}
