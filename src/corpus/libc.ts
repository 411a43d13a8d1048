/**
 * The few C calls that node:fs lacks or makes slow, through bun:ffi. Loaded at the first use, never at start-up.
 * Why: reading 10,000 small files (open, fstat, read, close and SHA-256) costs 92 ms of CPU with node:fs and 45 ms with libc:
 * most of the difference is the Stats object. Pointers are made once, since making one costs as much as a call.
 */
import { FFIType, type Pointer, ptr, read } from "bun:ffi";
import { constants } from "node:os";
import { openCLibrary } from "../c-library.ts";

const { errno } = constants;
const isDarwin = process.platform === "darwin";
const isArm = process.arch === "arm64";

/** linux/openat2.h; openat2 has the same number on x64 and arm64, the other calls do not (asm/unistd.h). */
const SYS_OPENAT2 = 437;
const SYS_FSTAT = isArm ? 80 : 5;

/** The result of one fstat; one object per library, overwritten by the next call. Times as whole seconds and nanoseconds. */
export interface StatMemory {
  readonly mode: number;
  readonly size: number;
  readonly dev: number;
  readonly ino: number;
  readonly mtimeSeconds: number;
  readonly mtimeNanos: number;
  readonly ctimeSeconds: number;
  readonly ctimeNanos: number;
}

/** Results are those of the C call, or a negated errno. Path arguments are NUL-terminated bytes. */
export interface Libc {
  /** Null where the platform lacks openat2; `how` is a struct open_how. */
  readonly openat2: ((folder: number, path: Pointer, how: Pointer) => number) | null;
  readonly openat: (folder: number, path: Pointer, flags: number) => number;
  /** 0 where the name exists. */
  readonly exists: (folder: number, path: Pointer) => number;
  /** Null where this file does not know the layout of struct stat: use node:fs. */
  readonly fstat: ((fd: number) => StatMemory | number) | null;
  readonly read: (fd: number, to: Pointer, bytes: number) => number;
  readonly close: (fd: number) => number;
}

let loaded: Libc | null | undefined;

/** The platform's C library, null where none loads (then node:fs does everything). */
export function libc(): Libc | null {
  if (loaded === undefined) loaded = load();
  return loaded;
}

function load(): Libc | null {
  if (process.platform !== "linux" && !isDarwin) return null;
  return isDarwin ? darwin() : linux();
}

/** Without O_CREAT openat reads no variadic argument, so a call with three arguments is right on arm64 macOS too. */
const SHARED = {
  openat: { args: [FFIType.i32, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
  faccessat: { args: [FFIType.i32, FFIType.ptr, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  read: { args: [FFIType.i32, FFIType.ptr, FFIType.u64_fast], returns: FFIType.i64_fast },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const;

function linux(): Libc | null {
  const symbols = openCLibrary({
    ...SHARED,
    // Integer arguments of a variadic function are passed like any other on x64 and arm64 Linux.
    syscall: {
      args: [FFIType.i64_fast, FFIType.i32, FFIType.ptr, FFIType.ptr, FFIType.u64_fast],
      returns: FFIType.i64_fast,
    },
    __errno_location: { args: [], returns: FFIType.ptr },
  });
  if (symbols === null) return null;
  const { openat, faccessat, read: readBytes, close, syscall, __errno_location } = symbols;
  const lastError = () => errnoAt(__errno_location());
  const outcome = (result: number | bigint) => (result < 0 ? -lastError() : Number(result));
  const stat = new LinuxStat();
  return {
    openat2: (folder, path, how) => outcome(syscall(SYS_OPENAT2, folder, path, how, 24)),
    openat: (folder, path, flags) => outcome(openat(folder, path, flags)),
    exists: (folder, path) => outcome(faccessat(folder, path, 0, 0)),
    fstat: (fd) => (syscall(SYS_FSTAT, fd, stat.address, null, 0) < 0 ? -lastError() : stat),
    read: (fd, to, bytes) => outcome(readBytes(fd, to, bytes)),
    close: (fd) => outcome(close(fd)),
  };
}

function darwin(): Libc | null {
  const symbols = openCLibrary({ ...SHARED, __error: { args: [], returns: FFIType.ptr } });
  if (symbols === null) return null;
  const { openat, faccessat, read: readBytes, close, __error } = symbols;
  const outcome = (result: number | bigint) => (result < 0 ? -errnoAt(__error()) : Number(result));
  return {
    openat2: null,
    openat: (folder, path, flags) => outcome(openat(folder, path, flags)),
    exists: (folder, path) => outcome(faccessat(folder, path, 0, 0)),
    fstat: null,
    read: (fd, to, bytes) => outcome(readBytes(fd, to, bytes)),
    close: (fd) => outcome(close(fd)),
  };
}

/** errno of the last call: read it before any other call runs. */
function errnoAt(location: number | bigint | null): number {
  return location === null ? errno.EIO : read.i32(Number(location) as Pointer);
}

/** struct stat as the 64-bit Linux kernel fills it (asm/stat.h): x64 and arm64 differ only in the place of st_mode. */
class LinuxStat implements StatMemory {
  // A separate block: the engine moves the memory of a small typed array, and the address below would be its old place (from
  // some thousand files on, every file then had one file's size and time).
  private readonly words = new Uint32Array(new ArrayBuffer(144));
  readonly address: Pointer = ptr(this.words);

  get dev(): number {
    return this.word64(0);
  }
  get ino(): number {
    return this.word64(8);
  }
  get mode(): number {
    return this.words[isArm ? 4 : 6] ?? 0;
  }
  get size(): number {
    return this.word64(48);
  }
  get mtimeSeconds(): number {
    return this.seconds(88);
  }
  get mtimeNanos(): number {
    return this.words[24] ?? 0;
  }
  get ctimeSeconds(): number {
    return this.seconds(104);
  }
  get ctimeNanos(): number {
    return this.words[28] ?? 0;
  }

  private word64(offset: number): number {
    return (this.words[offset / 4] ?? 0) + (this.words[offset / 4 + 1] ?? 0) * 2 ** 32;
  }

  /** Signed: files from before 1970 exist. */
  private seconds(offset: number): number {
    return (this.words[offset / 4] ?? 0) + ((this.words[offset / 4 + 1] ?? 0) | 0) * 2 ** 32;
  }
}
