/**
 * Operations on an open descriptor: fstat, read, close, by the C library where it loads (libc.ts), else by node:fs. Errors are
 * FileError values or exceptions with code "unreadable" and the name of the errno.
 */
import { type Pointer, ptr } from "bun:ffi";
import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { constants as os } from "node:os";
import { FileError } from "../errors.ts";
import { storableTime } from "../text/times.ts";
import { libc } from "./libc.ts";

const { errno } = os;

/** The result of fstat on the descriptor, taken before the first byte is read. */
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

  /** Nanoseconds, clamped to the store's range. */
  get mtimeNs(): bigint {
    return storableTime(nanoseconds(this.mtimeSeconds, this.mtimeNanos));
  }

  /** Nanoseconds, as the double nearest to `mtimeNs`. */
  get mtime(): number {
    // Up to this bound seconds × 10⁹ is exact in a double, and only the sum is rounded.
    const isExact = Math.abs(this.mtimeSeconds) <= 2 ** 53 / 5 ** 9;
    return isExact ? this.mtimeSeconds * 1e9 + this.mtimeNanos : Number(this.mtimeNs);
  }

  get ctimeNs(): bigint {
    return nanoseconds(this.ctimeSeconds, this.ctimeNanos);
  }
}

/** The stamp of a regular file; a FileError for anything else. */
export function stampOf(fd: number): FileStamp | FileError {
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

/** Seconds rounded down and the remaining nanoseconds, as the kernel gives times before 1970. */
function split(time: bigint): [seconds: number, nanos: number] {
  const nanos = ((time % BILLION) + BILLION) % BILLION;
  return [Number((time - nanos) / BILLION), Number(nanos)];
}

/** The memory of the last read and its address: making a pointer costs as much as the read call. */
let target: Uint8Array | null = null;
let targetAt = 0;

/** Continues reading into `room` from byte `from` on; 0 at the end. Throws FileError "unreadable". */
export function readSome(fd: number, room: Uint8Array, from: number): number {
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

export function closeFile(fd: number): void {
  const library = libc();
  if (library === null) closeSync(fd);
  else library.close(fd);
}

/** The name of an errno, such as "EACCES". */
export function errnoName(code: number): string {
  for (const [name, value] of Object.entries(errno)) if (value === code) return name;
  return `errno ${code}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
