/**
 * The work of the parser child process: from a format's name and bytes to the encoded Document or file error. It knows no
 * store, opens no file of the user and writes nothing. pool/ handles framing, time limits and killing.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { encodeDocument, encodeFailure } from "./document-bytes.ts";
import { documentExtractors } from "./documents.ts";
import type { ExtractInput } from "./extractor.ts";

/** A task for the child: `format` is an isolated extractor's name. */
export interface IsolatedRequest {
  readonly format: string;
  readonly input: ExtractInput;
}

/**
 * Most cost of one document in a child: wall time, and resident memory when read alone or in parallel. A text PDF of 311 pages
 * takes 118 MB, a workbook of 400,000 cells 290 MB, of which the program itself takes 60 MB.
 */
export const ISOLATED_LIMITS = {
  timeMs: 30_000,
  memoryBytes: 340 * (1 << 20),
  sharedMemoryBytes: 190 * (1 << 20),
} as const;

/** Runs the reader in this process. Throws only FileError: any other exception of a parser becomes an error of this file. */
async function extractIsolated(format: string, input: ExtractInput): Promise<Document> {
  const extractor = documentExtractors.find((candidate) => candidate.name === format);
  if (extractor === undefined) throw new FileError("unsupported", `there is no reader for ${format}`);
  try {
    return await extractor.extract(input);
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    // "Maximum call stack size exceeded" and "Out of memory" of the engine are RangeErrors.
    if (cause instanceof RangeError)
      throw new FileError("too_deep", `the ${format} reader ran out of stack or memory`, { cause });
    // A parser's own message ("undefined is not an object") does not help a user.
    throw new FileError("corrupt", `the file is damaged: its contents are not what a ${format} file has`, { cause });
  }
}

/** The child's entry point: never throws. Decode the answer with `decodeDocument`. */
export async function answerIsolated(request: IsolatedRequest): Promise<Uint8Array> {
  try {
    return encodeDocument(await extractIsolated(request.format, request.input));
  } catch (cause) {
    return encodeFailure(cause instanceof FileError ? cause : new FileError("crashed", brief(cause)));
  }
}

function brief(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.split("\n")[0] ?? "").slice(0, 200);
}
