/**
 * What ends a child process that nobody can reach: its parent died while a parser was looping, so that the closed stdin
 * is never read. Asked of the operating system through bun:ffi; where that fails, the parent's limits still hold.
 */
import { FFIType } from "bun:ffi";
import { openCLibrary } from "../c-library.ts";

const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;
const RLIMIT_CPU = 0;
const RLIMIT_CORE = 4;

/** Linux: the kernel kills this process when the thread that started it ends. */
export function endWithParent(): void {
  if (process.platform !== "linux") return;
  openCLibrary({ prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 } })?.prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call: then stdin is closed, and is read soon.
}

/** A parser that dies must not write the document it was reading into a core file. */
export function leaveNoCore(): void {
  limit(RLIMIT_CORE, 0n, 0n);
}

/** Raises the process's allowance of processor time to this many seconds from now; beyond it the kernel sends SIGXCPU. */
export function grantCpuSeconds(seconds: number): void {
  const used = process.cpuUsage();
  // The hard limit stays off, so that the next task can raise the soft one again.
  limit(RLIMIT_CPU, BigInt(Math.ceil((used.user + used.system) / 1e6) + seconds), NO_LIMIT);
}

let setrlimit: ((resource: number, limits: BigUint64Array) => number) | null | undefined;

/** struct rlimit { soft, hard }, in a block of its own: the memory of a small typed array is the engine's, which moves it. */
const rlimit = new BigUint64Array(new ArrayBuffer(16));

function limit(resource: number, soft: bigint, hard: bigint): void {
  if (setrlimit === undefined) setrlimit = loadSetrlimit();
  rlimit.set([soft, hard]);
  setrlimit?.(resource, rlimit);
}

const NO_LIMIT = process.platform === "darwin" ? (1n << 63n) - 1n : (1n << 64n) - 1n;

function loadSetrlimit(): typeof setrlimit {
  const libc = openCLibrary({ setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
  return libc === null ? null : (resource, limits) => libc.setrlimit(resource, limits);
}
