/**
 * Mail (EML): headers, the plain and the HTML text, and attachments, each a unit. Attachments are named; those that are
 * text, HTML or mail themselves are read. Remote content is never fetched.
 */
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { decodeText } from "../corpus/decode.ts";
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, type UnitMark } from "./document-builder.ts";
import type { ExtractInput } from "./extractor.ts";
import { htmlDocument } from "./html-text.ts";

/** Messages in messages that are opened; deeper ones are named only. */
const MESSAGE_DEPTH = 8;
/** What a message must begin with: a header field, or the envelope line of a mailbox file. */
const FIRST_LINE = /^(From .*|[!-9;-~]+[ \t]*:.*)\r?$/;
const TEXT_TYPES = /^(text\/|application\/(json|xml|x-yaml|yaml|toml|sql|x-sh|javascript)$)/;
const TEXT_NAMES = /\.(txt|md|csv|tsv|log|json|ya?ml|toml|ini|xml|sql|py|js|ts|c|h|cpp|java|go|rs|sh|diff|patch)$/i;

const CUT: UnitMark = {
  note: "unreliable",
  reason: "the message is cut off: its headers or its last boundary end early",
};

/** Throws FileError `corrupt`, `empty_document`, `too_many_pages`, `too_many_chars`, `too_deep`. */
export async function extractMail(input: ExtractInput): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const start = new TextDecoder("latin1")
    .decode(input.bytes.subarray(0, 1000))
    .replace(/^\ufeff|^\u00ef\u00bb\u00bf/, "");
  if (!FIRST_LINE.test(start.split("\n")[0] ?? ""))
    throw new FileError("corrupt", "this is no mail: it has no headers");
  const builder = new DocumentBuilder("part_line", "unit");
  await addMessage(builder, input.bytes, "", 0);
  return builder.build();
}

/** `prefix` names the message a part lies in: "message.eml/" for what is inside of that attachment. */
async function addMessage(builder: DocumentBuilder, bytes: Uint8Array, prefix: string, depth: number): Promise<void> {
  const mail = await parse(bytes);
  // The end of a cut message is missing, and what is there may not look whole.
  const note = endsEarly(bytes, mail) ? CUT : undefined;
  builder.openUnit("part", `${prefix}headers`, note);
  if (mail.subject !== undefined && mail.subject.trim() !== "") builder.heading(mail.subject, 1);
  for (const line of headerLines(mail)) builder.line(line);
  if (mail.text !== undefined && mail.text.trim() !== "") {
    builder.openUnit("part", `${prefix}text`, note);
    builder.line(mail.text.trimEnd());
  }
  if (mail.html !== undefined && mail.html.trim() !== "") {
    builder.openUnit("part", `${prefix}html`, note);
    builder.append(htmlDocument(mail.html.replace(/\r\n?/g, "\n")));
  }
  for (const attachment of mail.attachments) {
    const name = attachment.filename ?? attachment.description ?? attachment.mimeType;
    builder.openUnit("part", prefix + name, note);
    builder.line(name);
    const content = bytesOf(attachment);
    if (attachment.mimeType === "message/rfc822") {
      if (depth < MESSAGE_DEPTH) await addMessage(builder, content, `${prefix + name}/`, depth + 1);
    } else addAttachment(builder, attachment, name, content);
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const code = /nesting/i.test(message) ? "too_deep" : "corrupt";
    throw new FileError(code, `the mail cannot be read: ${message.slice(0, 200)}`, { cause });
  }
}

function headerLines(mail: Email): string[] {
  const lines: string[] = [];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value.trim() !== "") lines.push(`${name}: ${value.replace(/\s+/g, " ").trim()}`);
  };
  add("Subject", mail.subject);
  add("From", addresses(mail.from === undefined ? [] : [mail.from]));
  add("To", addresses(mail.to));
  add("Cc", addresses(mail.cc));
  add("Bcc", addresses(mail.bcc));
  add("Reply-To", addresses(mail.replyTo));
  add("Date", mail.date);
  return lines;
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
  if (!buffer.includes("\n\n") && !buffer.includes("\n\r\n")) return true;
  const type = mail.headers.find((header) => header.key === "content-type")?.value ?? "";
  const boundary = /^\s*multipart\/.*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type);
  const value = boundary?.[1] ?? boundary?.[2];
  return value !== undefined && !buffer.includes(`--${value}--`);
}

function addAttachment(builder: DocumentBuilder, { mimeType }: Attachment, name: string, content: Uint8Array): void {
  if (!TEXT_TYPES.test(mimeType) && !TEXT_NAMES.test(name)) return;
  let text: string;
  try {
    text = decodeText(content, []);
  } catch (cause) {
    // An attachment that is no text after all stays named.
    if (cause instanceof FileError) return;
    throw cause;
  }
  if (mimeType === "text/html") builder.append(htmlDocument(text));
  else if (text !== "") builder.line(text.trimEnd());
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content, "utf8");
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
