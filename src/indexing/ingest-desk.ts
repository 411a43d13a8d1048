/** The ingest worker's duties as plain functions: batches of text files, and the two halves of an isolated one. */
import { openRoot, type RootHandle } from "../corpus/open.ts";
import { FileError } from "../errors.ts";
import type { FileOutcome } from "../store/records.ts";
import { OutcomePacker } from "../store/wire.ts";
import type { Document } from "../text/document.ts";
import { createTokeniser, type Tokeniser } from "../text/tokeniser.ts";
import { Ingester, type ItemResult } from "./ingest.ts";
import {
  type BatchReport,
  type IngestRequest,
  type IngestResponse,
  type IngestRoot,
  type ItemBatch,
  RESULT,
} from "./messages.ts";

/** When a batch stops and leaves the rest for another task. */
export interface BatchLimits {
  readonly ms: number;
  /** Bytes read. */
  readonly bytes: number;
  /** Bytes of one file: a larger one ends the batch and is left. */
  readonly largest?: number | undefined;
}

/** Of an ingest worker: short enough for cancelling and an even queue, long enough that messages do not count. */
const LIMITS: BatchLimits = { ms: 50, bytes: 2 * 1024 * 1024 };

export class IngestDesk {
  readonly #ingesters = new Map<string, Ingester>();
  readonly #handles: RootHandle[] = [];
  readonly #packer = new OutcomePacker();
  #tokeniser: Tokeniser | null = null;

  get tokeniser(): Tokeniser {
    this.#tokeniser ??= createTokeniser();
    return this.#tokeniser;
  }

  /** Another run in the same worker: a root may be another folder under the same name by now. */
  forgetRoots(): void {
    this.#ingesters.clear();
    for (const handle of this.#handles.splice(0)) handle.close();
  }

  async answer(request: IngestRequest): Promise<IngestResponse> {
    switch (request.kind) {
      case "batch": {
        const report = await this.runBatch(request.batch, LIMITS, (outcome) => this.#packer.add(outcome));
        return { kind: "packed", outcomes: this.#packer.take(), report };
      }
      case "read": {
        const read = this.#ingester(request.root).read(request.item, (outcome) => this.#packer.add(outcome));
        if (!("kind" in read)) return { kind: "bytes", ...read };
        return { kind: "packed", outcomes: this.#packer.take(), report: reportOf([read]) };
      }
      case "finish": {
        const result = this.#ingester(request.root).finish(
          request.item,
          request.source,
          await parsedDocument(request.parsed),
          (outcome) => this.#packer.add(outcome),
        );
        return { kind: "packed", outcomes: this.#packer.take(), report: reportOf([result]) };
      }
    }
  }

  /** Files in order until the limits are met; at least one, unless it is too large. */
  async runBatch(batch: ItemBatch, limits: BatchLimits, emit: (outcome: FileOutcome) => void): Promise<BatchReport> {
    const ingester = this.#ingester(batch.root);
    const until = performance.now() + limits.ms;
    const { fileIds, known } = batch;
    const rels = batch.rels.split("\0");
    const results = new Uint8Array(fileIds.length);
    let done = 0;
    let bytes = 0;
    while (done < fileIds.length) {
      const item = { fileId: fileIds[done] ?? 0, rel: rels[done] ?? "", known: known[done] === 1 };
      const made = ingester.ingest(item, emit, limits.largest);
      const result = made instanceof Promise ? await made : made;
      if (result === null) break;
      results[done++] = RESULT[result.kind];
      bytes += result.bytes;
      if (bytes >= limits.bytes || performance.now() >= until) break;
    }
    return { done, bytes, results: results.slice(0, done) };
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

async function parsedDocument(parsed: (IngestRequest & { kind: "finish" })["parsed"]): Promise<Document | FileError> {
  if (!(parsed instanceof Uint8Array)) return new FileError(parsed.code, parsed.message);
  // It checks what a child says with zod, which a run without documents need not load.
  const { decodeDocument } = await import("../extract/document-bytes.ts");
  try {
    return decodeDocument(parsed);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

function reportOf(results: readonly ItemResult[]): BatchReport {
  return {
    done: results.length,
    bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    results: Uint8Array.from(results, (result) => RESULT[result.kind]),
  };
}
