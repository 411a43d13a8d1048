/** Messages between main and the two indexing workers. Outcomes travel packed (store/outcome-codec.ts). */
import type { RootKind, RootRecord } from "../store/roots.ts";
import type { LateVectors, VectorBatch } from "../store/vector-rows.ts";
import type { SymbolsOfFile } from "../store/writer.ts";
import type { IngestItem, IngestSettings } from "./ingest.ts";
import type { ParsedBytes, Source } from "./source.ts";

/** A root's settings for a worker. */
export interface IngestRoot extends IngestSettings {
  readonly followLinks: boolean;
  readonly allow: readonly string[] | null;
}

/** Files of one root, as parallel arrays: cloning one object a file would cost more than reading the file. */
export interface ItemBatch {
  readonly root: IngestRoot;
  readonly fileIds: Float64Array;
  /** 1 if the store may have rows with the id. */
  readonly known: Uint8Array;
  /** Paths joined by NUL, which no path holds. */
  readonly rels: string;
}

/** Results of a batch's files, in order. A batch stops early at its limit of time or output. */
export interface BatchReport {
  readonly done: number;
  /** Bytes read. */
  readonly bytes: number;
  /** One RESULT a file. */
  readonly results: Uint8Array;
}

export const RESULT = { ingested: 0, failed: 1, vanished: 2 } as const;

export type IngestRequest =
  | { readonly kind: "batch"; readonly batch: ItemBatch }
  /** First half for a file whose format runs in a child process. */
  | { readonly kind: "read"; readonly root: IngestRoot; readonly item: IngestItem }
  /** Second half for such a file. */
  | {
      readonly kind: "finish";
      readonly root: IngestRoot;
      readonly item: IngestItem;
      readonly source: Source;
      readonly parsed: ParsedBytes;
    };

export type IngestResponse =
  | { readonly kind: "packed"; readonly outcomes: ArrayBuffer; readonly report: BatchReport }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array; readonly source: Source };

export interface StoreRequest {
  readonly dataDir: string;
  readonly order: StoreOrder;
}

export type StoreOrder =
  /** Roots that are new or have another policy; the answer gives their ids. */
  | { readonly kind: "roots"; readonly roots: readonly RootRecord[] }
  | { readonly kind: "write"; readonly outcomes: readonly ArrayBuffer[] }
  /**
   * Ingest and write in one thread: for little work a second thread costs more than it saves. A file of more than `largest`
   * bytes ends the batch and is left.
   */
  | { readonly kind: "batch"; readonly batch: ItemBatch; readonly largest?: number | undefined }
  | { readonly kind: "finish"; readonly finish: Finish }
  /** Merge postings for some 100 ms and return free pages to the file system; the answer tells whether merging remains. */
  | { readonly kind: "settle" }
  | { readonly kind: "symbols"; readonly files: readonly SymbolsOfFile[] }
  /** Mark symbols of another program version for reading again. */
  | { readonly kind: "awaitSymbols" }
  /** Make this encoder the store's. */
  | { readonly kind: "encoder"; readonly name: string }
  | { readonly kind: "vectors"; readonly batch: VectorBatch }
  /** Vectors that a search made: stored if nothing was written since. */
  | { readonly kind: "late"; readonly late: LateVectors }
  /** Delete vectors without chunks, unless a chunk waits, which may need one of them. */
  | { readonly kind: "collect" }
  /** Write the cache file of all vectors for searches. Needs no lock: the store is unchanged. */
  | { readonly kind: "cache" }
  | { readonly kind: "removeRoots"; readonly roots: readonly number[] }
  /** Clear all content, or the roots of one kind with their files. */
  | { readonly kind: "clear"; readonly rootKind: RootKind | null };

/** The end of a run. */
export interface Finish {
  /** Roots without files. */
  readonly dropped: readonly number[];
  /** Roots that were walked as a whole, with their unreadable folders. */
  readonly walked: readonly {
    readonly rootId: number;
    readonly fullyIndexedUnder: string;
    readonly errors: readonly FolderError[];
    /** Files that no reader takes, by extension. */
    readonly unread: Readonly<Record<string, number>>;
  }[];
}

export interface FolderError {
  /** Beneath the root, "" for the root itself. */
  readonly rel: string;
  readonly message: string;
}

export type StoreResponse =
  | { readonly kind: "done" }
  | { readonly kind: "settled"; readonly isMergeDue: boolean }
  | { readonly kind: "roots"; readonly ids: readonly number[] }
  | { readonly kind: "batch"; readonly report: BatchReport }
  /** Number of chunks that got vectors. */
  | { readonly kind: "put"; readonly chunks: number }
  | { readonly kind: "cleared"; readonly documents: number; readonly chunks: number };

export function packItems(root: IngestRoot, items: readonly IngestItem[]): ItemBatch {
  const fileIds = new Float64Array(items.length);
  const known = new Uint8Array(items.length);
  const rels: string[] = [];
  for (const item of items) {
    fileIds[rels.length] = item.fileId;
    if (item.known) known[rels.length] = 1;
    rels.push(item.rel);
  }
  return { root, fileIds, known, rels: rels.join("\0") };
}
