/** The records that travel from ingest workers to the one writer. Bytes are UTF-8 and handed to SQLite as they are. */

import type { FileErrorCode } from "../errors.ts";
import type { FileType, LocationKind } from "../request/places.ts";
import type { UnitKind } from "../text/document.ts";

export interface FileStat {
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch, from fstat of the descriptor that was read. */
  readonly mtimeNs: bigint;
}

/** What `type:` filters by. */
export type Category = FileType;

/** One chunk with its four posting columns: tokens joined by blanks (see text/tokens.ts). Offsets are UTF-16 into the text. */
export interface ChunkRecord {
  readonly start: number;
  readonly end: number;
  /** First and last source line (or row) the chunk touches; numbering of its LocationKind. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Index into the document's units, -1 without units. */
  readonly unit: number;
  /** Enclosing heading or symbol, "" when none. */
  readonly symbol: string;
  readonly body: Uint8Array;
  readonly ident: Uint8Array;
  readonly symbols: Uint8Array;
  /** Number of body tokens (document length for BM25). */
  readonly tokens: number;
}

export interface UnitRecord {
  readonly kind: UnitKind;
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly note: string;
}

/** Extracted text, cut into blocks that start at `start` (UTF-16 offset) and are compressed one by one. */
export interface ContentRecord {
  /** Length of the text in UTF-16 units. */
  readonly chars: number;
  readonly blocks: readonly { readonly start: number; readonly data: Uint8Array }[];
  /** Line map, cell map and location kind, serialised by store/layout.ts. */
  readonly layout: Uint8Array;
}

interface Outcome {
  readonly rootId: number;
  /** Path beneath the root; bytes that are no UTF-8 are carried as lone surrogates (corpus/path-bytes.ts). */
  readonly rel: string;
}

/** Content, hash and place in the index are as before; `stat` may differ. */
export interface Unchanged extends Outcome {
  readonly kind: "unchanged";
  readonly fileId: number;
  readonly stat: FileStat;
}

export interface Ingested extends Outcome {
  readonly kind: "ingested";
  /** The file that is replaced, null for a new one. */
  readonly fileId: number | null;
  readonly stat: FileStat;
  readonly sha256: Uint8Array;
  readonly sha1: Uint8Array;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
  readonly locationKind: LocationKind;
  /** Extractor name and version, "markdown@1". */
  readonly extractor: string;
  readonly content: ContentRecord;
  readonly units: readonly UnitRecord[];
  readonly chunks: readonly ChunkRecord[];
  /** Path tokens, the same for every chunk of the file. */
  readonly path: Uint8Array;
}

/** Same bytes and extractor as a file that is gone from `fromId`'s path: keeps its id, chunks and vectors. */
export interface Moved extends Outcome {
  readonly kind: "moved";
  readonly fromId: number;
  readonly stat: FileStat;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
  readonly path: Uint8Array;
}

/** The file cannot be indexed: its stale text goes, the reason stays. `stat` is null when it could not be opened. */
export interface Failed extends Outcome {
  readonly kind: "failed";
  readonly fileId: number | null;
  readonly stat: FileStat | null;
  readonly ext: string;
  readonly sha256: Uint8Array | null;
  readonly sha1: Uint8Array | null;
  readonly extractor: string;
  readonly code: FileErrorCode;
  readonly message: string;
}

export type FileOutcome = Unchanged | Ingested | Moved | Failed;
