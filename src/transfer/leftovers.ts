/** What processes that were killed have left: names that bear the number of a process that is no more. */
import { readdirSync, rmSync } from "node:fs";
import { pathFromBytes, systemPath } from "../corpus/path-bytes.ts";
import { joinPath } from "../corpus/roots.ts";

/** `pidIn` gives the number that a name bears, null for a name that is none of ours. What cannot be removed stays. */
export function removeLeftovers(folder: string, pidIn: (name: string) => string | null): void {
  for (const bytes of readdirSync(systemPath(folder), { encoding: "buffer" })) {
    const name = pathFromBytes(bytes);
    const pid = pidIn(name);
    if (pid === null || isAlive(Number(pid))) continue;
    try {
      rmSync(systemPath(joinPath(folder, name)), { recursive: true, force: true });
    } catch {
      // Somebody else's, or gone already.
    }
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
