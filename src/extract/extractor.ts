/** The interface of one format's reader. */
import type { Document } from "../text/document.ts";

/** Input of an extractor. */
export interface ExtractInput {
  readonly bytes: Uint8Array;
  /** File name, for formats that depend on the name. */
  readonly name: string;
  /** Lower-case extension without the dot, "" when there is none. */
  readonly ext: string;
  /** Extra encodings to try after UTF-8 and UTF-16 with BOM (TextDecoder names). */
  readonly encodings: readonly string[];
}

/**
 * One format's reader. Raise `version` when the output changes: the next index then reads files of that format again.
 * `isolated` readers parse untrusted binary formats and run in a child process of the binary, never in a worker.
 */
export interface Extractor {
  readonly name: string;
  readonly version: number;
  readonly extensions: readonly string[];
  /** Exact lower-case file names this reader takes, such as "dockerfile". */
  readonly names?: readonly string[];
  readonly isolated?: boolean;
  /** How the reader makes text that the document does not show, a sentence or two, quoted by `read`. */
  readonly reading?: string;
  /** Throws FileError. */
  extract(input: ExtractInput): Document | Promise<Document>;
}
