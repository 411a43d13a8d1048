/** Packed outcomes for the writer: bounded, and sent in about a transaction's size. */
import { throwIfCancelled } from "./cancellation.ts";

/** Most waiting bytes: an ingest worker pauses at this limit. */
const QUEUE_BYTES = 16 * 1024 * 1024;
/** Bytes per write: each transaction makes a segment of postings, and few large ones merge faster. */
const WRITE_BYTES = 4 * 1024 * 1024;

export class WriteQueue {
  readonly #waiting: ArrayBuffer[] = [];
  #waitingBytes = 0;
  #inFlightBytes = 0;
  #writing: Promise<void> | null = null;
  #failure: unknown = null;
  #wake: (() => void)[] = [];

  /** `write` commits outcomes; the next call waits until it has resolved. */
  constructor(
    private readonly write: (outcomes: ArrayBuffer[]) => Promise<void>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  add(outcomes: ArrayBuffer): void {
    this.#waiting.push(outcomes);
    this.#waitingBytes += outcomes.byteLength;
    if (this.#waitingBytes >= WRITE_BYTES) this.#pump();
  }

  /** Back-pressure: resolves when there is room. Throws the errors of `write`, and `cancelled`. */
  async room(): Promise<void> {
    while (this.#failure === null && this.#waitingBytes + this.#inFlightBytes > QUEUE_BYTES) {
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
    if (this.#failure !== null) throw this.#failure;
    throwIfCancelled(this.signal);
  }

  /** Resolves when everything is committed. Throws the errors of `write`. */
  async drain(): Promise<void> {
    for (;;) {
      this.#pump();
      if (this.#writing === null) break;
      await this.#writing;
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #pump(): void {
    if (this.#writing !== null || this.#failure !== null || this.#waiting.length === 0) return;
    const outcomes: ArrayBuffer[] = [];
    let bytes = 0;
    while (bytes < WRITE_BYTES) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      outcomes.push(next);
      bytes += next.byteLength;
    }
    this.#waitingBytes -= bytes;
    this.#inFlightBytes = bytes;
    this.#writing = this.#written(outcomes);
  }

  async #written(outcomes: ArrayBuffer[]): Promise<void> {
    try {
      await this.write(outcomes);
    } catch (error) {
      this.#failure = error;
    }
    this.#writing = null;
    this.#inFlightBytes = 0;
    if (this.#waitingBytes >= WRITE_BYTES) this.#pump();
    for (const wake of this.#wake.splice(0)) wake();
  }
}
