/**
 * Selects document readers by content where the content contradicts the name: RTF named DOC, a web page or a text table named
 * XLS, a PDF named DOCX. Content without a signature goes to the reader for the name.
 */
import { decodeText } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import type { ExtractInput } from "./extractor.ts";
import { isOle } from "./ole.ts";
import { looksLikeZip, ZipArchive } from "./zip.ts";

/** Kinds of content, each with a reader. */
const READERS = {
  pdf: async (input: ExtractInput) => (await import("./pdf.ts")).extractPdf(input),
  docx: async (input: ExtractInput) => (await import("./docx.ts")).extractDocx(input),
  doc: async (input: ExtractInput) => (await import("./doc.ts")).extractDoc(input),
  spreadsheet: async (input: ExtractInput) => (await import("./spreadsheet.ts")).extractSpreadsheet(input),
  pptx: async (input: ExtractInput) => (await import("./pptx.ts")).extractPptx(input),
  opendocument: async (input: ExtractInput) => (await import("./odf.ts")).extractOdf(input),
  epub: async (input: ExtractInput) => (await import("./epub.ts")).extractEpub(input),
  fictionbook: async (input: ExtractInput) => (await import("./fb2.ts")).extractFb2(input),
  rtf: async (input: ExtractInput) => (await import("./rtf.ts")).extractRtf(input),
  mail: async (input: ExtractInput) => (await import("./eml.ts")).extractMail(input),
  outlook: async (input: ExtractInput) => (await import("./msg.ts")).extractMsg(input),
  mailbox: async (input: ExtractInput) => (await import("./mbox.ts")).extractMbox(input),
  html: async (input: ExtractInput) => (await import("./html.ts")).htmlExtractor.extract(input),
  csv: async (input: ExtractInput) => (await import("./csv.ts")).csvExtractor.extract({ ...input, ext: "tsv" }),
  text: async (input: ExtractInput) => (await import("./text.ts")).textExtractor.extract(input),
} as const;
export type ContentKind = keyof typeof READERS;

/** Extensions that programs give to plain text, and the real kind of content. */
const PLAIN: ReadonlyMap<string, ContentKind> = new Map([
  ["doc", "text"],
  ["xls", "csv"],
  ["xlt", "csv"],
]);

/** Bytes examined at the beginning. */
const BEGINNING = 4096;

/** Reads a file whose name suggests `named`. Throws the FileError of the selected reader. */
export async function extractByContent(named: ContentKind, input: ExtractInput): Promise<Document> {
  const kind = await contentKind(input.bytes);
  if (kind !== null) return await READERS[kind](input);
  const plain = PLAIN.get(input.ext);
  if (plain !== undefined && isText(input)) return await READERS[plain](input);
  return await READERS[named](input);
}

/** The kind of content, by its signature; null without a signature. */
export async function contentKind(bytes: Uint8Array): Promise<ContentKind | null> {
  if (isOle(bytes)) return await oleKind(bytes);
  if (looksLikeZip(bytes)) return zipKind(bytes);
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEGINNING)).toString("latin1");
  const text = beginning
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
    .replace(/\0/g, "")
    .trimStart();
  if (beginning.slice(0, 1024).includes("%PDF-")) return "pdf";
  if (text.startsWith("{\\rtf")) return "rtf";
  if (/^From \S.*\r?\n(>?From .*\r?\n)?[!-9;-~]+:/.test(text)) return "mailbox";
  return text.startsWith("<") ? markupKind(text) : null;
}

function markupKind(text: string): ContentKind | null {
  if (/<FictionBook[\s>]/.test(text)) return "fictionbook";
  if (text.includes("urn:schemas-microsoft-com:office:spreadsheet") && /<(\w+:)?Workbook[\s>]/.test(text))
    return "spreadsheet";
  if (text.includes("urn:oasis:names:tc:opendocument"))
    return /opendocument\.spreadsheet/.test(text) ? "spreadsheet" : "opendocument";
  const bare = text.replace(/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)+/, "");
  return /^<(?:!doctype\s+html|html|head|body|table|meta|div|style|title|p|h\d)[\s>]/i.test(bare) ? "html" : null;
}

async function oleKind(bytes: Uint8Array): Promise<ContentKind | null> {
  const { compoundKind } = await import("./compound-file.ts");
  const kind = compoundKind(bytes);
  if (kind === "word") return "doc";
  if (kind === "message") return "outlook";
  return kind === "workbook" ? "spreadsheet" : null;
}

function zipKind(bytes: Uint8Array): ContentKind | null {
  let zip: ZipArchive;
  try {
    zip = new ZipArchive(bytes);
  } catch (cause) {
    if (cause instanceof FileError) return null;
    throw cause;
  }
  if (zip.has("[Content_Types].xml")) {
    if (zip.has("word/document.xml")) return "docx";
    if (zip.has("ppt/presentation.xml")) return "pptx";
    return zip.has("xl/workbook.xml") || zip.has("xl/workbook.bin") ? "spreadsheet" : null;
  }
  const mimetype = zip.has("mimetype") ? Buffer.from(zip.read("mimetype") ?? []).toString("latin1") : "";
  if (mimetype.startsWith("application/epub")) return "epub";
  if (!mimetype.startsWith("application/vnd.oasis.opendocument.")) return null;
  return mimetype.includes("spreadsheet") ? "spreadsheet" : "opendocument";
}

function isText({ bytes, encodings }: ExtractInput): boolean {
  if (bytes.length === 0 || isOle(bytes) || looksLikeZip(bytes)) return false;
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
    return !/[\x01-\x08\x0e-\x1a]/.test(decodeText(bytes, encodings));
  } catch (cause) {
    if (cause instanceof FileError) return false;
    throw cause;
  }
}
