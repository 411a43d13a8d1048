/** Extracts one file that was just read: text formats in this process, binary formats in a child process that can be killed. */

import { FileError, QsearchError } from "../errors.ts";
import { decodeDocument } from "../extract/document-bytes.ts";
import type { ExtractInput } from "../extract/extractor.ts";
import { ISOLATED_LIMITS, type IsolatedRequest } from "../extract/isolated.ts";
import { extractorFor } from "../extract/registry.ts";
import { createChildPool } from "../pool/child-pool.ts";
import { TaskFailedError } from "../pool/executor.ts";
import type { Document } from "../text/document.ts";

/** A file's bytes with its names; `ext` is lower case, without the dot. */
export interface NamedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly ext: string;
}

/** Throws FileError, or `cancelled`. */
export async function extractNow(
  { bytes, name, ext }: NamedBytes,
  encodings: readonly string[],
  signal?: AbortSignal,
): Promise<Document> {
  const extractor = extractorFor(name, ext);
  const input = { bytes, name, ext, encodings };
  if (extractor.isolated !== true) return extractor.extract(input);
  return await inChild(extractor.name, input, signal);
}

async function inChild(format: string, input: ExtractInput, signal: AbortSignal | undefined): Promise<Document> {
  const pool = createChildPool<IsolatedRequest, Uint8Array>({ name: "extract", size: 1, limits: ISOLATED_LIMITS });
  try {
    return decodeDocument(await pool.run({ format, input }, signal === undefined ? {} : { signal }));
  } catch (error) {
    if (!(error instanceof TaskFailedError)) throw error;
    if (error.failure === "cancelled")
      throw new QsearchError("cancelled", "reading was cancelled", "", { cause: error });
    throw new FileError(error.failure, error.message, { cause: error });
  } finally {
    await pool.close(0);
  }
}
