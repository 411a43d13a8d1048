/**
 * Files into lines of JSON, in the order of the input: extract workers read and cut (small files this thread), children read documents of isolated formats, encoder
 * workers make vectors. The records that wait for their turn are bounded: a slow reader of the output stops the reading of files.
 */

import { namingPath } from "../corpus/roots.ts";
import type { FileErrorCode } from "../errors.ts";
import type { IsolatedRequest } from "../extract/isolated.ts";
import { createIsolatedPool } from "../extract/isolated-pool.ts";
import { recipeFacts } from "../indexing/recipe.ts";
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import type { EndRecord } from "../request/extract-request.ts";
import { WorkBatches } from "./batches.ts";
import { ExtractWorker } from "./extract-worker.ts";
import type { Extracted, ExtractSettings, ExtractTask } from "./extraction-messages.ts";
import type { Input } from "./inputs.ts";
import { lineOf } from "./output-records.ts";
import { VectorMaker } from "./output-vectors.ts";

export interface ExtractionOptions {
  readonly settings: ExtractSettings;
  /** Files at work at once. */
  readonly jobs: number;
  readonly vectors: boolean;
  readonly signal: AbortSignal;
  /** Takes whole lines, UTF-8; false when nobody reads them any more. */
  write(lines: Uint8Array): Promise<boolean>;
}

export interface ExtractionCounts {
  readonly files: number;
  /** Of these, with an error in their end record. */
  readonly unread: number;
}

/** A text file that takes longer hangs its reader, milliseconds. */
const TASK_MS = 60_000;
/**
 * Files of at most so many bytes are read in this thread: to ask a worker for one costs it as much. 10,000 of 80 bytes: 0.65 s of processor time
 * by workers, 0.45 s so.
 */
const LARGEST_ALONE = 2048;
/** Files begun and not yet written. */
const MOST_WAITING = 64;
/** Bytes of finished files that one write takes together: a write costs as much as a small file. */
const ENOUGH_TOGETHER = 256 * 1024;
/** Bytes of records that are finished and not yet written. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;

/** Each input's lines, its end record last. Throws what `inputs` throws, once all that came before is written. */
export async function extractAll(inputs: AsyncIterable<Input>, options: ExtractionOptions): Promise<ExtractionCounts> {
  const extraction = new Extraction(options);
  try {
    return await extraction.run(inputs);
  } finally {
    await extraction.close();
  }
}

/** The lines of a file that waits for its turn, in pieces. */
interface Output {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly isUnread: boolean;
}

interface Waiting {
  readonly output: Promise<Output>;
  made: Output | null;
}

class Extraction {
  readonly #workers: Executor<ExtractTask, readonly Extracted[]>;
  readonly #batches: WorkBatches;
  readonly #alone = new ExtractWorker();
  readonly #vectors: VectorMaker | null;
  #children: Executor<IsolatedRequest, Uint8Array> | null = null;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #isEnded = false;
  #isRead = true;
  #changed = Promise.withResolvers<void>();

  constructor(private readonly options: ExtractionOptions) {
    const { jobs, vectors, settings, signal } = options;
    this.#workers = createWorkerPool({ name: "extract", size: jobs, limits: { timeMs: TASK_MS } });
    this.#batches = new WorkBatches(this.#workers, settings, signal);
    this.#vectors = vectors ? new VectorMaker(jobs) : null;
  }

  async run(inputs: AsyncIterable<Input>): Promise<ExtractionCounts> {
    const begun = this.#begin(inputs);
    // The await below reports the error; without this handler the runtime would report it first, as unhandled.
    begun.catch(() => undefined);
    const counts = await this.#write();
    if (this.#isRead) await begun;
    return counts;
  }

  async close(): Promise<void> {
    this.#alone.close();
    await Promise.all([this.#workers.close(0), this.#children?.close(0), this.#vectors?.close()]);
  }

  async #begin(inputs: AsyncIterable<Input>): Promise<void> {
    try {
      for await (const input of inputs) {
        while (this.#isFull && this.#isRead) await this.#changed.promise;
        if (!this.#isRead) return;
        const waiting: Waiting = { output: this.#output(input), made: null };
        waiting.output.then(
          (output) => {
            waiting.made = output;
            this.#waitingBytes += output.bytes;
          },
          () => undefined,
        );
        this.#waiting.push(waiting);
        this.#tell();
      }
    } finally {
      this.#isEnded = true;
      this.#tell();
    }
  }

  get #isFull(): boolean {
    const { length } = this.#waiting;
    return length >= MOST_WAITING || (length > this.options.jobs && this.#waitingBytes > MOST_WAITING_BYTES);
  }

  /** Writes what is next as soon as it is there. */
  async #write(): Promise<ExtractionCounts> {
    const counts = { files: 0, unread: 0 };
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) {
        if (this.#isEnded) return counts;
        await this.#changed.promise;
        continue;
      }
      const outputs = [next.made ?? (await next.output)];
      let bytes = outputs[0]?.bytes ?? 0;
      for (let more = this.#waiting[0]?.made; more && bytes < ENOUGH_TOGETHER; more = this.#waiting[0]?.made) {
        outputs.push(more);
        bytes += more.bytes;
        this.#waiting.shift();
      }
      this.#isRead = await this.#writeAll(outputs.flatMap(({ pieces }) => pieces));
      this.#waitingBytes -= bytes;
      this.#tell();
      counts.files += outputs.length;
      counts.unread += outputs.filter(({ isUnread }) => isUnread).length;
      if (!this.#isRead) return counts;
    }
  }

  /** Small pieces together, large ones as they are. */
  async #writeAll(pieces: readonly Uint8Array[]): Promise<boolean> {
    let together: Uint8Array[] = [];
    let bytes = 0;
    for (const [at, piece] of pieces.entries()) {
      together.push(piece);
      bytes += piece.length;
      if (bytes < ENOUGH_TOGETHER && at + 1 < pieces.length) continue;
      const [only] = together;
      if (!(await this.options.write(together.length === 1 && only ? only : Buffer.concat(together)))) return false;
      together = [];
      bytes = 0;
    }
    return true;
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async #output(input: Input): Promise<Output> {
    const { name, place } = input;
    const extracted = await this.#extract(input);
    const end = { end: place.path, name, doc: extracted.doc, chunks: 0, bytes: extracted.bytes };
    if (extracted.kind === "failed") {
      const { code, message } = extracted;
      return outputOf([endOf({ ...end, error: code, message })], true);
    }
    const { lines, count, texts } = extracted;
    const vectors = await this.#vectors?.of(place, texts, this.options.signal);
    const records = vectors === undefined ? lines : [withVectors(lines, vectors)];
    return outputOf([...records, endOf({ ...end, chunks: count })], false);
  }

  async #extract({ place, bytes }: Input): Promise<Exclude<Extracted, { kind: "isolated" }>> {
    if (place.root === null && bytes === null) {
      return {
        kind: "failed",
        code: "vanished",
        message: "there is no such file beneath the root",
        doc: null,
        bytes: null,
      };
    }
    try {
      const small = bytes === null ? await this.#alone.small(place, this.options.settings, LARGEST_ALONE) : null;
      if (small !== null) return small;
      const work = bytes === null ? ({ kind: "file", place } as const) : ({ kind: "contents", place, bytes } as const);
      const first = await this.#batches.extract(work);
      if (first.kind !== "isolated") return first;
      const { source } = first;
      const parsed = await this.#parse(
        place.root === null ? place.rel : namingPath(place.root, place.rel),
        first.bytes,
      );
      const second = await this.#batches.extract({ kind: "parsed", place, source, parsed });
      if (second.kind === "isolated") throw new Error("an extract worker gave another answer");
      return second;
    } catch (error) {
      return { kind: "failed", ...failureOf(error), doc: null, bytes: null };
    }
  }

  async #parse(naming: string, bytes: Uint8Array) {
    this.#children ??= createIsolatedPool(this.options.jobs);
    const { extractor, ext } = recipeFacts(naming);
    const name = naming.slice(naming.lastIndexOf("/") + 1);
    const input = { bytes, name, ext, encodings: this.options.settings.encodings };
    return await this.#children.run({ format: extractor.name, input }, this.#signal).catch(failureOf);
  }

  get #signal(): { readonly signal: AbortSignal } {
    return { signal: this.options.signal };
  }
}

/** Why a file's reader had to be ended. Throws what is no file's fault. */
function failureOf(error: unknown): { readonly code: FileErrorCode; readonly message: string } {
  if (!(error instanceof TaskFailedError) || error.failure === "cancelled") throw error;
  return { code: error.failure, message: error.message };
}

function endOf(end: EndRecord): Uint8Array {
  return Buffer.from(lineOf(end, true), "utf8");
}

function outputOf(pieces: readonly Uint8Array[], isUnread: boolean): Output {
  return { pieces, bytes: pieces.reduce((sum, { length }) => sum + length, 0), isUnread };
}

/** Records' lines, each with the vectors of its windows. */
function withVectors(lines: readonly Uint8Array[], windows: readonly (readonly (readonly number[])[])[]): Uint8Array {
  const records = Buffer.concat(lines).toString("utf8").split("\n");
  const written = windows.map((own, at) => {
    const [first, ...further] = own.map((vector) => `[${vector.map(shortest).join(",")}]`);
    const more = further.length === 0 ? "" : `,"further_vectors":[${further.join(",")}]`;
    return `${records[at]?.slice(0, -1)},"vector":${first ?? "null"}${more}}\n`;
  });
  return Buffer.from(written.join(""), "utf8");
}

/** The encoder's float32 as a short decimal that is read as the same: nine significant digits tell any two apart. */
function shortest(value: number): string {
  return String(Number(value.toPrecision(9)));
}
