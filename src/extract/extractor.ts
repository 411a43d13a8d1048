/** The interface of one format's reader. */
import type { Document } from "../text/document.ts";

/** What an extractor is given. */
export interface ExtractInput {
  readonly bytes: Uint8Array;
  /** File name, for formats that are told apart by it. */
  readonly name: string;
  /** Lower-case extension without the dot, "" when there is none. */
  readonly ext: string;
  /** Extra encodings to try after UTF-8 and UTF-16 with BOM (TextDecoder names). */
  readonly encodings: readonly string[];
}

/**
 * One format's reader. `version` rises when its output changes: files of that format are read again by the next index.
 * `isolated` readers parse untrusted binary formats and run in a child process of the binary, never in a worker.
 */
export interface Extractor {
  readonly name: string;
  readonly version: number;
  readonly extensions: readonly string[];
  /** Exact lower-case file names this reader takes, such as "dockerfile". */
  readonly names?: readonly string[];
  readonly isolated?: boolean;
  /** How its text is made where the document does not show it, a sentence or two: `read` says it. */
  readonly reading?: string;
  /** Throws FileError. */
  extract(input: ExtractInput): Document | Promise<Document>;
}
