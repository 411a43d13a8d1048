/**
 * Opens a path beneath a folder without following links, in one of three ways: Linux's openat2
 * (one call), openat per component through bun:ffi (macOS, older kernels, sandboxes that forbid openat2), or
 * /proc/self/fd per component (Linux without a loadable libc). All three are tested against the same cases.
 * Measured on 40,000 files: openat2 183 ms, per component by /proc 288 ms, plain open 189 ms.
 */
import { type Pointer, ptr } from "bun:ffi";
import { closeSync, constants, openSync } from "node:fs";
import { constants as os } from "node:os";
import { type Libc, libc } from "./libc.ts";
import { pathToBytes } from "./path-bytes.ts";

const { errno } = os;

/** Values that fs.constants lacks. */
const O_CLOEXEC = process.platform === "darwin" ? 0x1000000 : 0o2000000;
/** Linux: opens a folder that we may pass but not list, as the kernel's own look-up passes it. */
const O_PATH = process.platform === "linux" ? 0o10000000 : 0;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY, O_DIRECTORY } = constants;
// O_NONBLOCK: a FIFO in place of a file must not block. O_NOCTTY: a terminal must not become ours.
const FILE_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
const FOLDER_FLAGS = O_RDONLY | O_NOFOLLOW | O_DIRECTORY | O_CLOEXEC;
const STEP_FLAGS = FOLDER_FLAGS | O_PATH;
/** An unreadable file can still be examined. */
const LOOK_FLAGS = O_NOFOLLOW | O_CLOEXEC | O_PATH;

/** fcntl.h, Linux: an absolute path needs no folder. */
const AT_FDCWD = -100;
/** linux/openat2.h. */
const RESOLVE_NO_SYMLINKS = 0x04;
const RESOLVE_BENEATH = 0x08;
/** RESOLVE_BENEATH answers EAGAIN when a rename raced the look-up. */
const RACE_RETRIES = 16;

/** Opens `path` (no "..", no NUL) beneath the open folder; a descriptor, or a negated errno. */
type OpenWay = (folder: number, path: string, flags: number) => number;
export type OpenWayName = "openat2" | "openat" | "proc";

let chosen: OpenWay | undefined;
let byOpenat2: OpenWay | null = null;

/** Opens a file for reading beneath the open folder: a descriptor, or a negated errno. */
export function openBeneath(folder: number, rel: string): number {
  return openWith(way(), folder, rel, FILE_FLAGS);
}

/** Opens a folder to open files beneath: a descriptor, or a negated errno. */
export function openFolderBeneath(folder: number, rel: string): number {
  return openWith(way(), folder, rel, STEP_FLAGS);
}

/** Opens a name only to ask its kind: a descriptor or a negated errno; null where that takes more than one call. */
export function openToLook(folder: number, rel: string): number | null {
  const open = way();
  return open === byOpenat2 ? openWith(open, folder, rel, LOOK_FLAGS) : null;
}

/** True where no entry has that name, links followed; false also where unknown. Costs two thirds of a failing openat2. */
export function isAbsent(folder: number, rel: string): boolean {
  const library = libc();
  return library !== null && !rel.includes("\0") && library.exists(folder, cString(rel)) === -errno.ENOENT;
}

/** Opens a folder by an absolute path that holds no link: a descriptor, or a negated errno. */
export function openFolderAbsolute(path: string): number {
  let top: number;
  try {
    top = openSync("/", O_RDONLY | O_DIRECTORY);
  } catch (error) {
    return -errnoOf(error);
  }
  const rel = path.slice(1);
  if (rel === "" || !path.startsWith("/")) return path === "/" ? top : closing(top, -errno.ENOENT);
  return closing(top, openWith(way(), top, rel, FOLDER_FLAGS));
}

/**
 * The given way, null where this machine lacks it; the program chooses a way once, the tests try each.
 * @internal
 */
export function openBeneathBy(name: OpenWayName, folder: number, rel: string): number | null {
  const open = ways()[name];
  return open === null ? null : openWith(open, folder, rel, FILE_FLAGS);
}

function openWith(open: OpenWay, folder: number, rel: string, flags: number): number {
  // A C string would end at the NUL and name another file; every way refuses "..", even where the path stays inside.
  if (rel === "" || rel.includes("\0")) return -errno.ENOENT;
  if (rel.includes("..") && rel.split("/").includes("..")) return -errno.EXDEV;
  return rel.startsWith("/") ? -errno.EXDEV : open(folder, rel, flags);
}

function way(): OpenWay {
  if (chosen === undefined) {
    const { openat2, openat, proc } = ways();
    byOpenat2 = openat2;
    chosen = openat2 ?? openat ?? proc;
  }
  return chosen;
}

function ways(): { openat2: OpenWay | null; openat: OpenWay | null; proc: OpenWay } {
  const library = libc();
  return { openat2: wayOfOpenat2(library), openat: wayOfOpenat(library), proc: perComponent(openByProc) };
}

/** Null where the kernel lacks openat2 (before 5.6) or a sandbox forbids it. */
function wayOfOpenat2(library: Libc | null): OpenWay | null {
  const openat2 = library?.openat2 ?? null;
  if (openat2 === null) return null;
  // A separate block, which the engine does not move (see LinuxStat).
  const how = new BigUint64Array(new ArrayBuffer(24));
  how[2] = BigInt(RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
  const howAt = ptr(how);
  let flagged = 0;
  const open: OpenWay = (folder, path, flags) => {
    // Thousands of calls in a row have the same flags.
    if (flags !== flagged) how[0] = BigInt(flags);
    flagged = flags;
    const name = cString(path);
    for (let attempt = 0; ; attempt++) {
      const fd = openat2(folder, name, howAt);
      if (fd !== -errno.EAGAIN || attempt === RACE_RETRIES) return fd;
    }
  };
  const probe = library?.openat(AT_FDCWD, cString("/"), FOLDER_FLAGS) ?? -errno.ENOSYS;
  // No file can be opened just now, which says nothing about openat2.
  if (probe < 0) return open;
  const fd = open(probe, ".", FOLDER_FLAGS);
  closeSync(probe);
  if (fd < 0) return fd === -errno.EMFILE ? open : null;
  closeSync(fd);
  return open;
}

function wayOfOpenat(library: Libc | null): OpenWay | null {
  if (library === null) return null;
  return perComponent((folder, name, flags) => library.openat(folder, cString(name), flags));
}

function openByProc(folder: number, name: string, flags: number): number {
  const path = Buffer.concat([Buffer.from(`/proc/self/fd/${folder}/`), pathToBytes(name)]);
  try {
    return openSync(path, flags);
  } catch (error) {
    return -errnoOf(error);
  }
}

/** One open per component, each refusing a link. */
function perComponent(openOne: OpenWay): OpenWay {
  return (folder, path, flags) => {
    const components = path.split("/").filter((component) => component !== "" && component !== ".");
    const last = components.pop() ?? ".";
    let current = folder;
    for (const component of components) {
      let next = openOne(current, component, STEP_FLAGS);
      if (next === -errno.ENOTDIR) next = linkOrFile(openOne, current, component);
      if (current !== folder) closeSync(current);
      if (next < 0) return next;
      current = next;
    }
    const fd = openOne(current, last, flags);
    return current === folder ? fd : closing(current, fd);
  };
}

/** O_DIRECTORY answers ENOTDIR for a link as for a file; a plain open tells them apart. */
function linkOrFile(openOne: OpenWay, folder: number, component: string): number {
  const fd = openOne(folder, component, FILE_FLAGS);
  if (fd >= 0) closeSync(fd);
  return fd === -errno.ELOOP ? fd : -errno.ENOTDIR;
}

function closing(folder: number, result: number): number {
  closeSync(folder);
  return result;
}

/** Bytes of a path with their closing NUL, in memory that stays where it is; valid until the next call. */
const pathMemory = Buffer.allocUnsafeSlow(64 * 1024);
let pathMemoryAt: Pointer | undefined;

function cString(path: string): Pointer {
  pathMemoryAt ??= ptr(pathMemory);
  // Longer than every kernel's limit (PATH_MAX is 4096): cut, so that the kernel refuses it as too long.
  const room = pathMemory.length - 1;
  const length = path.isWellFormed()
    ? pathMemory.write(path, 0, room, "utf8")
    : pathToBytes(path).copy(pathMemory, 0, 0, room);
  pathMemory[length] = 0;
  return pathMemoryAt;
}

function errnoOf(error: unknown): number {
  return error instanceof Error && "errno" in error && typeof error.errno === "number"
    ? Math.abs(error.errno)
    : errno.EIO;
}
