/** Documents within a DOCX (`altChunk`): HTML, mail archives (MHT), RTF, plain text and DOCX, as the lines of their text. */
import { htmlEncoding } from "../corpus/declared-encoding.ts";
import { FileError } from "../errors.ts";
import { decodeDeclared } from "./declared-encoding.ts";
import { REASON } from "./document-builder.ts";
import { htmlDocument } from "./html-text.ts";
import type { OoxmlPackage } from "./ooxml-package.ts";
import { documentLines, type TextLine } from "./text-lines.ts";
import { looksLikeZip } from "./zip.ts";

/** Last step of the relationship's type. */
const CHUNK = "aFChunk";

/** Reads a DOCX inside another. */
type ReadDocx = (bytes: Uint8Array) => readonly TextLine[];

export interface DocxChunks {
  /** Lines of the chunk of this relationship; none the second time, or one chunk could stand in a document a million times. */
  take(id: string): readonly TextLine[];
  /** Why the first unreadable chunk cannot be read, null if all can. */
  readonly failure: string | null;
}

/** Throws FileError where the container is damaged. */
export async function chunkLines(office: OoxmlPackage, part: string, readDocx: ReadDocx): Promise<DocxChunks> {
  const targets = new Map<string, string>();
  const chunks = new Map<string, readonly TextLine[]>();
  let failure: string | null = null;
  for (const { id, type, target } of office.relationships(part)) {
    if (type !== CHUNK) continue;
    targets.set(id, target);
    const bytes = chunks.has(target) ? null : office.zip.read(target);
    if (bytes === null) continue;
    try {
      chunks.set(target, await linesOf(bytes, readDocx));
    } catch (cause) {
      if (!(cause instanceof FileError)) throw cause;
      failure ??= `a document within it cannot be read: ${cause.message}`.slice(0, REASON);
    }
  }
  const take = (id: string) => {
    const target = targets.get(id) ?? "";
    const lines = chunks.get(target) ?? [];
    chunks.delete(target);
    return lines;
  };
  return { take, failure };
}

async function linesOf(bytes: Uint8Array, readDocx: ReadDocx): Promise<readonly TextLine[]> {
  if (looksLikeZip(bytes)) return readDocx(bytes);
  const input = { bytes, name: "", ext: "", encodings: ["windows-1252"] };
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, 64));
  if (/^\s*\{\\rtf/.test(beginning)) return documentLines((await import("./rtf.ts")).extractRtf(input));
  if (/^[!-9;-~]+:[^\n]*\n/.test(beginning))
    return documentLines(await (await import("./eml.ts")).extractMail(input), /^(text|html)$/);
  // Plain text takes the same path: it has no tags.
  return documentLines(htmlDocument(decodeDeclared(bytes, input.encodings, htmlEncoding)));
}
