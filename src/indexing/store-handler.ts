/** The store worker's handler: every write goes through here, one request after another. */

import { pathToBytes } from "../corpus/path-bytes.ts";
import { countersOf } from "../store/counters.ts";
import type { FileOutcome } from "../store/file-outcomes.ts";
import { metaValue, setMeta } from "../store/meta.ts";
import { unpackOutcomes } from "../store/outcome-codec.ts";
import { deleteRoot, putRoot } from "../store/roots.ts";
import { giveSpaceBack } from "../store/space.ts";
import { translated } from "../store/sqlite-errors.ts";
import { openStore, type Store, storePath } from "../store/store.ts";
import { awaitAllSymbols } from "../store/symbols.ts";
import { setUnread } from "../store/unread.ts";
import { cacheVectors } from "../store/vector-index.ts";
import type { LateVectors } from "../store/vector-rows.ts";
import { StoreWriter } from "../store/writer.ts";
import { TOKENISER_VERSION } from "../text/tokeniser.ts";
import { clearAll, removeRootRows } from "./clear-rows.ts";
import type { BatchReport, Finish, ItemBatch, StoreRequest, StoreResponse } from "./indexing-messages.ts";
import { type BatchLimits, IngestHandler } from "./ingest-handler.ts";
import { rebuildPostings } from "./rebuild-postings.ts";

/** Limits of a transaction that ingests and writes in one thread: in main, which must stay responsive, and in a worker. */
const MAIN_LIMITS: BatchLimits = { ms: 100, bytes: 4 * 1024 * 1024 };
const WORKER_LIMITS: BatchLimits = { ms: 500, bytes: 16 * 1024 * 1024 };
/** Bytes. A larger file is not parsed within a transaction. */
const LARGEST_WITHIN = 512 * 1024;
const WRITTEN_TOGETHER = 128;
/** Milliseconds of one merge: a person waits for Ctrl-C, another process for the lock. */
const MERGE_MS = 100;

export class StoreHandler {
  readonly #ingest = new IngestHandler();
  #open: { readonly store: Store; readonly writer: StoreWriter } | null = null;

  /** Throws as `openStore`, `corrupt_store` and `io`. */
  async answer(request: StoreRequest): Promise<StoreResponse> {
    try {
      return await this.#answer(request);
    } catch (error) {
      throw translated(error, storePath(request.dataDir));
    }
  }

  async #answer({ dataDir, order }: StoreRequest): Promise<StoreResponse> {
    const { store, writer } = this.#opened(dataDir);
    switch (order.kind) {
      case "roots": {
        const ids: number[] = [];
        // A run begins: another process may have written since the last one.
        writer.forgetRecipes();
        this.#ingest.forgetRoots();
        writer.transaction(() => {
          for (const root of order.roots) ids.push(putRoot(store, root));
        });
        return { kind: "roots", ids };
      }
      case "write":
        writer.apply(unpacked(order.outcomes));
        return { kind: "done" };
      case "batch":
        return { kind: "batch", report: await this.#ingestAndWrite(writer, order.batch, order.largest) };
      case "finish":
        this.#finish(store, writer, order.finish);
        return { kind: "done" };
      case "settle": {
        const isMergeDue = writer.settlePostings(MERGE_MS);
        if (!isMergeDue) giveSpaceBack(store);
        return { kind: "settled", isMergeDue };
      }
      case "symbols":
        writer.transaction(() => writer.putSymbols(order.files));
        return { kind: "done" };
      case "awaitSymbols":
        writer.transaction(() => awaitAllSymbols(store));
        return { kind: "done" };
      case "encoder":
        writer.transaction(() => writer.vectors.choose(order.name));
        return { kind: "done" };
      case "vectors": {
        let chunks = 0;
        writer.transaction(() => {
          chunks = writer.vectors.put(order.batch);
        });
        return { kind: "put", chunks };
      }
      case "late":
        writer.transaction(() => putLate(store, writer, order.late));
        return { kind: "done" };
      case "collect":
        writer.transaction(() => writer.vectors.collect());
        return { kind: "done" };
      case "cache":
        cacheVectors(store);
        return { kind: "done" };
      case "removeRoots":
        return { kind: "cleared", ...removeRootRows(store, writer, order.roots) };
      case "clear":
        return { kind: "cleared", ...clearAll(store, writer, order.rootKind) };
    }
  }

  /**
   * A hundred files are read, then written, and so on in one transaction: alternating single files miss the processor's caches,
   * and thousands of outcomes at once wait for memory; each costs a twelfth of a first index.
   */
  async #ingestAndWrite(
    writer: StoreWriter,
    batch: ItemBatch,
    largest = Number.POSITIVE_INFINITY,
  ): Promise<BatchReport> {
    const work = this.#ingest.begin(batch, largest === Number.POSITIVE_INFINITY ? WORKER_LIMITS : MAIN_LIMITS);
    const outcomes: FileOutcome[] = [];
    const keep = (outcome: FileOutcome) => outcomes.push(outcome);
    const stop = writer.transaction(() => {
      for (;;) {
        const met = work.advance(keep, Math.min(largest, LARGEST_WITHIN), WRITTEN_TOGETHER);
        for (const outcome of outcomes.splice(0)) writer.put(outcome);
        if (met !== "counted") return met;
      }
    });
    if (stop !== "over") {
      // No transaction stays open during a slow reader, or while a large file is parsed.
      if (stop instanceof Promise) work.take(await stop, keep);
      await work.run(keep, largest);
      writer.apply(outcomes);
    }
    return work.report();
  }

  close(): void {
    this.#ingest.forgetRoots();
    this.#open?.store.close();
    this.#open = null;
  }

  /** A worker serves one store in its life. */
  #opened(dataDir: string): { readonly store: Store; readonly writer: StoreWriter } {
    if (!this.#open) {
      const store = openStore(dataDir, "write");
      const writer = new StoreWriter(store, { tokeniser: () => this.#ingest.tokeniser });
      this.#open = { store, writer };
    }
    return this.#open;
  }

  #finish(store: Store, writer: StoreWriter, { dropped, walked }: Finish): void {
    writer.transaction(() => {
      for (const id of dropped) {
        deleteRoot(store, id);
        setUnread(store, id, null);
      }
      for (const { rootId, fullyIndexedUnder, errors, unread } of walked) {
        setUnread(store, rootId, unread);
        store
          .statement("UPDATE roots SET indexed_at = ?, settled = ? WHERE id = ?")
          .run(Date.now(), fullyIndexedUnder, rootId);
        store.statement("DELETE FROM folder_errors WHERE root = ?").run(rootId);
        const insert = store.statement("INSERT INTO folder_errors VALUES (?, ?, ?)");
        for (const { rel, message } of errors) insert.run(rootId, pathToBytes(rel), message);
      }
      if (metaValue(store.db, "tokeniser") !== TOKENISER_VERSION && writer.allCurrent()) {
        setMeta(store.db, "tokeniser", TOKENISER_VERSION);
      }
    });
    rebuildPostings(store, writer);
  }
}

function* unpacked(all: readonly ArrayBuffer[]): Generator<FileOutcome> {
  for (const packed of all) yield* unpackOutcomes(packed);
}

function putLate(store: Store, writer: StoreWriter, { generation, batch }: LateVectors): void {
  // The same id may now belong to another text.
  if (countersOf(store).generation !== generation) return;
  writer.vectors.choose(batch.encoder);
  writer.vectors.put(batch);
}
