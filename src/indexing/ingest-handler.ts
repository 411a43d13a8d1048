/** The ingest worker's handler as plain functions: batches of text files, and the two halves of an isolated file. */
import { openRoot, type RootHandle } from "../corpus/open.ts";
import { FileError } from "../errors.ts";
import { OutcomePacker } from "../store/outcome-codec.ts";
import { createTokeniser, type Tokeniser } from "../text/tokeniser.ts";
import {
  type BatchReport,
  type IngestRequest,
  type IngestResponse,
  type IngestRoot,
  type ItemBatch,
  RESULT,
} from "./indexing-messages.ts";
import { Ingester, type ItemOutcome } from "./ingest.ts";
import { parsedDocument } from "./source.ts";

/** Limits after which a batch leaves the rest for another task. */
export interface BatchLimits {
  readonly ms: number;
  /** Bytes read. */
  readonly bytes: number;
  /** Bytes of one file: a larger file ends the batch and is left. */
  readonly largest?: number | undefined;
}

/** Limits in an ingest worker: short enough for cancelling and an even queue, long enough that messages cost little. */
const LIMITS: BatchLimits = { ms: 50, bytes: 2 * 1024 * 1024 };

export class IngestHandler {
  readonly #ingesters = new Map<string, Ingester>();
  readonly #handles: RootHandle[] = [];
  readonly #packer = new OutcomePacker();
  #tokeniser: Tokeniser | null = null;

  get tokeniser(): Tokeniser {
    this.#tokeniser ??= createTokeniser();
    return this.#tokeniser;
  }

  /** Begins another run in the same worker: a root may now be another folder with the same path. */
  forgetRoots(): void {
    this.#ingesters.clear();
    for (const handle of this.#handles.splice(0)) handle.close();
  }

  async answer(request: IngestRequest): Promise<IngestResponse> {
    switch (request.kind) {
      case "batch": {
        const work = this.begin(request.batch, LIMITS);
        await work.run((outcome) => this.#packer.add(outcome));
        return { kind: "packed", outcomes: this.#packer.take(), report: work.report() };
      }
      case "read": {
        const read = this.#ingester(request.root).read(request.item);
        return "kind" in read ? this.#packed(read) : { kind: "bytes", ...read };
      }
      case "finish": {
        const parsed = await parsedDocument(request.parsed).catch(asOutcome);
        return this.#packed(this.#ingester(request.root).finish(request.item, request.source, parsed));
      }
    }
  }

  begin(batch: ItemBatch, limits: BatchLimits): BatchWork {
    return new BatchWork(this.#ingester(batch.root), batch, limits);
  }

  #packed(outcome: ItemOutcome): IngestResponse {
    this.#packer.add(outcome);
    const report = { done: 1, bytes: bytesRead(outcome), results: Uint8Array.of(resultOf(outcome)) };
    return { kind: "packed", outcomes: this.#packer.take(), report };
  }

  #ingester(root: IngestRoot): Ingester {
    const key = JSON.stringify(root);
    let ingester = this.#ingesters.get(key);
    if (!ingester) {
      // The handle stays open until the next run.
      const handle = openRoot(root.path, { followLinks: root.followLinks, allow: root.allow });
      this.#handles.push(handle);
      ingester = new Ingester(handle, root, this.tokeniser);
      this.#ingesters.set(key, ingester);
    }
    return ingester;
  }
}

/** Why a batch stops: a promise of a slow reader, whose outcome goes to `take`; or the name of a limit. */
export type BatchStop = Promise<ItemOutcome> | "over" | "large" | "counted";

/** A batch in progress: files in order up to the limits; at least one, unless it is too large. */
export class BatchWork {
  readonly #rels: string[];
  readonly #results: Uint8Array;
  readonly #until: number;
  #done = 0;
  #bytes = 0;

  constructor(
    private readonly ingester: Ingester,
    private readonly batch: ItemBatch,
    private readonly limits: BatchLimits,
  ) {
    this.#rels = batch.rels.split("\0");
    this.#results = new Uint8Array(batch.fileIds.length);
    this.#until = performance.now() + limits.ms;
  }

  /** Whether no file is left, or a limit is reached. */
  private get isOver(): boolean {
    if (this.#done === 0) return this.#results.length === 0;
    return this.#done === this.#results.length || this.#bytes >= this.limits.bytes || performance.now() >= this.#until;
  }

  /** Continues to the end, or to a file of more than `largest` bytes. */
  async run(emit: (outcome: ItemOutcome) => void, largest = this.limits.largest): Promise<void> {
    for (;;) {
      const stop = this.advance(emit, largest);
      if (!(stop instanceof Promise)) return;
      this.take(await stop, emit);
    }
  }

  /** As `run`, without waiting for a reader, for `most` files. */
  advance(
    emit: (outcome: ItemOutcome) => void,
    largest = this.limits.largest,
    most = Number.POSITIVE_INFINITY,
  ): BatchStop {
    const { fileIds, known } = this.batch;
    const end = this.#done + most;
    while (!this.isOver) {
      const at = this.#done;
      if (at === end) return "counted";
      const item = { fileId: fileIds[at] ?? 0, rel: this.#rels[at] ?? "", known: known[at] === 1 };
      const made = this.ingester.ingest(item, largest);
      if (made === null) return "large";
      if (made instanceof Promise) return made;
      this.take(made, emit);
    }
    return "over";
  }

  take(outcome: ItemOutcome, emit: (outcome: ItemOutcome) => void): void {
    this.#results[this.#done++] = resultOf(outcome);
    this.#bytes += bytesRead(outcome);
    emit(outcome);
  }

  report(): BatchReport {
    return { done: this.#done, bytes: this.#bytes, results: this.#results.slice(0, this.#done) };
  }
}

function resultOf({ kind }: ItemOutcome): number {
  return kind === "ingested" ? RESULT.ingested : kind === "failed" ? RESULT.failed : RESULT.vanished;
}

function bytesRead(outcome: ItemOutcome): number {
  if (outcome.kind === "ingested") return outcome.stat.size;
  return outcome.kind === "failed" && outcome.source !== null ? (outcome.stat?.size ?? 0) : 0;
}

/** A FileError is the file's outcome. */
function asOutcome(error: unknown): FileError {
  if (error instanceof FileError) return error;
  throw error;
}
