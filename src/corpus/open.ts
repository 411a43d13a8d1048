/**
 * The only place that opens a source file. A file is opened beneath an open folder and without following any link, so
 * that a path swapped for a link between check and open is refused; its kind and size are read from the open descriptor.
 *
 * How the kernel is asked stands in open-beneath.ts, what is done with a descriptor in descriptor.ts; this file says what
 * the answers mean.
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
  /** Agent roots: a path through a link is resolved, and what it leads to opened through the same guard. */
  readonly followLinks?: boolean;
  /** Canonical folders a followed link may lead into; null: anywhere. */
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

  /** The descriptor; -1 once closed, so that it never names another file that got the number. */
  get fd(): number {
    return this.descriptor;
  }

  close(): void {
    if (this.descriptor >= 0) closeFile(this.descriptor);
    this.descriptor = -1;
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

/** An open root, a folder or a single file. Close it when the run is over; a closed one opens nothing. */
export class RootHandle {
  /** The folder of the last file that was opened in turn, and its descriptor; "" and -1 without one. */
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
   * The same for many files in the walk's order: the folder stays open until a file of another one is asked for, so that
   * the kernel looks up one name instead of the whole path (live search, 30,000 files: a twelfth of its CPU time).
   */
  openInTurn(rel: string): OpenedFile {
    const slash = rel.lastIndexOf("/");
    if (slash === -1 || this.fileName !== null || this.options.followLinks === true) return this.open(rel);
    if (slash !== this.turn.length || !rel.startsWith(this.turn)) {
      this.endTurn();
      const turn = rel.slice(0, slash);
      const fd = openFolderBeneath(this.fd, turn);
      // Whatever is wrong with the folder, the whole path says it as always.
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

/** Opens a folder by its canonical path, no link allowed anywhere in it, to list it: a descriptor, or a negated errno. */
export function openFolderFromTop(path: string): number {
  return openFolderBeneath(topFolder(), path === "/" ? "." : path.slice(1));
}

/**
 * All bytes of a regular file by its canonical path, no link allowed anywhere in it; valid until the buffer's next use.
 * Null when there is no regular file. For ignore files, which may stand above a root. Throws FileError as `OpenedFile.read`.
 */
export function readFromTop(path: string, maxSize: number, buffer: ReadBuffer = readBuffer): Uint8Array | null {
  const rel = path.slice(1);
  // Asked for in every folder and mostly missing: an error object would cost more than the call.
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
 * The stamp of a regular file by its canonical path, no link allowed anywhere in it; null when there is none. Undefined where
 * the system has no call that tells it at once.
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

/** The fault is no file's: taken for one, it would cost each file its text. */
function noDescriptor(code: string): QsearchError {
  return new QsearchError("io", `Too many files are open (${code})`, "Raise the limit of the shell: ulimit -n 1024");
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
