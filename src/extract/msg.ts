/**
 * Outlook messages (MSG): headers, the text, and attachments, each a unit, as in mail. The text is the plain text and the page;
 * RTF only without either. Messages within messages are opened, to a depth.
 */
import { decompressRTF } from "@kenjiuno/decompressrtf";
import MsgReader, { type FieldsData } from "@kenjiuno/msgreader";
import { encodingName, normaliseNewlines } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { CompoundFile } from "./compound-file.ts";
import { DocumentBuilder, type UnitMark } from "./document-builder.ts";
import { addAttachment, headersOf } from "./eml.ts";
import type { ExtractInput } from "./extractor.ts";
import { htmlDocument } from "./html-text.ts";
import { LIMITS } from "./limits.ts";
import { extractRtf } from "./rtf.ts";
import { codePage } from "./rtf-words.ts";
import { addLines, documentLines } from "./text-lines.ts";

/** As a module's default export, the engine gives the class, the bundler the module. */
const Reader: typeof MsgReader = defaultOf(MsgReader);

function defaultOf(given: typeof MsgReader & { readonly default?: typeof MsgReader }): typeof MsgReader {
  return given.default ?? given;
}

/** Depth of messages in messages that are opened; deeper ones are only named. */
const MESSAGE_DEPTH = 4;
const NOT_OPENED: UnitMark = { note: "unreliable", reason: "a message so deep within messages is not opened" };
const DAMAGED_RTF: UnitMark = { note: "unreliable", reason: "its RTF text is damaged" };
/** Most expansion of an e-mail's compressed text (MS-OXRTFCP: a reference is two bytes for 17). */
const RTF_RATIO = 9;

/** Throws FileError: those of OLE containers, `corrupt`, `empty_document`, `too_many_pages`, `too_many_chars`. */
export function extractMsg(input: ExtractInput): Document {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const builder = new DocumentBuilder("part_line", "unit");
  addMessage(builder, input.bytes, { prefix: "", depth: 0 });
  return builder.build();
}

interface Place {
  readonly prefix: string;
  readonly depth: number;
}

function addMessage(builder: DocumentBuilder, bytes: Uint8Array, place: Place): void {
  const { prefix, depth } = place;
  const file = new CompoundFile(bytes, true);
  if (!file.has("__properties_version1.0")) throw new FileError("corrupt", "the container holds no message");
  const { reader, fields } = open(file.repacked());
  builder.openUnit("part", `${prefix}headers`);
  const subject = fields.subject ?? "";
  if (subject.trim() !== "") builder.heading(subject, 1);
  for (const line of headerLines(fields)) builder.line(line);
  const text = (fields.body ?? "").trimEnd();
  const html = pageOf(fields);
  if (text.trim() !== "") {
    builder.openUnit("part", `${prefix}text`);
    builder.line(text);
  }
  if (html.trim() !== "") {
    builder.openUnit("part", `${prefix}html`);
    builder.append(htmlDocument(normaliseNewlines(html)));
  }
  if (text.trim() === "" && html.trim() === "" && fields.compressedRtf !== undefined)
    addRtf(builder, `${prefix}text`, fields.compressedRtf);
  for (const attachment of fields.attachments ?? []) addAttached(builder, reader, attachment, place, depth);
}

function addAttached(
  builder: DocumentBuilder,
  reader: MsgReader,
  attachment: FieldsData,
  { prefix }: Place,
  depth: number,
): void {
  const given = attachment.fileName ?? attachment.name ?? attachment.fileNameShort ?? "";
  const isMessage = attachment.innerMsgContentFields !== undefined;
  const name = given.trim() === "" ? (isMessage ? "message" : "attachment") : given.trim();
  builder.openUnit("part", prefix + name);
  builder.line(name);
  const content = contentOf(reader, attachment);
  if (content === null) builder.mark({ note: "unreliable", reason: "the attachment is damaged" });
  else if (!isMessage)
    addAttachment(builder, { name, mimeType: attachment.attachMimeTag ?? "", content, charset: null });
  else if (depth >= MESSAGE_DEPTH) builder.mark(NOT_OPENED);
  else addMessage(builder, content, { prefix: `${prefix + name}/`, depth: depth + 1 });
}

function contentOf(reader: MsgReader, attachment: FieldsData): Uint8Array | null {
  try {
    return reader.getAttachment(attachment).content ?? null;
  } catch {
    return null;
  }
}

/** Strings that are not UTF-16 use the message's code page, found in a first reading; if it does not fit, Latin-1. */
function open(bytes: Buffer): { reader: MsgReader; fields: FieldsData } {
  const first = readFields(bytes);
  const page = first.fields.internetCodepage ?? first.fields.messageCodepage;
  const encoding = page === undefined ? null : encodingName(codePage(page));
  if (encoding === null || encoding === "windows-1252") return first;
  const second = readFields(bytes, encoding);
  return JSON.stringify([second.fields.subject, second.fields.body]).includes("\ufffd") ? first : second;
}

function readFields(bytes: Buffer, ansiEncoding = "windows-1252"): { reader: MsgReader; fields: FieldsData } {
  try {
    const reader = new Reader(new Uint8Array(bytes).buffer);
    reader.parserConfig = { ansiEncoding };
    return { reader, fields: reader.getFileData() };
  } catch (cause) {
    throw new FileError("corrupt", "the message is damaged: its properties are not what the format says", { cause });
  }
}

function headerLines(fields: FieldsData): string[] {
  const people = (type: string) =>
    (fields.recipients ?? [])
      .filter(({ recipType = "to" }) => recipType === type)
      .map((person) => address(person.name, person.smtpAddress ?? person.email))
      .join(", ");
  return headersOf({
    Subject: fields.subject,
    From: address(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail),
    To: people("to"),
    Cc: people("cc"),
    Bcc: people("bcc"),
    Date: dateOf(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime),
  });
}

/** An Exchange directory address ("/o=…/cn=…") tells people nothing. */
function address(name = "", mail = ""): string {
  const plain = mail.startsWith("/") ? "" : mail;
  if (plain === "" || plain === name) return name || plain;
  return name === "" ? plain : `${name} <${plain}>`;
}

function dateOf(text = ""): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

function pageOf({ bodyHtml, html, internetCodepage }: FieldsData): string {
  if (html === undefined) return bodyHtml ?? "";
  const said = internetCodepage === undefined ? "utf-8" : codePage(internetCodepage);
  // The properties are more reliable than a page's own declaration, which mail servers may have left outdated.
  for (const label of [said, "utf-8"]) {
    try {
      return new TextDecoder(label as Bun.Encoding, { fatal: true }).decode(html);
    } catch {
      // Invalid in this encoding.
    }
  }
  return new TextDecoder("windows-1252").decode(html);
}

function addRtf(builder: DocumentBuilder, label: string, compressed: Uint8Array): void {
  builder.openUnit("part", label);
  const size = compressed.length < 16 ? 0 : new DataView(compressed.buffer, compressed.byteOffset).getUint32(4, true);
  if (size === 0 || size > Math.min(LIMITS.zipEntryBytes, compressed.length * RTF_RATIO)) builder.mark(DAMAGED_RTF);
  else addDecompressed(builder, compressed);
}

function addDecompressed(builder: DocumentBuilder, compressed: Uint8Array): void {
  try {
    const bytes = Uint8Array.from(decompressRTF([...compressed]));
    addLines(builder, documentLines(extractRtf({ bytes, name: "", ext: "rtf", encodings: [] })));
  } catch {
    builder.mark(DAMAGED_RTF);
  }
}
