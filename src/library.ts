/**
 * The package as a library: reading files into documents, with readers of one's own, in the calling process.
 *
 * A reader that is registered here is known to this process and thread alone. The `qsearch` program and the workers of
 * its pools load no foreign code, so they do not see it (docs/extractors.md).
 */
import { extensionOf } from "./corpus/categories.ts";
import { extractorFor } from "./extract/registry.ts";
import type { Document } from "./text/document.ts";

export { FileError, type FileErrorCode } from "./errors.ts";
export type { ExtractInput, Extractor } from "./extract/extractor.ts";
export { allExtractors, extractorFor, extractorKey, registerExtractor } from "./extract/registry.ts";
export { type ChunkOptions, type ChunkSpan, chunkDocument } from "./text/chunks.ts";
export type {
  Border,
  CellMap,
  Document,
  LineMap,
  LocationKind,
  Unit,
  UnitKind,
} from "./text/document.ts";
export { type Layout, lineSpan, lineStarts, locate, type SourcePosition, type TextSpan } from "./text/lines.ts";

/**
 * Reads a file's bytes with the reader for its name. `name` may be a path with "/"; `encodings` are TextDecoder names,
 * tried in this order where text is neither UTF-8 nor UTF-16 with a byte-order mark.
 *
 * Rejects with FileError when the file cannot be read as what its name says. Readers of binary formats (`isolated`) run
 * in this process here, without the limits of time and memory that an index run puts on them.
 */
export async function extractDocument(
  bytes: Uint8Array,
  name: string,
  options: { readonly encodings?: readonly string[] } = {},
): Promise<Document> {
  const base = name.slice(name.lastIndexOf("/") + 1);
  const ext = extensionOf(base);
  return await extractorFor(base, ext).extract({ bytes, name: base, ext, encodings: options.encodings ?? [] });
}
