/** What main and the two indexing workers say to each other. Outcomes travel packed (store/outcome-codec.ts). */
import type { RootKind, RootRecord } from "../store/roots.ts";
import type { LateVectors, VectorBatch } from "../store/vector-rows.ts";
import type { SymbolsOfFile } from "../store/writer.ts";
import type { IngestItem, IngestSettings } from "./ingest.ts";
import type { ParsedBytes, Source } from "./source.ts";

/** A root as a worker opens it. */
export interface IngestRoot extends IngestSettings {
  readonly followLinks: boolean;
  readonly allow: readonly string[] | null;
}

/** Files of one root, as parallel arrays: cloning an object a file would cost more than reading it. */
export interface ItemBatch {
  readonly root: IngestRoot;
  readonly fileIds: Float64Array;
  /** 1 where the store may have rows under the id. */
  readonly known: Uint8Array;
  /** Joined by NUL, which no path holds. */
  readonly rels: string;
}

/** What became of a batch's files, in order. A batch stops early when its time or its output is used up. */
export interface BatchReport {
  readonly done: number;
  /** Bytes read. */
  readonly bytes: number;
  /** A RESULT a file. */
  readonly results: Uint8Array;
}

export const RESULT = { ingested: 0, failed: 1, vanished: 2 } as const;

export type IngestRequest =
  | { readonly kind: "batch"; readonly batch: ItemBatch }
  /** The first half of a file whose format runs in a child process. */
  | { readonly kind: "read"; readonly root: IngestRoot; readonly item: IngestItem }
  /** The second half. */
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
  /** Roots that are new or have another policy; answers with their ids. */
  | { readonly kind: "roots"; readonly roots: readonly RootRecord[] }
  | { readonly kind: "write"; readonly outcomes: readonly ArrayBuffer[] }
  /**
   * Ingest and write in one thread: for little work a second thread costs more than it brings. A file of more than
   * `largest` bytes ends the batch and is left.
   */
  | { readonly kind: "batch"; readonly batch: ItemBatch; readonly largest?: number | undefined }
  | { readonly kind: "finish"; readonly finish: Finish }
  /** Postings are merged for some 100 ms, and pages that became free go back to the file system; answers whether more is to be merged. */
  | { readonly kind: "settle" }
  | { readonly kind: "symbols"; readonly files: readonly SymbolsOfFile[] }
  /** Symbols by another version of the program are to be read again. */
  | { readonly kind: "awaitSymbols" }
  /** From now on this encoder embeds the store. */
  | { readonly kind: "encoder"; readonly name: string }
  | { readonly kind: "vectors"; readonly batch: VectorBatch }
  /** Vectors that a search made: kept where nothing was written since. */
  | { readonly kind: "late"; readonly late: LateVectors }
  /** Vectors that no chunk has go, unless some chunk waits: it may have one of them. */
  | { readonly kind: "collect" }
  /** The file of all vectors that searches read in one go. Needs no lock: the store stays as it is. */
  | { readonly kind: "cache" }
  | { readonly kind: "removeRoots"; readonly roots: readonly number[] }
  /** All content, or the roots of one kind with their files. */
  | { readonly kind: "clear"; readonly rootKind: RootKind | null };

/** The end of a run. */
export interface Finish {
  /** Roots whose files are gone by now. */
  readonly dropped: readonly number[];
  /** Roots that were walked as a whole, with the folders that could not be read. */
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
  /** Chunks that have vectors now. */
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
