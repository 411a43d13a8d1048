/**
 * Mailboxes (mbox): each message a unit with its headers, its text and its attachments. A message begins with an envelope line
 * ("From …" at the beginning of a line) that ends with a time and a year or precedes a header, so unquoted lines of prose do
 * not count.
 */
import { FileError } from "../errors.ts";
import type { Document } from "../text/document.ts";
import { DocumentBuilder, REASON } from "./document-builder.ts";
import { addMessageUnit } from "./eml.ts";
import type { ExtractInput } from "./extractor.ts";

const ENVELOPE = Buffer.from("\nFrom ");
const LF = 0x0a;
const CR = 0x0d;
/** Longest envelope line in bytes. */
const LINE = 1000;
const TIME_AND_YEAR = /\d{1,2}:\d\d(:\d\d)?\b.*\b\d{4}\b/;
const HEADER = /^(>?From [^\r\n]*\r?\n)?[!-9;-~]+[ \t]*:/;

/** Throws FileError `corrupt`, `empty_document`, `too_many_pages`, `too_many_chars`. */
export async function extractMbox(input: ExtractInput): Promise<Document> {
  if (input.bytes.length === 0) throw new FileError("empty_document", "the file is empty");
  const starts = messageStarts(input.bytes);
  if (starts.length === 0)
    throw new FileError("corrupt", "this is no mailbox: it does not begin with an envelope line");
  const builder = new DocumentBuilder("part_line", "unit");
  for (let i = 0; i < starts.length; i++) {
    const message = unquoted(withoutEnvelope(input.bytes.subarray(starts[i], starts[i + 1])));
    try {
      await addMessageUnit(builder, message, { label: String(i + 1), encodings: input.encodings });
    } catch (cause) {
      if (!(cause instanceof FileError) || /^too_many/.test(cause.code)) throw cause;
      // A damaged message spoils only itself.
      builder.mark({ note: "unreliable", reason: cause.message.slice(0, REASON) });
    }
  }
  return builder.build();
}

/** Offsets of the messages' envelope lines. */
export function messageStarts(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const starts: number[] = [];
  if (buffer.toString("latin1", 0, 5) === "From " && isEnvelope(buffer, 0)) starts.push(0);
  for (let at = buffer.indexOf(ENVELOPE); at !== -1; at = buffer.indexOf(ENVELOPE, at + 1)) {
    // An empty line stands before each envelope except the first.
    const isAfterBlank = buffer[at - 1] === LF || (buffer[at - 1] === CR && buffer[at - 2] === LF);
    if (starts.length > 0 && isAfterBlank && isEnvelope(buffer, at + 1)) starts.push(at + 1);
  }
  return starts;
}

function isEnvelope(buffer: Buffer, at: number): boolean {
  const line = lineAt(buffer, at);
  if (line === null) return false;
  return (
    TIME_AND_YEAR.test(line) ||
    HEADER.test(buffer.toString("latin1", at + line.length + 1, at + line.length + 1 + LINE))
  );
}

/** A line without its "\n", null for a line too long for an envelope. */
function lineAt(buffer: Buffer, at: number): string | null {
  const end = buffer.subarray(at, at + LINE).indexOf(LF);
  return end === -1 ? null : buffer.toString("latin1", at, at + end);
}

function withoutEnvelope(message: Uint8Array): Uint8Array {
  return message.subarray(message.indexOf(LF) + 1);
}

/** Lines that look like envelopes are quoted by ">"; one ">" is removed. */
function unquoted(message: Uint8Array): Uint8Array {
  const buffer = Buffer.from(message.buffer, message.byteOffset, message.length);
  if (!buffer.includes("\n>From ")) return message;
  return Buffer.from(buffer.toString("latin1").replace(/(?<=\n>*)>(?=From )/g, ""), "latin1");
}
