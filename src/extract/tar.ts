/** Members of a tar archive (POSIX ustar and pax, GNU long names and sizes). Nothing is written and no link is followed. */
import { FileError } from "../errors.ts";

export interface TarMember {
  readonly name: string;
  readonly kind: "file" | "link" | "other";
  readonly bytes: Uint8Array;
}

const BLOCK = 512;

/** Whether a header with a valid checksum stands at the beginning. */
export function looksLikeTar(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK && bytes[0] !== 0 && isHeader(bytes.subarray(0, BLOCK));
}

/** Throws FileError `truncated` or `corrupt`. Folders and entries that only describe other members are left out. */
export function* tarMembers(bytes: Uint8Array): Generator<TarMember> {
  let longName = "";
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    // Two blocks of zeros end an archive; padding may follow.
    if (header.every((byte) => byte === 0)) return;
    if (!isHeader(header)) throw new FileError("corrupt", "a header of the archive does not match its checksum");
    const size = numberAt(header, 124, 12);
    const type = String.fromCharCode(header[156] ?? 0);
    const start = at + BLOCK;
    const isStored = !/[1-6]/.test(type);
    const end = start + (isStored ? size : 0);
    if (end > bytes.length) throw new FileError("truncated", "the archive ends within a member: it is cut off");
    const content = bytes.subarray(start, end);
    at = start + Math.ceil((end - start) / BLOCK) * BLOCK;
    if (type === "L") longName = textOf(content);
    else if (type === "x") longName = paxPath(content) ?? longName;
    else if (type !== "g" && type !== "K") {
      const name = longName === "" ? headerName(header) : longName;
      longName = "";
      if (type === "5") continue;
      const kind = type === "0" || type === "\0" || type === "7" ? "file" : /[12]/.test(type) ? "link" : "other";
      yield { name, kind, bytes: content };
    }
  }
  throw new FileError("truncated", "the archive has no end mark: it is cut off");
}

/** The sum of all bytes, with its own field as blanks. */
function isHeader(header: Uint8Array): boolean {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : (header[i] ?? 0);
  return numberAt(header, 148, 8) === sum;
}

/** Octal digits, or a binary number of bytes if the first bit is set. */
function numberAt(header: Uint8Array, offset: number, length: number): number {
  const field = header.subarray(offset, offset + length);
  if (((field[0] ?? 0) & 0x80) !== 0) {
    let value = (field[0] ?? 0) & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return value;
  }
  const digits = /^[\s\0]*([0-7]+)/.exec(Buffer.from(field).toString("latin1"))?.[1];
  return digits === undefined ? 0 : Number.parseInt(digits, 8);
}

function headerName(header: Uint8Array): string {
  const name = textOf(header.subarray(0, 100));
  const isUstar = Buffer.from(header.subarray(257, 262)).toString("latin1") === "ustar";
  const prefix = isUstar && header[262] === 0 ? textOf(header.subarray(345, 500)) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** "30 path=folder/name\n": length, key and value of each record. */
function paxPath(content: Uint8Array): string | null {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(textOf(content))?.[1] ?? null;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const field = end === -1 ? bytes : bytes.subarray(0, end);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(field);
  } catch {
    return Buffer.from(field).toString("latin1");
  }
}
