/**
 * A Document, or a file error instead, as bytes: the answer of a parser's child process. The reader of these bytes does not
 * trust them, since the parser that wrote them has read a hostile file.
 * Layout, little-endian: u32 magic, u32 length of the JSON head, the head (UTF-8: everything except the bulk), the text
 * (UTF-8), then u32 line numbers, u32 record numbers, u32 cell starts, u16 cell columns, u32 border offsets, u8 border
 * strengths.
 */
import { z } from "zod";
import { FILE_ERROR_CODES, FileError } from "../errors.ts";
import { locationKindSchema } from "../request/places.ts";
import type { Border, Document } from "../text/document.ts";
import { REASON } from "./document-builder.ts";

/** "QDC" and the version of this layout. */
const MAGIC = 0x51444301;

const count = z.int().min(0).max(0xffffffff);
const headSchema = z.strictObject({
  textBytes: count,
  numbers: count.nullable(),
  rows: count.nullable(),
  cells: count.nullable(),
  borders: count,
  locationKind: locationKindSchema,
  language: z.string().nullable(),
  units: z.array(
    z.strictObject({
      kind: z.enum(["page", "sheet", "slide", "part", "cell"]),
      label: z.string(),
      start: count,
      end: count,
      note: z.enum(["unreliable", "hidden"]).optional(),
      reason: z.string().max(REASON).optional(),
    }),
  ),
  headings: z.array(z.strictObject({ offset: count, title: z.string(), level: z.int() })),
});
type Head = z.infer<typeof headSchema>;
const failureSchema = z.strictObject({ code: z.enum(FILE_ERROR_CODES), message: z.string() });

/** Lone surrogates do not survive: isolated formats have none. */
export function encodeDocument(document: Document): Uint8Array {
  const text = Buffer.from(document.text, "utf8");
  const { numbers, rows } = document.lines;
  const { cells } = document;
  const head: Head = {
    textBytes: text.length,
    numbers: numbers?.length ?? null,
    rows: rows?.length ?? null,
    cells: cells?.starts.length ?? null,
    borders: document.borders.length,
    locationKind: document.locationKind,
    language: document.language,
    units: [...document.units],
    headings: [...document.headings],
  };
  return frame(head, [
    text,
    bytesOf(numbers),
    bytesOf(rows),
    bytesOf(cells?.starts),
    bytesOf(cells?.columns),
    bytesOf(Uint32Array.from(document.borders, (border) => border.offset)),
    Uint8Array.from(document.borders, (border) => border.strength),
  ]);
}

export function encodeFailure(error: FileError): Uint8Array {
  return frame({ code: error.code, message: error.message }, []);
}

/** Returns the document, or throws the encoded FileError; `crashed` when the bytes do not have the layout. */
export function decodeDocument(bytes: Uint8Array): Document {
  const { head, body } = unframe(bytes);
  const failure = failureSchema.safeParse(head);
  if (failure.success) throw new FileError(failure.data.code, failure.data.message);
  const parsed = headSchema.safeParse(head);
  if (!parsed.success) throw damaged();
  return checked(readBody(parsed.data, body));
}

function readBody(head: Head, body: Uint8Array): Document {
  let at = 0;
  const take = (length: number) => {
    if (at + length > body.length) throw damaged();
    at += length;
    return body.slice(at - length, at);
  };
  const words = (length: number) => new Uint32Array(take(4 * length).buffer);
  const text = Buffer.from(take(head.textBytes)).toString("utf8");
  const numbers = head.numbers === null ? {} : { numbers: words(head.numbers) };
  const rows = head.rows === null ? {} : { rows: words(head.rows) };
  const cells =
    head.cells === null
      ? {}
      : { cells: { starts: words(head.cells), columns: new Uint16Array(take(2 * head.cells).buffer) } };
  const offsets = words(head.borders);
  const strengths = take(head.borders);
  const borders: Border[] = [];
  offsets.forEach((offset, i) => {
    borders.push({ offset, strength: strengths[i] === 2 ? 2 : 1 });
  });
  return {
    text,
    locationKind: head.locationKind,
    units: head.units.map(({ note, reason, ...unit }) => ({
      ...unit,
      ...(note === undefined ? {} : { note }),
      ...(reason === undefined ? {} : { reason }),
    })),
    lines: { ...numbers, ...rows },
    ...cells,
    borders,
    headings: head.headings,
    language: head.language,
  };
}

/** Checks that offsets lie within the text and in order: all later code relies on it. */
function checked(document: Document): Document {
  const { length } = document.text;
  let last = 0;
  for (const unit of document.units) {
    if (unit.start < last || unit.end < unit.start || unit.end > length) throw damaged();
    last = unit.end;
  }
  const ascending = (offsets: Iterable<number>) => {
    let before = 0;
    for (const offset of offsets) {
      if (offset < before || offset > length) throw damaged();
      before = offset;
    }
  };
  ascending(document.borders.map((border) => border.offset));
  ascending(document.headings.map((heading) => heading.offset));
  if (document.cells !== undefined) ascending(document.cells.starts);
  for (const numbers of [document.lines.numbers, document.lines.rows])
    if (numbers !== undefined && numbers.length !== linesIn(document.text)) throw damaged();
  return document;
}

/** Lines as the builder counts them: each ends with "\n". */
function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function bytesOf(array: Uint32Array | Uint16Array | undefined): Uint8Array {
  return array === undefined ? new Uint8Array(0) : new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function frame(head: unknown, parts: readonly Uint8Array[]): Uint8Array {
  const json = Buffer.from(JSON.stringify(head), "utf8");
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(MAGIC, 0);
  prefix.writeUInt32LE(json.length, 4);
  return Buffer.concat([prefix, json, ...parts]);
}

function unframe(bytes: Uint8Array): { head: unknown; body: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC) throw damaged();
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) throw damaged();
  try {
    return {
      head: JSON.parse(Buffer.from(bytes.subarray(8, end)).toString("utf8")),
      body: new Uint8Array(bytes.buffer, bytes.byteOffset + end, bytes.length - end),
    };
  } catch {
    throw damaged();
  }
}

function damaged(): FileError {
  return new FileError("crashed", "the answer of the document reader is damaged");
}
