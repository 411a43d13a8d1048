/** The records that ingest sends to the one writer. Bytes are UTF-8 and passed to SQLite unchanged. */

import type { FileErrorCode } from "../errors.ts";
import type { FileType } from "../request/kinds.ts";
import type { Unit } from "../text/document.ts";
import type { CompressedBlock } from "./content.ts";
import type { PartRow } from "./part-rows.ts";

export interface FileStat {
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch, from fstat of the descriptor that was read. */
  readonly mtimeNs: bigint;
}

/** The values of the filter `type:`. */
export type Category = FileType;

export interface ContentRecord {
  /** Everything that decides how these bytes are read (extractor, extension and so on); with sha256 the content's key. */
  readonly variant: string;
  /** Length of the text in UTF-16 units. */
  readonly chars: number;
  readonly blocks: readonly CompressedBlock[];
  /** Line map, cell map and location kind, serialised by store/layout.ts. */
  readonly layout: Uint8Array;
  readonly units: readonly Unit[];
}

interface Outcome {
  /** Assigned by the planner, in path order, so ids do not depend on the speed of workers. */
  readonly fileId: number;
}

/** Outcomes that write a row with an id. */
interface Written extends Outcome {
  /** Whether the store may have rows with this id already: a new file needs no check. */
  readonly known: boolean;
}

/** A file's place, and facts from its name. */
export interface StoredPlace {
  readonly rootId: number;
  /** Path beneath the root; bytes that are not UTF-8 are lone surrogates (corpus/path-bytes.ts). */
  readonly rel: string;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
}

/** Facts about the bytes read. */
interface Source {
  readonly sha256: Uint8Array;
  readonly sha1: Uint8Array;
  /** Whether the bytes are valid UTF-8, so configured encodings have no effect. */
  readonly utf8: boolean;
}

/** Same bytes and recipe, different size or time. */
export interface Touched extends Outcome {
  readonly kind: "touched";
  readonly stat: FileStat;
}

/** A new file, or a new version of one: replaces all rows with its id. */
export interface Ingested extends Written, StoredPlace, Source {
  readonly kind: "ingested";
  readonly stat: FileStat;
  /** The recipe of the rows (indexing/recipe.ts). */
  readonly recipe: string;
  readonly content: ContentRecord;
  /** Number of chunks, and their blob (chunks.ts). */
  readonly chunks: number;
  readonly chunkBlob: Uint8Array;
  /** Approximate body tokens of the chunks. */
  readonly tokens: number;
  readonly parts: readonly PartRow[];
  /** Path tokens, the same for every part of the file. */
  readonly path: Uint8Array;
}

/** A vanished file's bytes and recipe found at a new place: id and chunks stay. */
export interface Moved extends Outcome, Pick<StoredPlace, "rootId" | "rel"> {
  readonly kind: "moved";
  readonly stat: FileStat;
}

/** The file cannot be indexed: its stale text is deleted, the reason is kept. */
export interface Failed extends Written, StoredPlace {
  readonly kind: "failed";
  /** Null when the file could not be opened. */
  readonly stat: FileStat | null;
  /** Null when the file could not be read to its end. */
  readonly source: Source | null;
  readonly recipe: string;
  readonly code: FileErrorCode;
  readonly message: string;
}

/** The file has vanished, or is no longer admitted. */
export interface Removed extends Outcome {
  readonly kind: "removed";
}

/** The postings must be made again from the stored text, with the current tokeniser. */
export interface Retokenised extends Outcome {
  readonly kind: "retokenised";
}

export type FileOutcome = Touched | Ingested | Moved | Failed | Removed | Retokenised;
