/** Resident size of another process, seen from outside: a parser that eats memory cannot be asked. */
import { readFileSync } from "node:fs";

/** Bytes, or null when the process is gone or the system does not say. */
export function residentBytes(pid: number): number | null {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

/** VmRSS is in kibibytes whatever the page size, which /proc/PID/statm would need (16 KiB on some arm64 kernels). */
function fromProc(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return match === null ? null : Number(match[1]) * 1024;
  } catch {
    return null;
  }
}

/** macOS has no /proc. One call takes some milliseconds. */
function fromPs(pid: number): number | null {
  const { stdout, success } = Bun.spawnSync(["/bin/ps", "-o", "rss=", "-p", String(pid)], { stderr: "ignore" });
  const kibibytes = Number.parseInt(stdout.toString(), 10);
  return success && Number.isFinite(kibibytes) ? kibibytes * 1024 : null;
}
