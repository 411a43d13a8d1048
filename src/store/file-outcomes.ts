/** The records that travel from ingest to the one writer. Bytes are UTF-8 and handed to SQLite as they are. */

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

/** What `type:` filters by. */
export type Category = FileType;

export interface ContentRecord {
  /** Extractor, extension and what else decides how these bytes are read; with sha256 the content's key. */
  readonly variant: string;
  /** Length of the text in UTF-16 units. */
  readonly chars: number;
  readonly blocks: readonly CompressedBlock[];
  /** Line map, cell map and location kind, serialised by store/layout.ts. */
  readonly layout: Uint8Array;
  readonly units: readonly Unit[];
}

interface Outcome {
  /** Given by the planner, in path order, so that ids do not depend on which worker was first. */
  readonly fileId: number;
}

/** Outcomes that put a row under an id. */
interface Written extends Outcome {
  /** Whether the store may have rows under this id already: a new file saves the look. */
  readonly known: boolean;
}

/** Where a file is and what its name says. */
export interface StoredPlace {
  readonly rootId: number;
  /** Path beneath the root; bytes that are no UTF-8 are carried as lone surrogates (corpus/path-bytes.ts). */
  readonly rel: string;
  readonly ext: string;
  readonly category: Category;
  readonly language: string | null;
}

/** What was read. */
interface Source {
  readonly sha256: Uint8Array;
  readonly sha1: Uint8Array;
  /** Whether the bytes are valid UTF-8, so that no configured encoding plays a part. */
  readonly utf8: boolean;
}

/** Same bytes, same recipe, another size or time. */
export interface Touched extends Outcome {
  readonly kind: "touched";
  readonly stat: FileStat;
}

/** A new file, or a new state of one: replaces whatever the store has under its id. */
export interface Ingested extends Written, StoredPlace, Source {
  readonly kind: "ingested";
  readonly stat: FileStat;
  /** How the rows were made (indexing/recipe.ts). */
  readonly recipe: string;
  readonly content: ContentRecord;
  /** Number of chunks, and their blob (chunks.ts). */
  readonly chunks: number;
  readonly chunkBlob: Uint8Array;
  /** Body tokens of the chunks, about. */
  readonly tokens: number;
  readonly parts: readonly PartRow[];
  /** Path tokens, the same for every part of the file. */
  readonly path: Uint8Array;
}

/** The bytes and the recipe of a file that is gone, at a new place: id and chunks stay. */
export interface Moved extends Outcome, Pick<StoredPlace, "rootId" | "rel"> {
  readonly kind: "moved";
  readonly stat: FileStat;
}

/** The file cannot be indexed: its stale text goes, the reason stays. */
export interface Failed extends Written, StoredPlace {
  readonly kind: "failed";
  /** Null when it could not be opened. */
  readonly stat: FileStat | null;
  /** Null when it could not be read to its end. */
  readonly source: Source | null;
  readonly recipe: string;
  readonly code: FileErrorCode;
  readonly message: string;
}

/** The file is gone, or no longer admitted. */
export interface Removed extends Outcome {
  readonly kind: "removed";
}

/** The postings are to be made again from the stored text, with the current tokeniser. */
export interface Retokenised extends Outcome {
  readonly kind: "retokenised";
}

export type FileOutcome = Touched | Ingested | Moved | Failed | Removed | Retokenised;
