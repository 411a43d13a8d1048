/**
 * Reads the zip containers of office formats. Only the central directory lists the entries; every declared size is checked
 * before a byte is inflated, and inflating stops at the declared size, so a false header gains nothing. Entry names are keys of
 * a map and never become paths. Format: PKWARE APPNOTE 6.3, with zip64.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { FileError } from "../errors.ts";
import { LIMITS } from "./limits.ts";

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_SIZE = 22;
/** The comment after the end record may be 65,535 bytes long. */
const END_SEARCH = END_SIZE + 0xffff;
/** General purpose bit 11: the name is UTF-8. */
const UTF8_NAME = 1 << 11;
const UNKNOWN_32 = 0xffffffff;

interface Entry {
  /** As in the directory. */
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

interface Directory {
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
  /** Offset of the end record, which is the directory's real end. */
  readonly end: number;
}

export class ZipArchive {
  /** Names in directory order, with "/" as separator and without a leading one. */
  readonly names: readonly string[];
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, Entry>;
  /** Part names of office packages are compared without case. */
  readonly #folded: ReadonlyMap<string, string>;
  readonly #base: number;
  /** Admitted parts, each counted once, and their inflated bytes. */
  readonly #admitted = new Set<Entry>();
  #inflated = 0;

  /** Throws FileError `truncated`, `corrupt` or `zip_entries`. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const directory = findDirectory(view);
    if (directory.entries > LIMITS.zipEntries)
      throw new FileError(
        "zip_entries",
        `${directory.entries} entries in the zip container, more than ${LIMITS.zipEntries}`,
      );
    // Bytes before the first entry (a stub, a mail header) move everything by the same distance.
    this.#base = directory.end - directory.size - directory.offset;
    if (this.#base < 0) throw new FileError("truncated", "the zip directory lies outside of the file");
    this.#bytes = bytes;
    this.#entries = readDirectory(view, directory, this.#base + directory.offset);
    this.names = [...this.#entries.keys()];
    this.#folded = new Map(this.names.map((name) => [name.toLowerCase(), name]));
  }

  /** An entry's name as in the directory, including steps out of the container; "" for a missing entry. */
  rawName(name: string): string {
    return this.#entries.get(name)?.name ?? "";
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Checks the declared sizes of parts before any is inflated. Throws FileError as `read`. */
  check(names: readonly string[]): void {
    for (const name of names) {
      const entry = this.#find(name);
      if (entry !== undefined) this.#check(name, entry);
    }
  }

  /** A part's bytes, null for a missing name. Throws FileError for caps, damage and encryption. */
  read(name: string): Uint8Array | null {
    const entry = this.#find(name);
    if (entry === undefined) return null;
    this.#check(name, entry);
    const start = this.#dataStart(name, entry);
    const packed = this.#bytes.subarray(start, start + entry.packed);
    if (packed.length < entry.packed) throw new FileError("truncated", `part ${quoted(name)} ends early`);
    const bytes = entry.method === 0 ? packed : inflate(name, packed, entry.size);
    if (bytes.length !== entry.size || crc32(bytes) !== entry.crc)
      throw new FileError("corrupt", `part ${quoted(name)} does not match its checksum`);
    return bytes;
  }

  #find(name: string): Entry | undefined {
    const exact = this.#entries.get(name);
    if (exact !== undefined) return exact;
    const folded = this.#folded.get(name.toLowerCase());
    return folded === undefined ? undefined : this.#entries.get(folded);
  }

  #check(name: string, entry: Entry): void {
    if (entry.encrypted) throw new FileError("encrypted", `part ${quoted(name)} is encrypted`);
    if (entry.method !== 0 && entry.method !== 8)
      throw new FileError("corrupt", `part ${quoted(name)} is packed by method ${entry.method}`);
    if (entry.method === 0 && entry.size !== entry.packed)
      throw new FileError("corrupt", `part ${quoted(name)} declares two sizes`);
    if (entry.size > LIMITS.zipEntryBytes)
      throw new FileError(
        "zip_entry_size",
        `part ${quoted(name)} declares ${entry.size} bytes, more than ${LIMITS.zipEntryBytes}`,
      );
    if (entry.size > LIMITS.zipRatioFloor && entry.size > entry.packed * LIMITS.zipRatio)
      throw new FileError("zip_ratio", `part ${quoted(name)} grows from ${entry.packed} to ${entry.size} bytes`);
    if (this.#admitted.has(entry)) return;
    this.#admitted.add(entry);
    this.#inflated += entry.size;
    if (this.#inflated > LIMITS.zipTotalBytes)
      throw new FileError("zip_total_size", `the parts declare more than ${LIMITS.zipTotalBytes} bytes`);
  }

  /** The local header repeats the name and has an extra field of its own length. */
  #dataStart(name: string, entry: Entry): number {
    const at = this.#base + entry.offset;
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    if (at + 30 > view.byteLength) throw new FileError("truncated", `part ${quoted(name)} lies outside of the file`);
    if (view.getUint32(at, true) !== LOCAL_HEADER) throw new FileError("corrupt", `part ${quoted(name)} has no header`);
    return at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  }
}

/** A part's path as a name: without "." and "..", never outside the container. */
export function partName(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** "PK\x03\x04", or the end record of an empty archive. */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

function inflate(name: string, packed: Uint8Array, size: number): Uint8Array {
  // A declared size of 0 must not mean "no limit".
  const options = { maxOutputLength: Math.max(size, 1) };
  try {
    return inflateRawSync(packed, options);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "";
    if (code === "ERR_BUFFER_TOO_LARGE")
      throw new FileError("zip_entry_size", `part ${quoted(name)} is larger than the ${size} bytes it declares`, {
        cause,
      });
    throw new FileError("corrupt", `part ${quoted(name)} cannot be inflated`, { cause });
  }
}

function findDirectory(view: DataView): Directory {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= 0 && at >= view.byteLength - END_SEARCH; at--) {
    if (view.getUint32(at, true) !== END_OF_DIRECTORY) continue;
    if (at + END_SIZE + view.getUint16(at + 20, true) > view.byteLength) continue;
    const small = {
      entries: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      end: at,
    };
    return at >= 20 && view.getUint32(at - 20, true) === ZIP64_LOCATOR ? findZip64Directory(view, at - 20) : small;
  }
  throw new FileError("truncated", "the zip container has no end record: the file is cut off");
}

function findZip64Directory(view: DataView, locator: number): Directory {
  const declared = Number(view.getBigUint64(locator + 8, true));
  // The record stands right before its locator; the declared place is wrong if bytes precede the archive.
  for (const at of [declared, locator - 56]) {
    if (!(at >= 0 && at + 56 <= locator) || view.getUint32(at, true) !== ZIP64_END) continue;
    return {
      entries: Number(view.getBigUint64(at + 32, true)),
      size: Number(view.getBigUint64(at + 40, true)),
      offset: Number(view.getBigUint64(at + 48, true)),
      end: at,
    };
  }
  throw new FileError("corrupt", "the zip64 end record is missing");
}

function readDirectory(view: DataView, directory: Directory, start: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = start;
  for (let i = 0; i < directory.entries; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw new FileError("corrupt", `the zip directory is damaged at entry ${i + 1}`);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > view.byteLength) throw new FileError("truncated", "the zip directory ends early");
    const raw = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
    const name = entryName(raw, (view.getUint16(at + 8, true) & UTF8_NAME) !== 0);
    const key = name.replaceAll("\\", "/").replace(/^\/+/, "");
    // The first of two entries with one name counts.
    if (!entries.has(key)) entries.set(key, readEntry(view, name, at, at + 46 + nameLength, extraLength));
    at = next;
  }
  return entries;
}

/** Upper half of code page 437, for names without the UTF-8 flag (APPNOTE, appendix D). */
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** Many programs write UTF-8 without the flag: valid UTF-8 counts as UTF-8. */
function entryName(raw: Uint8Array, saysUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: !saysUtf8, ignoreBOM: true }).decode(raw);
  } catch {
    return Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? ""))).join("");
  }
}

function readEntry(view: DataView, name: string, at: number, extra: number, extraLength: number): Entry {
  let size = view.getUint32(at + 24, true);
  let packed = view.getUint32(at + 20, true);
  let offset = view.getUint32(at + 42, true);
  for (let field = extra; field + 4 <= extra + extraLength; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    const take = () => {
      const number =
        value + 8 <= extra + extraLength ? Number(view.getBigUint64(value, true)) : Number.POSITIVE_INFINITY;
      value += 8;
      return number;
    };
    if (size === UNKNOWN_32) size = take();
    if (packed === UNKNOWN_32) packed = take();
    if (offset === UNKNOWN_32) offset = take();
    break;
  }
  return {
    name,
    method: view.getUint16(at + 10, true),
    encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    crc: view.getUint32(at + 16, true),
    packed,
    size,
    offset,
  };
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}
