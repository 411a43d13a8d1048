/**
 * The only place that opens a source file. A file is opened beneath an open folder and without following any link, so
 * that a path swapped for a link between check and open is refused; its kind and size are read from the open descriptor.
 *
 * How the kernel is asked (choice and figures: bench notes of DESIGN 15) stands in open-beneath.ts; this file says what
 * an answer means.
 */
import { type Pointer, ptr } from "bun:ffi";
import { closeSync, constants, fstatSync, lstatSync, readSync } from "node:fs";
import { constants as os } from "node:os";
import { FileError, QsearchError } from "../errors.ts";
import { libc } from "./libc.ts";
import { openBeneath, openFolderAbsolute } from "./open-beneath.ts";
import { canonicalSpelling, displayPath, systemPath } from "./path-bytes.ts";
import { type ReadBuffer, readBuffer } from "./read-buffer.ts";
import { isWithin, joinPath, realPath } from "./roots.ts";

const { errno } = os;

/** What fstat said of the descriptor, before the first byte was read. */
export class FileStamp {
  constructor(
    /** Bytes. */
    readonly size: number,
    readonly dev: number | bigint,
    readonly ino: number | bigint,
    private readonly mtimeSeconds: number,
    private readonly mtimeNanos: number,
    private readonly ctimeSeconds: number,
    private readonly ctimeNanos: number,
  ) {}

  get mtimeNs(): bigint {
    return nanoseconds(this.mtimeSeconds, this.mtimeNanos);
  }

  get ctimeNs(): bigint {
    return nanoseconds(this.ctimeSeconds, this.ctimeNanos);
  }
}

export interface RootOptions {
  /** Agent roots: a path through a link is resolved, and what it leads to opened through the same guard. */
  readonly followLinks?: boolean;
  /** Canonical folders a followed link may lead into; null: anywhere. */
  readonly allow?: readonly string[] | null;
}

/** An open regular file. The caller closes it. */
export class OpenedFile {
  constructor(
    readonly fd: number,
    readonly stamp: FileStamp,
  ) {}

  close(): void {
    closeFile(this.fd);
  }

  /**
   * Reads on from where the last read ended, into `room` from byte `from` on; 0 at the end of the file. For callers that
   * hash or copy in pieces; keep one `room`. Throws FileError "unreadable".
   */
  readInto(room: Uint8Array, from: number): number {
    return readSome(this.fd, room, from);
  }

  /**
   * All bytes from the start, in the buffer's memory: valid until its next use. A file that grows or shrinks meanwhile
   * gives what was there when its end was met; the stamp is older than any such change, so a later comparison sees it.
   * Throws FileError "too_large" beyond `maxSize` bytes, "unreadable" on an I/O error.
   */
  read(maxSize: number, buffer: ReadBuffer = readBuffer): Uint8Array {
    refuseLarger(this.stamp.size, maxSize);
    let length = 0;
    // One byte more than expected: a short answer then says that the end was met, without a second call.
    let room = buffer.reserve(this.stamp.size + 1);
    while (true) {
      const got = readSome(this.fd, room, length);
      length += got;
      if (got === 0 || length === this.stamp.size) break;
      refuseLarger(length, maxSize);
      if (length === room.length) room = buffer.reserve(Math.min(maxSize + 1, room.length * 2));
    }
    refuseLarger(length, maxSize);
    return room.subarray(0, length);
  }
}

/** An open root, a folder or a single file. Close it when the run is over. */
export class RootHandle {
  constructor(
    /** Canonical path. */
    readonly path: string,
    private readonly fd: number,
    /** For a root that is a file: its name in the folder `fd`. */
    private readonly fileName: string | null,
    private readonly options: RootOptions,
  ) {}

  /**
   * Opens one regular file; `rel` is its path beneath the root ("" for a root that is a file).
   * Throws FileError: "vanished", "unreadable", or "not_regular" (also a link, or a path that leads out).
   */
  open(rel: string): OpenedFile {
    const path = this.fileName === null ? rel : rel === "" ? this.fileName : null;
    if (path === null) throw new FileError("vanished", "The root is a single file");
    let fd = openBeneath(this.fd, path);
    if (fd === -errno.ELOOP && this.options.followLinks === true) fd = this.openFollowed(rel);
    return opened(fd);
  }

  close(): void {
    closeSync(this.fd);
  }

  /** Where the links lead is resolved first, then opened from "/" with no link allowed: a swap in between is refused. */
  private openFollowed(rel: string): number {
    const target = realPath(joinPath(this.path, canonicalSpelling(rel)));
    if (target === null) return -errno.ENOENT;
    const allow = this.options.allow ?? null;
    if (allow !== null && !allow.some((folder) => isWithin(target, folder))) return -errno.EXDEV;
    return openBeneath(topFolder(), target.slice(1));
  }
}

/**
 * Opens a root by its canonical path (see roots.ts). Throws QsearchError "root_unavailable" when it is missing,
 * unreadable, reached through a link, or neither a folder nor a regular file.
 */
export function openRoot(path: string, options: RootOptions = {}): RootHandle {
  const slash = path.lastIndexOf("/");
  const stats = lstatSync(systemPath(path), { throwIfNoEntry: false });
  const isFile = stats?.isFile() === true;
  const fd = openFolderAbsolute(isFile ? path.slice(0, slash) || "/" : path);
  if (fd < 0) {
    throw new QsearchError(
      "root_unavailable",
      `Root ${displayPath(path)} cannot be opened: ${errnoName(-fd)}`,
      "Make it readable, or remove it from the roots",
    );
  }
  return new RootHandle(path, fd, isFile ? path.slice(slash + 1) : null, options);
}

/** Opens, reads and closes: all bytes of one file and its stamp. `bytes` is valid until the buffer's next use. */
export function readFileBeneath(
  handle: RootHandle,
  rel: string,
  maxSize: number,
  buffer: ReadBuffer = readBuffer,
): { bytes: Uint8Array; stamp: FileStamp } {
  const file = handle.open(rel);
  try {
    return { bytes: file.read(maxSize, buffer), stamp: file.stamp };
  } finally {
    file.close();
  }
}

let top = -1;

/** A descriptor of "/", kept for the life of the thread. */
function topFolder(): number {
  if (top < 0) top = openFolderAbsolute("/");
  return top;
}

/**
 * All bytes of a regular file by its canonical path, no link allowed anywhere in it; valid until the buffer's next use.
 * Null when there is no regular file. For ignore files, which may stand above a root. Throws FileError as `OpenedFile.read`.
 */
export function readFromTop(path: string, maxSize: number, buffer: ReadBuffer = readBuffer): Uint8Array | null {
  const fd = openBeneath(topFolder(), path.slice(1));
  // Asked for in every folder and mostly missing: an error object would cost more than the call.
  if (fd === -errno.ENOENT) return null;
  try {
    const file = opened(fd);
    try {
      return file.read(maxSize, buffer);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof FileError && (error.code === "vanished" || error.code === "not_regular")) return null;
    throw error;
  }
}

/** The open file for a descriptor or negated errno. Throws FileError. */
function opened(fd: number): OpenedFile {
  if (fd < 0) throw openError(-fd);
  const stamp = stampOf(fd);
  if (stamp instanceof FileStamp) return new OpenedFile(fd, stamp);
  closeFile(fd);
  throw stamp;
}

function stampOf(fd: number): FileStamp | FileError {
  const fstat = libc()?.fstat ?? null;
  if (fstat === null) return stampOfNode(fd);
  const stat = fstat(fd);
  if (typeof stat === "number") return new FileError("unreadable", `Reading failed: ${errnoName(-stat)}`);
  if ((stat.mode & constants.S_IFMT) !== constants.S_IFREG) return new FileError("not_regular", "Not a regular file");
  const { size, dev, ino, mtimeSeconds, mtimeNanos, ctimeSeconds, ctimeNanos } = stat;
  return new FileStamp(size, dev, ino, mtimeSeconds, mtimeNanos, ctimeSeconds, ctimeNanos);
}

function stampOfNode(fd: number): FileStamp | FileError {
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) return new FileError("not_regular", "Not a regular file");
    const { size, dev, ino, mtimeNs, ctimeNs } = stats;
    return new FileStamp(Number(size), dev, ino, ...split(mtimeNs), ...split(ctimeNs));
  } catch (cause) {
    return new FileError("unreadable", `Reading failed: ${codeOf(cause)}`, { cause });
  }
}

const BILLION = 1_000_000_000n;

function nanoseconds(seconds: number, nanos: number): bigint {
  return BigInt(seconds) * BILLION + BigInt(nanos);
}

/** Seconds rounded down and the nanoseconds above them, as the kernel gives times before 1970. */
function split(time: bigint): [seconds: number, nanos: number] {
  const nanos = ((time % BILLION) + BILLION) % BILLION;
  return [Number((time - nanos) / BILLION), Number(nanos)];
}

/** The memory last read into and its address: making a pointer costs as much as the call it is for. */
let target: Uint8Array | null = null;
let targetAt = 0;

function readSome(fd: number, room: Uint8Array, from: number): number {
  const library = libc();
  if (library === null) return readByNode(fd, room, from);
  if (room !== target) {
    target = room;
    targetAt = ptr(room);
  }
  while (true) {
    const got = library.read(fd, (targetAt + from) as Pointer, room.length - from);
    if (got >= 0) return got;
    if (got !== -errno.EINTR) throw new FileError("unreadable", `Reading failed: ${errnoName(-got)}`);
  }
}

function readByNode(fd: number, room: Uint8Array, from: number): number {
  try {
    return readSync(fd, room, from, room.length - from, null);
  } catch (cause) {
    throw new FileError("unreadable", `Reading failed: ${codeOf(cause)}`, { cause });
  }
}

function closeFile(fd: number): void {
  const library = libc();
  if (library === null) closeSync(fd);
  else library.close(fd);
}

function refuseLarger(size: number, maxSize: number): void {
  if (size > maxSize) throw new FileError("too_large", `${size} bytes, over max_size (${maxSize})`);
}

/** The messages are the same whatever a link or an outside path leads to. */
function openError(code: number): FileError {
  switch (code) {
    case errno.ENOENT:
    case errno.ENOTDIR:
      return new FileError("vanished", "The file is gone");
    case errno.ELOOP:
    case errno.EXDEV:
    case errno.ENXIO:
    case errno.ENODEV:
      return new FileError("not_regular", "A link, a special file, or a path that leads out of the root");
    default:
      return new FileError("unreadable", `Opening failed: ${errnoName(code)}`);
  }
}

function errnoName(code: number): string {
  for (const [name, value] of Object.entries(errno)) if (value === code) return name;
  return `errno ${code}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
