/**
 * The only place that opens a source file. A file is opened beneath an open folder and without following any link, so a path
 * swapped for a link between check and open is refused; kind and size are read from the open descriptor.
 * open-beneath.ts asks the kernel, descriptor.ts uses descriptors; this file interprets the answers.
 */
import { lstatSync } from "node:fs";
import { constants as os } from "node:os";
import { FileError, QsearchError } from "../errors.ts";

import { closeFile, errnoName, FileStamp, readSome, stampOf } from "./descriptor.ts";
import { isAbsent, openBeneath, openFolderAbsolute, openFolderBeneath, openToLook } from "./open-beneath.ts";
import { canonicalSpelling, displayPath, systemPath } from "./path-bytes.ts";
import { type ReadBuffer, readBuffer } from "./read-buffer.ts";
import { isWithin, joinPath, realPath } from "./roots.ts";

export { FileStamp };

const { errno } = os;

export interface RootOptions {
  /** Agent roots: a path through a link is resolved, and its target opened through the same guard. */
  readonly followLinks?: boolean;
  /** Canonical folders that a followed link may lead into; null: anywhere. */
  readonly allow?: readonly string[] | null;
}

/** An open regular file. The caller closes it. */
export class OpenedFile {
  private descriptor: number;

  constructor(
    fd: number,
    readonly stamp: FileStamp,
  ) {
    this.descriptor = fd;
  }

  /** The descriptor; -1 after close, so it never names another file with the same number. */
  get fd(): number {
    return this.descriptor;
  }

  close(): void {
    if (this.descriptor >= 0) closeFile(this.descriptor);
    this.descriptor = -1;
  }

  /**
   * Continues reading after the last read, into `room` from byte `from` on; 0 at the end of the file. For callers that hash or
   * copy in pieces; keep one `room`. Throws FileError "unreadable".
   */
  readInto(room: Uint8Array, from: number): number {
    return readSome(this.fd, room, from);
  }

  /**
   * All bytes from the start, in the buffer's memory: valid until its next use. A file that grows or shrinks during the read
   * gives the bytes up to the end met; the stamp is older than any such change, so a later comparison detects it. Throws
   * FileError "too_large" beyond `maxSize` bytes, "unreadable" on an I/O error.
   */
  read(maxSize: number, buffer: ReadBuffer = readBuffer): Uint8Array {
    refuseLarger(this.stamp.size, maxSize);
    let length = 0;
    // One byte more than expected: a short read then marks the end, without a second call.
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

/** An open root, a folder or a single file. Close it after the run; a closed root opens nothing. */
export class RootHandle {
  /** The folder of the last file from `openInTurn`, and its descriptor; "" and -1 without one. */
  private turn = "";
  private turnFd = -1;

  constructor(
    /** Canonical path. */
    readonly path: string,
    private fd: number,
    /** For a root that is a file: its name in the folder `fd`. */
    private readonly fileName: string | null,
    private readonly options: RootOptions,
  ) {}

  /**
   * Opens one regular file; `rel` is its path beneath the root ("" for a root that is a file).
   * Throws FileError: "vanished", "unreadable", or "not_regular" (also a link, or a path that leads out); QsearchError
   * "io" where the process may open nothing more.
   */
  open(rel: string): OpenedFile {
    const path = this.fileName === null ? rel : rel === "" ? this.fileName : null;
    if (path === null) throw new FileError("vanished", "The root is a single file");
    let fd = openBeneath(this.fd, path);
    if (fd === -errno.ELOOP && this.options.followLinks === true) fd = this.openFollowed(rel);
    return opened(fd);
  }

  /**
   * As `open`, for many files in the walk's order: the folder stays open until a file of another folder is requested, so the
   * kernel looks up one name instead of the whole path (live search, 30,000 files: a twelfth of its CPU time).
   */
  openInTurn(rel: string): OpenedFile {
    const slash = rel.lastIndexOf("/");
    if (slash === -1 || this.fileName !== null || this.options.followLinks === true) return this.open(rel);
    if (slash !== this.turn.length || !rel.startsWith(this.turn)) {
      this.endTurn();
      const turn = rel.slice(0, slash);
      const fd = openFolderBeneath(this.fd, turn);
      // For a faulty folder, opening the whole path gives the usual error.
      if (fd < 0) return this.open(rel);
      this.turnFd = fd;
      this.turn = turn;
    }
    return opened(openBeneath(this.turnFd, rel.slice(slash + 1)));
  }

  close(): void {
    this.endTurn();
    if (this.fd >= 0) closeFile(this.fd);
    this.fd = -1;
  }

  private endTurn(): void {
    if (this.turnFd >= 0) closeFile(this.turnFd);
    this.turnFd = -1;
    this.turn = "";
  }

  /** The links are resolved first, then the target is opened from "/" with no link allowed: a swap in between is refused. */
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
  const isFile = isRegularFile(path);
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

function isRegularFile(path: string): boolean {
  try {
    return lstatSync(systemPath(path)).isFile();
  } catch {
    return false;
  }
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

/** Opens a folder for listing by its canonical path, without any link: a descriptor, or a negated errno. */
export function openFolderFromTop(path: string): number {
  return openFolderBeneath(topFolder(), path === "/" ? "." : path.slice(1));
}

/**
 * All bytes of a regular file by its canonical path, without any link; valid until the buffer's next use. Null without a
 * regular file. For ignore files, which may stand above a root. Throws FileError as `OpenedFile.read`.
 */
export function readFromTop(path: string, maxSize: number, buffer: ReadBuffer = readBuffer): Uint8Array | null {
  const rel = path.slice(1);
  // Called in every folder, and the file is mostly missing: an error object would cost more than the call.
  if (isAbsent(topFolder(), rel)) return null;
  const fd = openBeneath(topFolder(), rel);
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

/**
 * The stamp of a regular file by its canonical path, without any link; null without such a file. Undefined where the system
 * needs more than one call.
 */
export function stampFromTop(path: string): FileStamp | null | undefined {
  const fd = openToLook(topFolder(), path.slice(1));
  if (fd === null || fd === -errno.EMFILE || fd === -errno.ENFILE) return undefined;
  if (fd < 0) return null;
  const stamp = stampOf(fd);
  closeFile(fd);
  return stamp instanceof FileStamp ? stamp : null;
}

/** The open file for a descriptor or negated errno. Throws FileError, and QsearchError "io" where no file could be opened. */
function opened(fd: number): OpenedFile {
  if (fd === -errno.EMFILE || fd === -errno.ENFILE) throw noDescriptor(errnoName(-fd));
  if (fd < 0) throw openError(-fd);
  const stamp = stampOf(fd);
  if (stamp instanceof FileStamp) return new OpenedFile(fd, stamp);
  closeFile(fd);
  throw stamp;
}

/** Not a fault of the file: treated as one, it would cost each file its text. */
function noDescriptor(code: string): QsearchError {
  return new QsearchError("io", `Too many files are open (${code})`, "Raise the limit of the shell: ulimit -n 1024");
}

function refuseLarger(size: number, maxSize: number): void {
  if (size > maxSize) throw new FileError("too_large", `${size} bytes, over max_size (${maxSize})`);
}

/** The messages are the same for every target of a link or an outside path. */
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
