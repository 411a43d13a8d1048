/**
 * PDF: text by page in the engine's reading order, then the contents of annotations and the values of form fields, each on its
 * own lines. Page labels are physical page numbers; outline entries are headings. Text in images is not recognised.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { LIMITS } from "./limits.ts";
import { discardEngine, type OutlineEntry, openPdf, type PdfDocument } from "./pdf-engine.ts";
import { cleanPage, unreliableReason, wordsOf } from "./pdf-text.ts";

/** Throws FileError `empty_document`, `truncated`, `encrypted`, `corrupt`, `no_text`, `too_many_pages`, `too_many_chars`. */
export async function extractPdf(input: ExtractInput): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  let pdf: PdfDocument | null = null;
  try {
    const isWhole = endsAsPdf(input.bytes);
    pdf = await openPdf(input.bytes).catch((cause: unknown) => {
      const isCut = !isWhole && cause instanceof FileError && cause.code === "corrupt" && startsAsPdf(input.bytes);
      throw isCut ? cutOff() : cause;
    });
    // The engine often repairs a cut file into its first pages, and half a text must not look complete.
    if (!isWhole) throw cutOff();
    const document = readPages(pdf);
    pdf.close();
    return document;
  } catch (cause) {
    if (cause instanceof FileError) {
      pdf?.close();
      throw cause;
    }
    // A trap inside wasm: closing would use memory that cannot be trusted any more.
    discardEngine();
    throw new FileError("crashed", "the PDF reader failed on this file", { cause });
  }
}

/**
 * Whether the file ends as a PDF must: no object stands behind its last pointer to a table of objects, or its last end mark;
 * other appended bytes do not count. A linearised file states its length at the front and has an end mark there too; behind the
 * mark of an earlier revision the objects of a later one may have begun.
 */
function endsAsPdf(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, 1024));
  const declared = /\/Linearized\b[^>]*?\/L\s+(\d+)/.exec(head)?.[1];
  if (declared !== undefined && Number(declared) > bytes.length) return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = Math.max(file.lastIndexOf("%%EOF"), file.lastIndexOf("startxref"));
  return end >= 0 && !/\d+\s+\d+\s+obj\b/.test(latin1(bytes.subarray(end)));
}

function startsAsPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 1024)).includes("%PDF-");
}

function cutOff(): FileError {
  return new FileError("truncated", "the PDF has no end mark: the file is cut off");
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function readPages(pdf: PdfDocument): Document {
  if (pdf.pages > LIMITS.units) throw new FileError("too_many_pages", `${pdf.pages} pages, more than ${LIMITS.units}`);
  const raw: string[] = [];
  const extras: (readonly string[])[] = [];
  const unmapped: number[] = [];
  const missing = new Set<number>();
  let chars = 0;
  for (let i = 0; i < pdf.pages; i++) {
    const page = pdf.page(i);
    if (page === null) missing.add(i);
    raw.push(page?.text ?? "");
    extras.push(page?.extras ?? []);
    unmapped.push(page?.unmapped ?? 0);
    chars += raw[i]?.length ?? 0;
    if (chars > LIMITS.chars) throw new FileError("too_many_chars", `more than ${LIMITS.chars} characters of text`);
  }
  if (missing.size === pdf.pages) throw new FileError("corrupt", "no page of the PDF can be read");
  const words = wordsOf(raw);
  const outline = Map.groupBy(pdf.outline(), (entry) => entry.page);
  const builder = new DocumentBuilder("page_text_line", "unit");
  let hasText = false;
  for (let i = 0; i < pdf.pages; i++) {
    const text = raw[i] ?? "";
    builder.openUnit("page", String(i + 1));
    const page = cleanPage(text, words);
    const others = (extras[i] ?? []).filter((extra) => extra.trim() !== "");
    addPage(builder, page, outline.get(i) ?? []);
    for (const extra of others) builder.line(extra);
    hasText ||= page !== "" || others.length > 0;
    const reason = missing.has(i) ? "the page cannot be loaded" : unreliableReason(text, unmapped[i] ?? 0);
    builder.closeUnit(reason === null ? undefined : { note: "unreliable", reason });
  }
  if (!hasText) throw new FileError("no_text", "the PDF holds no text: it looks scanned");
  return builder.build();
}

/** A page's lines; outline entries become headings: at the line with the title, else at the top. */
function addPage(builder: DocumentBuilder, text: string, entries: readonly OutlineEntry[]): void {
  const headings = entries
    .map(({ title, level }) => ({ title, level, at: text.lastIndexOf("\n", Math.max(0, text.indexOf(title))) + 1 }))
    .sort((a, b) => a.at - b.at);
  let from = 0;
  for (const { title, level, at } of headings) {
    if (at > from) builder.line(text.slice(from, at - 1));
    from = at;
    builder.heading(title, level);
  }
  if (from < text.length) builder.line(text.slice(from));
}
