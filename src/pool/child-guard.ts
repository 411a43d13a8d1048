/**
 * What ends a child process that nobody can reach: its parent died while a parser was looping, so that the closed stdin
 * is never read. Asked of the operating system through bun:ffi; where that fails, the parent's limits still hold.
 */
import { dlopen, FFIType, ptr } from "bun:ffi";

const LIBC = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6";
const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;
const RLIMIT_CPU = 0;

/** Linux: the kernel kills this process when the thread that started it ends. */
export function endWithParent(): void {
  if (process.platform !== "linux") return;
  try {
    const libc = dlopen(LIBC, { prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 } });
    libc.symbols.prctl(PR_SET_PDEATHSIG, SIGKILL);
  } catch {
    return;
  }
  // The parent may have ended before the call: then stdin is closed, and is read soon.
}

/** Raises the process's allowance of processor time to this many seconds from now; beyond it the kernel sends SIGXCPU. */
export function grantCpuSeconds(seconds: number): void {
  const used = process.cpuUsage();
  setCpuLimit(Math.ceil((used.user + used.system) / 1e6) + seconds);
}

let setrlimit: ((resource: number, limits: ReturnType<typeof ptr>) => number) | null | undefined;

function setCpuLimit(seconds: number): void {
  if (setrlimit === undefined) setrlimit = loadSetrlimit();
  // struct rlimit { soft, hard }: hard stays without limit, so that the next task can raise soft again.
  setrlimit?.(RLIMIT_CPU, ptr(new BigUint64Array([BigInt(seconds), NO_LIMIT])));
}

const NO_LIMIT = process.platform === "darwin" ? (1n << 63n) - 1n : (1n << 64n) - 1n;

function loadSetrlimit(): typeof setrlimit {
  try {
    const libc = dlopen(LIBC, { setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
    return (resource, limits) => libc.symbols.setrlimit(resource, limits);
  } catch {
    return null;
  }
}
