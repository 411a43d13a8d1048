/** Reads one file of a root: its bytes from one descriptor, their hashes, and errors as a file's errors. */
import { isUtf8 } from "node:buffer";
import type { FileStamp, OpenedFile, RootHandle } from "../corpus/open.ts";
import { FileError, type FileErrorCode, QsearchError } from "../errors.ts";
import type { Extractor } from "../extract/extractor.ts";
import type { FileStat } from "../store/file-outcomes.ts";
import type { Document } from "../text/document.ts";

/** Facts about a file's bytes, collected while reading. */
export interface Source {
  readonly stat: FileStat;
  readonly sha256: Uint8Array;
  readonly sha1: Uint8Array;
  readonly utf8: boolean;
}

export interface Read {
  /** Valid until the next file is read. */
  readonly bytes: Uint8Array;
  readonly source: Source;
}

/** Opened but not read: the manifest still shows size and time. */
export class UnreadError extends FileError {
  constructor(
    error: FileError,
    readonly stat: FileStat,
  ) {
    super(error.code, error.message, { cause: error });
  }
}

export interface ReadLimits {
  /** Bytes: a larger file is an error of that file. */
  readonly maxSize: number;
  /** Bytes: a larger readable file is left, and the result is null. */
  readonly largest: number;
}

/** Throws FileError. `extractor`: the reader for the bytes. */
export function readSource(
  handle: RootHandle,
  rel: string,
  extractor: Extractor,
  { maxSize, largest }: ReadLimits,
): Read | null {
  const file = handle.openInTurn(rel);
  try {
    if (file.stamp.size > largest && file.stamp.size <= maxSize) return null;
    const bytes = readAll(file, maxSize);
    return { bytes, source: sourceOf(bytes, statOf(file.stamp), extractor) };
  } finally {
    file.close();
  }
}

export function sourceOf(bytes: Uint8Array, stat: FileStat, extractor: Extractor): Source {
  const sha256 = Bun.SHA256.hash(bytes) as Uint8Array;
  const utf8 = extractor.isolated === true || isUtf8(bytes);
  return { stat, sha256, sha1: Bun.SHA1.hash(bytes) as Uint8Array, utf8 };
}

function readAll(file: OpenedFile, maxSize: number): Uint8Array {
  try {
    return file.read(maxSize);
  } catch (error) {
    throw error instanceof FileError ? new UnreadError(error, statOf(file.stamp)) : error;
  }
}

function statOf({ size, mtimeNs }: FileStamp): FileStat {
  return { size, mtimeNs };
}

/** A child's answer for a document of an isolated format (extract/document-bytes.ts), or the error. */
export type ParsedBytes = Uint8Array | { readonly code: FileErrorCode; readonly message: string };

/** Throws FileError. */
export async function parsedDocument(parsed: ParsedBytes): Promise<Document> {
  if (!(parsed instanceof Uint8Array)) throw new FileError(parsed.code, parsed.message);
  // Checks the child's answer with zod, which a run without documents need not load.
  const { decodeDocument } = await import("../extract/document-bytes.ts");
  return decodeDocument(parsed);
}

/** An extractor's error other than FileError becomes an error of this one file. Errors that stop the run are rethrown. */
export function asFileError(error: unknown, extractor: Extractor): FileError {
  if (error instanceof FileError) return error;
  if (error instanceof QsearchError) throw error;
  if (error instanceof RangeError) {
    return new FileError("too_deep", `the ${extractor.name} reader ran out of stack or memory`, { cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new FileError("corrupt", `the ${extractor.name} reader gave up: ${reason.slice(0, 200)}`, { cause: error });
}
