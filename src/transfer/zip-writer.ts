/** Writes a ZIP file of stored entries, streaming: memory is that of one piece, whatever the sizes. */
import { crc32 } from "node:zlib";
import type { NewFile } from "./new-file.ts";
import {
  dosTime,
  ENTRIES_IN_ZIP64,
  IN_ZIP64,
  LENGTH,
  LOCAL_CRC,
  SIGNATURE,
  UTF8_FLAG,
  type ZipEntry,
} from "./zip-format.ts";

export class ZipWriter {
  readonly #entries: ZipEntry[] = [];

  constructor(
    private readonly file: NewFile,
    private readonly date: Date,
  ) {}

  add(name: string, bytes: Uint8Array): void {
    const entry = this.begin(name, bytes.length);
    entry.write(bytes);
    entry.end();
  }

  /** An entry of exactly `size` bytes, in pieces. */
  begin(name: string, size: number): { write(piece: Uint8Array): void; end(): void } {
    const offset = this.file.length;
    this.file.write(localHeader(name, size, this.date));
    let crc = 0;
    let left = size;
    return {
      write: (piece) => {
        crc = crc32(piece, crc);
        left -= piece.length;
        this.file.write(piece);
      },
      end: () => {
        if (left !== 0) throw new Error(`${name} was to have ${left} bytes more`);
        const bytes = Buffer.alloc(4);
        bytes.writeUInt32LE(crc >>> 0);
        this.file.patch(bytes, offset + LOCAL_CRC);
        this.#entries.push({ name, size, crc: crc >>> 0, offset });
      },
    };
  }

  finish(): void {
    const start = this.file.length;
    for (const entry of this.#entries) this.file.write(centralHeader(entry, this.date));
    const size = this.file.length - start;
    const count = this.#entries.length;
    const wide = start >= IN_ZIP64 || count >= ENTRIES_IN_ZIP64;
    if (wide) this.file.write(end64(start, size, count));
    const end = Buffer.alloc(LENGTH.end);
    end.writeUInt32LE(SIGNATURE.end, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(size, 12);
    end.writeUInt32LE(wide ? IN_ZIP64 : start, 16);
    this.file.write(end);
  }
}

function versionNeeded(wide: boolean): number {
  return wide ? 45 : 20;
}

/** The checksum is written when it is known. */
function localHeader(name: string, size: number, date: Date): Buffer {
  const bytes = Buffer.from(name);
  const wide = size >= IN_ZIP64;
  const header = Buffer.alloc(LENGTH.local + bytes.length + (wide ? LENGTH.extra64 : 0));
  const { time, day } = dosTime(date);
  header.writeUInt32LE(SIGNATURE.local, 0);
  header.writeUInt16LE(versionNeeded(wide), 4);
  header.writeUInt16LE(UTF8_FLAG, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(day, 12);
  header.writeUInt32LE(wide ? IN_ZIP64 : size, 18);
  header.writeUInt32LE(wide ? IN_ZIP64 : size, 22);
  header.writeUInt16LE(bytes.length, 26);
  header.writeUInt16LE(wide ? LENGTH.extra64 : 0, 28);
  bytes.copy(header, LENGTH.local);
  if (wide) writeExtra64(header, LENGTH.local + bytes.length, [size, size]);
  return header;
}

function centralHeader({ name, size, crc, offset }: ZipEntry, date: Date): Buffer {
  const bytes = Buffer.from(name);
  const wide = size >= IN_ZIP64 || offset >= IN_ZIP64;
  const header = Buffer.alloc(LENGTH.central + bytes.length + (wide ? LENGTH.extra64Central : 0));
  const { time, day } = dosTime(date);
  header.writeUInt32LE(SIGNATURE.central, 0);
  // Made on Unix, so that the mode counts.
  header.writeUInt16LE((3 << 8) | 45, 4);
  header.writeUInt16LE(versionNeeded(wide), 6);
  header.writeUInt16LE(UTF8_FLAG, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(day, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(wide ? IN_ZIP64 : size, 20);
  header.writeUInt32LE(wide ? IN_ZIP64 : size, 24);
  header.writeUInt16LE(bytes.length, 28);
  header.writeUInt16LE(wide ? LENGTH.extra64Central : 0, 30);
  // A regular file, mode 0600.
  header.writeUInt32LE((0o100600 << 16) >>> 0, 38);
  header.writeUInt32LE(wide ? IN_ZIP64 : offset, 42);
  bytes.copy(header, LENGTH.central);
  if (wide) writeExtra64(header, LENGTH.central + bytes.length, [size, size, offset]);
  return header;
}

function writeExtra64(header: Buffer, at: number, values: readonly number[]): void {
  header.writeUInt16LE(0x0001, at);
  header.writeUInt16LE(values.length * 8, at + 2);
  for (const [i, value] of values.entries()) header.writeBigUInt64LE(BigInt(value), at + 4 + i * 8);
}

function end64(start: number, size: number, count: number): Buffer {
  const bytes = Buffer.alloc(LENGTH.end64 + LENGTH.locator64);
  bytes.writeUInt32LE(SIGNATURE.end64, 0);
  bytes.writeBigUInt64LE(BigInt(LENGTH.end64 - 12), 4);
  bytes.writeUInt16LE((3 << 8) | 45, 12);
  bytes.writeUInt16LE(45, 14);
  bytes.writeBigUInt64LE(BigInt(count), 24);
  bytes.writeBigUInt64LE(BigInt(count), 32);
  bytes.writeBigUInt64LE(BigInt(size), 40);
  bytes.writeBigUInt64LE(BigInt(start), 48);
  bytes.writeUInt32LE(SIGNATURE.locator64, LENGTH.end64);
  bytes.writeBigUInt64LE(BigInt(start + size), LENGTH.end64 + 8);
  bytes.writeUInt32LE(1, LENGTH.end64 + 16);
  return bytes;
}
