/**
 * Mail (EML): headers, the plain and the HTML text, and attachments, each a unit. Attachments are named; text, HTML and mail
 * attachments are read. Remote content is never fetched.
 */
import type { Address, Attachment, Email } from "postal-mime";
import { decodeAs, decodeText, normaliseNewlines } from "../corpus/decode.ts";
import { likelyEncoding } from "../corpus/likely-encoding.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, REASON, type UnitMark } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { htmlDocument } from "./html-text.ts";
import { type ParsedMail, parseMail } from "./mail-parser.ts";

/** Depth of messages in messages that are opened; deeper ones are only named. */
const MESSAGE_DEPTH = 8;
/** Valid first line of a message: a header field, or the envelope line of a mailbox file. */
const FIRST_LINE = /^(From .*|[!-9;-~]+[ \t]*:.*)\r?$/;
const TEXT_TYPES = /^(text\/|application\/(json|xml|x-yaml|yaml|toml|sql|x-sh|javascript)$)/;
const TEXT_NAMES = /\.(txt|md|csv|tsv|log|json|ya?ml|toml|ini|xml|sql|py|js|ts|c|h|cpp|java|go|rs|sh|diff|patch)$/i;

const CUT: UnitMark = {
  note: "unreliable",
  reason: "the message is cut off: its headers or its last boundary end early",
};

const NOT_OPENED: UnitMark = { note: "unreliable", reason: "a message so deep within messages is not opened" };

/** Throws FileError `corrupt`, `empty_document`, `too_many_pages`, `too_many_chars`, `too_deep`. */
export async function extractMail(input: ExtractInput): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const start = new TextDecoder("latin1")
    .decode(withoutFrame(input.bytes).subarray(0, 1000))
    .replace(/^\ufeff|^\u00ef\u00bb\u00bf/, "");
  if (!FIRST_LINE.test(start.split("\n")[0] ?? ""))
    throw new FileError("corrupt", "this is no mail: it has no headers");
  const builder = new DocumentBuilder("part_line", "unit");
  const bytes = input.ext === "emlx" ? withoutFrame(input.bytes) : input.bytes;
  await addMessage(builder, bytes, { prefix: "", depth: 0, encodings: input.encodings });
  return builder.build();
}

/** Apple's mail: the message's length on a line of its own, the message, and a property list. */
function withoutFrame(bytes: Uint8Array): Uint8Array {
  const [line = "", length = ""] =
    /^\s*(\d{1,10})\s*\n/.exec(Buffer.from(bytes.subarray(0, 32)).toString("latin1")) ?? [];
  return line === "" ? bytes : bytes.subarray(line.length, line.length + Number(length));
}

/** The place of a message, and encodings for its texts. */
export interface MessagePlace {
  /** "message.eml/" for parts inside that attachment. */
  readonly prefix: string;
  readonly depth: number;
  readonly encodings: readonly string[];
}

/** Adds a message's parts as units. Throws FileError `corrupt`, `too_deep`, and those of the builder. */
export async function addMessage(builder: DocumentBuilder, bytes: Uint8Array, place: MessagePlace): Promise<void> {
  const { prefix, depth } = place;
  const parsed = await parse(bytes, place.encodings);
  const { mail } = parsed;
  // The end of a cut message is missing, and its text may look complete.
  const note = endsEarly(bytes, mail) ? CUT : undefined;
  const guess: UnitMark | undefined =
    parsed.guess === null ? note : { note: "unreliable", reason: parsed.guess.slice(0, REASON) };
  builder.openUnit("part", `${prefix}headers`, note);
  if (mail.subject !== undefined && mail.subject.trim() !== "") builder.heading(mail.subject, 1);
  for (const line of headerLines(mail)) builder.line(line);
  if (mail.text !== undefined && mail.text.trim() !== "") {
    builder.openUnit("part", `${prefix}text`, guess);
    builder.line(mail.text.trimEnd());
  }
  if (mail.html !== undefined && mail.html.trim() !== "") {
    builder.openUnit("part", `${prefix}html`, guess);
    builder.append(htmlDocument(mail.html.replace(/\r\n?/g, "\n")));
  }
  if (mail.text === undefined && mail.html === undefined && mail.attachments.length === 0 && isMultipart(mail))
    builder.mark({ note: "unreliable", reason: "none of the message's parts has a text" });
  for (const attachment of mail.attachments) {
    // Pictures of a web page have no name of their own.
    if (attachment.filename === null && attachment.mimeType.startsWith("image/")) continue;
    const name = attachmentName(attachment);
    builder.openUnit("part", prefix + name, note);
    builder.line(name);
    const content = bytesOf(attachment);
    if (attachment.mimeType === "message/rfc822") {
      if (depth < MESSAGE_DEPTH)
        await addMessage(builder, content, { ...place, prefix: `${prefix + name}/`, depth: depth + 1 });
      else builder.mark(NOT_OPENED);
    } else {
      const { mimeType } = attachment;
      addAttachment(builder, { name, mimeType, content, charset: parsed.charsets.get(attachment) ?? null });
    }
  }
}

/**
 * Adds a message as one unit: headers, the plain text or else the page, attachments by name and text. Throws as `addMessage`,
 * with the unit open.
 */
export async function addMessageUnit(
  builder: DocumentBuilder,
  bytes: Uint8Array,
  { label, encodings }: { readonly label: string; readonly encodings: readonly string[] },
): Promise<void> {
  builder.openUnit("part", label);
  await addInOne(builder, bytes, encodings, 0);
}

async function addInOne(
  builder: DocumentBuilder,
  bytes: Uint8Array,
  encodings: readonly string[],
  depth: number,
): Promise<void> {
  const parsed = await parse(bytes, encodings);
  const { mail } = parsed;
  if (endsEarly(bytes, mail)) builder.mark(CUT);
  if (parsed.guess !== null) builder.mark({ note: "unreliable", reason: parsed.guess.slice(0, REASON) });
  if (mail.subject !== undefined && mail.subject.trim() !== "") builder.heading(mail.subject, 1);
  for (const line of headerLines(mail)) builder.line(line);
  const text = mail.text?.trimEnd() ?? "";
  if (text !== "") builder.line(text);
  else if (mail.html !== undefined) builder.append(htmlDocument(normaliseNewlines(mail.html)));
  for (const attachment of mail.attachments) {
    const name = attachmentName(attachment);
    const { mimeType } = attachment;
    const content = bytesOf(attachment);
    if (name !== mimeType) builder.line(name);
    if (mimeType !== "message/rfc822")
      addAttachment(builder, { name, mimeType, content, charset: parsed.charsets.get(attachment) ?? null });
    else if (depth < MESSAGE_DEPTH) await addInOne(builder, content, encodings, depth + 1);
    else builder.mark(NOT_OPENED);
  }
}

function isMultipart(mail: Email): boolean {
  return mail.headers.some(({ key, value }) => key === "content-type" && /^multipart\//i.test(value));
}

function attachmentName({ filename, description, mimeType }: Attachment): string {
  return filename ?? description ?? mimeType;
}

async function parse(bytes: Uint8Array, encodings: readonly string[]): Promise<ParsedMail> {
  try {
    return await parseMail(bytes, encodings);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const code = /nesting/i.test(message) ? "too_deep" : "corrupt";
    const what = code === "too_deep" ? "its parts nest too deep" : "its headers are too large or damaged";
    throw new FileError(code, `the mail cannot be read: ${what}`, { cause });
  }
}

function headerLines(mail: Email): string[] {
  return headersOf({
    Subject: mail.subject,
    From: addresses(mail.from === undefined ? [] : [mail.from]),
    To: addresses(mail.to),
    Cc: addresses(mail.cc),
    Bcc: addresses(mail.bcc),
    "Reply-To": addresses(mail.replyTo),
    Date: mail.date,
  });
}

/** Fields of a message as lines; fields without a value are left out. */
export function headersOf(fields: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(fields).flatMap(([name, value = ""]) => {
    const text = value.replace(/\s+/g, " ").trim();
    return text === "" ? [] : [`${name}: ${text}`];
  });
}

function addresses(list: readonly Address[] | undefined): string {
  return (list ?? [])
    .map((entry) =>
      entry.group === undefined
        ? entry.name === ""
          ? entry.address
          : `${entry.name} <${entry.address}>`
        : `${entry.name}: ${addresses(entry.group)}`,
    )
    .join(", ");
}

/** Headers end with an empty line; a multipart message with its boundary and two dashes (RFC 2046, 5.1.1). */
function endsEarly(bytes: Uint8Array, mail: Email): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isHeaderless = buffer[0] === 0x0a || buffer[0] === 0x0d;
  if (!isHeaderless && !buffer.includes("\n\n") && !buffer.includes("\n\r\n")) return true;
  const type = mail.headers.find((header) => header.key === "content-type")?.value ?? "";
  const boundary = /^\s*multipart\/.*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type);
  const value = boundary?.[1] ?? boundary?.[2];
  return value !== undefined && !buffer.includes(`--${value}--`);
}

/** An attachment's name and content; `mimeType` "" where undeclared. */
export interface Attached {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly charset: string | null;
}

/** Adds the text of a text attachment to the open unit. */
export function addAttachment(builder: DocumentBuilder, { name, mimeType, content, charset }: Attached): void {
  if (!TEXT_TYPES.test(mimeType) && !TEXT_NAMES.test(name)) return;
  let text: string;
  try {
    text = attachedText(content, charset);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    builder.mark({ note: "unreliable", reason: "its character set is unknown, or it is no text" });
    return;
  }
  if (mimeType === "text/html") builder.append(htmlDocument(text));
  else if (text !== "") builder.line(text.trimEnd());
}

/** Decodes as UTF-8 where valid, then by the declared charset, then by the likeliest encoding. */
function attachedText(content: Uint8Array, charset: string | null): string {
  try {
    return decodeText(content, charset === null ? [] : [charset]);
  } catch (cause) {
    const likely = cause instanceof FileError && cause.code === "encoding" ? likelyEncoding(content) : null;
    if (likely === null) throw cause;
    return normaliseNewlines(decodeAs(content, likely));
  }
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content, "utf8");
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
