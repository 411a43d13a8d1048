/** What the main thread and the extract workers say to each other. */

import type { FileErrorCode } from "../errors.ts";
import type { ParsedBytes, Source } from "../indexing/source.ts";
import type { ExtractForm } from "../request/kinds.ts";

/** How files are read and cut, and what their records hold. */
export interface ExtractSettings {
  readonly encodings: readonly string[];
  /** UTF-16 units. */
  readonly chunkSize: number;
  readonly overlap: number;
  /** Bytes. */
  readonly maxSize: number;
  readonly form: ExtractForm;
  readonly tokens: boolean;
  /** Texts of the chunks come beside the records, to be embedded. */
  readonly texts: boolean;
}

/** One file. */
export interface FilePlace {
  /** What its records call it. */
  readonly path: string;
  /** Canonical folder or file that it lies beneath; null: its contents came with the request. */
  readonly root: string | null;
  /** Beneath the root; of contents the name that came with them. */
  readonly rel: string;
}

export type ExtractWork =
  /** Reads the file, and all but documents of isolated formats to their end. */
  | { readonly kind: "file"; readonly place: FilePlace }
  /** The same of contents. */
  | { readonly kind: "contents"; readonly place: FilePlace; readonly bytes: Uint8Array }
  /** The second half of an isolated format. */
  | {
      readonly kind: "parsed";
      readonly place: FilePlace;
      readonly source: Source;
      readonly parsed: ParsedBytes;
    };

/** Answered by one Extracted for each of the first works: fewer where their records are large; the others are sent again. */
export interface ExtractTask {
  readonly settings: ExtractSettings;
  readonly works: readonly ExtractWork[];
}

export type Extracted =
  /** A document whose format is read in a child process; what was read of it. */
  | { readonly kind: "isolated"; readonly bytes: Uint8Array<ArrayBuffer>; readonly source: Source }
  /** Records, lines of JSON in UTF-8, in pieces of whole lines; `texts`: of each chunk, where asked for. */
  | {
      readonly kind: "records";
      readonly lines: readonly Uint8Array<ArrayBuffer>[];
      readonly count: number;
      readonly texts: readonly string[];
      readonly doc: string;
      readonly bytes: number;
    }
  | {
      readonly kind: "failed";
      readonly code: FileErrorCode;
      readonly message: string;
      readonly doc: string | null;
      readonly bytes: number | null;
    };
