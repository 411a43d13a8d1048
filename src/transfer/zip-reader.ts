/**
 * Reads the list of a ZIP file as zip-writer.ts makes it, and nothing else: entries stored as they are, without gaps that
 * overlap, names and sizes said alike in both headers. What inflates, is encrypted, lies outside or is said twice is refused
 * before a byte is written anywhere.
 */
import { fstatSync, readSync } from "node:fs";
import { IN_ZIP64, LENGTH, SIGNATURE, UTF8_FLAG, type ZipEntry } from "./zip-format.ts";

/** Why a file is no backup: told to people. */
export class ZipRefused extends Error {
  override readonly name = "ZipRefused";
}

/** An entry with the place of its bytes. */
export interface StoredEntry extends ZipEntry {
  readonly start: number;
}

/** A backup has five entries with short names. */
const MOST_ENTRIES = 16;
const LONGEST_NAME = 64;

/** The entries of an open file. Throws ZipRefused. */
export function readEntries(fd: number): StoredEntry[] {
  const { size } = fstatSync(fd);
  const { start, length, count, limit } = directoryOf(fd, size);
  if (count > MOST_ENTRIES) throw new ZipRefused(`it has ${count} entries`);
  if (start + length !== limit) throw new ZipRefused("its list of entries is not where it should be");
  const directory = readExactly(fd, start, length);
  const entries: StoredEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const { entry, next } = centralEntry(directory, at);
    at = next;
    entries.push({ ...entry, start: startOf(fd, entry, start) });
  }
  if (at !== length) throw new ZipRefused("its list of entries has another length than it says");
  checkPlaces(entries);
  return entries;
}

interface Directory {
  readonly start: number;
  readonly length: number;
  readonly count: number;
  /** Where the record behind it begins. */
  readonly limit: number;
}

/** The end record stands at the very end: no comment, nothing appended. */
function directoryOf(fd: number, size: number): Directory {
  if (size < LENGTH.end) throw new ZipRefused("it is no ZIP file");
  const at = size - LENGTH.end;
  const end = readExactly(fd, at, LENGTH.end);
  if (end.readUInt32LE(0) !== SIGNATURE.end || end.readUInt16LE(20) !== 0) {
    throw new ZipRefused("it is no ZIP file, or does not end where it should");
  }
  const count = end.readUInt16LE(10);
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0 || end.readUInt16LE(8) !== count) {
    throw new ZipRefused("it is part of several");
  }
  const start = end.readUInt32LE(16);
  if (start !== IN_ZIP64) return { start, length: end.readUInt32LE(12), count, limit: at };
  const wideAt = at - LENGTH.locator64 - LENGTH.end64;
  if (wideAt < 0) throw new ZipRefused("its ZIP64 records are missing");
  const wide = readExactly(fd, wideAt, LENGTH.end64 + LENGTH.locator64);
  const isWhole =
    wide.readUInt32LE(0) === SIGNATURE.end64 &&
    wide.readUInt32LE(LENGTH.end64) === SIGNATURE.locator64 &&
    wide.readBigUInt64LE(LENGTH.end64 + 8) === BigInt(wideAt);
  if (!isWhole) throw new ZipRefused("its ZIP64 records are damaged");
  return { start: wideNumber(wide, 48), length: wideNumber(wide, 40), count: wideNumber(wide, 32), limit: wideAt };
}

function centralEntry(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + LENGTH.central > directory.length || directory.readUInt32LE(at) !== SIGNATURE.central) {
    throw new ZipRefused("its list of entries is damaged");
  }
  const flags = directory.readUInt16LE(at + 8);
  const method = directory.readUInt16LE(at + 10);
  const nameLength = directory.readUInt16LE(at + 28);
  const extraLength = directory.readUInt16LE(at + 30);
  const next = at + LENGTH.central + nameLength + extraLength + directory.readUInt16LE(at + 32);
  if (next > directory.length) throw new ZipRefused("its list of entries is damaged");
  if (nameLength > LONGEST_NAME) throw new ZipRefused("an entry has a long name");
  const name = directory.toString("utf8", at + LENGTH.central, at + LENGTH.central + nameLength);
  if ((flags & ~UTF8_FLAG) !== 0) throw new ZipRefused(`${JSON.stringify(name)} is encrypted or of unknown size`);
  if (method !== 0) throw new ZipRefused(`${JSON.stringify(name)} is compressed, which no backup is`);
  const extra = at + LENGTH.central + nameLength;
  const sizes = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 42)];
  const [stored, size, offset] = wideFields(sizes, directory.subarray(extra, extra + extraLength), name);
  if (stored === undefined || size === undefined || offset === undefined || stored !== size) {
    throw new ZipRefused(`${JSON.stringify(name)} has two sizes`);
  }
  return { entry: { name, size, crc: directory.readUInt32LE(at + 16), offset }, next };
}

/** ZIP64 says, in order, the fields that do not fit. */
function wideFields(values: readonly number[], extra: Buffer, name: string): number[] {
  if (!values.includes(IN_ZIP64)) return [...values];
  const needed = values.filter((value) => value === IN_ZIP64).length * 8;
  if (extra.length < 4 + needed || extra.readUInt16LE(0) !== 0x0001 || extra.readUInt16LE(2) < needed) {
    throw new ZipRefused(`${JSON.stringify(name)} has no ZIP64 sizes`);
  }
  let at = 4;
  return values.map((value) => {
    if (value !== IN_ZIP64) return value;
    at += 8;
    return wideNumber(extra, at - 8);
  });
}

/** Where an entry's bytes begin: behind its local header, which must say the same as the list. */
function startOf(fd: number, { name, size, offset }: ZipEntry, limit: number): number {
  const refuse = () => new ZipRefused(`${JSON.stringify(name)} is not where the list of entries says`);
  if (offset + LENGTH.local > limit) throw refuse();
  const header = readExactly(fd, offset, LENGTH.local);
  const nameLength = header.readUInt16LE(26);
  const start = offset + LENGTH.local + nameLength + header.readUInt16LE(28);
  const isSame =
    header.readUInt32LE(0) === SIGNATURE.local &&
    (header.readUInt16LE(6) & ~UTF8_FLAG) === 0 &&
    header.readUInt16LE(8) === 0 &&
    nameLength === Buffer.byteLength(name) &&
    readExactly(fd, offset + LENGTH.local, nameLength).toString("utf8") === name &&
    (header.readUInt32LE(22) === IN_ZIP64 || header.readUInt32LE(22) === size);
  if (!isSame || start + size > limit) throw refuse();
  return start;
}

/** Each name once, and no byte in two entries. */
function checkPlaces(entries: readonly StoredEntry[]): void {
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw new ZipRefused("it names an entry twice");
  const ordered = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [i, { start, size, name }] of ordered.entries()) {
    const following = ordered[i + 1];
    if (following !== undefined && start + size > following.offset) {
      throw new ZipRefused(`${JSON.stringify(name)} overlaps another entry`);
    }
  }
}

function wideNumber(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipRefused("it names a size that no file has");
  return Number(value);
}

function readExactly(fd: number, position: number, length: number): Buffer {
  if (length > 1 << 20) throw new ZipRefused("its list of entries is too long");
  const bytes = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const read = readSync(fd, bytes, got, length - got, position + got);
    if (read === 0) throw new ZipRefused("it ends early");
    got += read;
  }
  return bytes;
}
