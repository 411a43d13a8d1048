/**
 * kill -9 within a stretch of a process's work that can be seen from outside: the process is stopped at a random moment of
 * it, looked at while it stands still, and killed. What had ended by then is no kill within.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { World } from "../world.ts";

export interface Stretch {
  /** Whether the process, of this number, is within it now. */
  within(pid: number): boolean;
}

export type Moment = "within" | "after";

/** Waits for a process to begin, milliseconds. */
const PATIENCE_MS = 60_000;

export class Killer {
  /** Of the whole stretch when nothing kills it, milliseconds, as the machine is loaded at present. */
  #length = 0;

  constructor(
    private readonly w: World,
    private readonly stretch: Stretch,
    private readonly random: () => number,
  ) {}

  /** Runs the command to its end. Throws where the stretch is never seen, or the command fails. */
  async learn(...args: string[]): Promise<void> {
    const child = this.w.start({ timeout: PATIENCE_MS }, ...args, "--json");
    const begun = await this.#begin(child);
    while (child.exitCode === null && this.stretch.within(child.pid)) await Bun.sleep(0);
    this.#length = Math.max(this.#length, performance.now() - begun);
    await child.exited;
    if (child.exitCode !== 0) throw new Error(`${args.join(" ")}: ${await child.stdout.text()}`);
  }

  /** Kills the command at a random moment; where that was. `confirmed` looks at what it left, where more can be told then. */
  async kill(args: readonly string[], confirmed: () => boolean = () => true): Promise<Moment> {
    const child = this.w.start({ timeout: PATIENCE_MS }, ...args, "--json");
    await this.#begin(child);
    await Bun.sleep(this.random() * this.#length);
    child.kill("SIGSTOP");
    const isWithin = isStopped(child.pid) && this.stretch.within(child.pid);
    child.kill("SIGKILL");
    await child.exited;
    const moment: Moment = isWithin && confirmed() ? "within" : "after";
    this.#length *= moment === "within" ? 1.03 : 0.75;
    return moment;
  }

  async #begin(child: ReturnType<World["start"]>): Promise<number> {
    while (child.exitCode === null && !this.stretch.within(child.pid)) await Bun.sleep(0);
    return performance.now();
  }
}

/** SIGSTOP takes effect a moment after it was sent. */
function isStopped(pid: number): boolean {
  for (let look = 0; look < 2000; look++) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3);
      if (state === "T") return true;
      if (state === "Z" || state === "X") return false;
    } catch {
      return false;
    }
    Bun.sleepSync(0.5);
  }
  return false;
}

/** Whether the system lists locks (Linux): else nothing tells where a process is. */
export const CAN_SEE_LOCKS = existsSync("/proc/locks");

/** Byte of SQLite's shared memory that is locked by whoever has a write transaction open (WAL_WRITE_LOCK). */
const WRITE_LOCK_BYTE = 120;

/** Whether a process has a write transaction of this database open. */
export function isWriting(pid: number, databasePath: string): boolean {
  const shared = statSync(`${databasePath}-shm`, { throwIfNoEntry: false });
  if (shared === undefined) return false;
  const inode = String(shared.ino);
  return readFileSync("/proc/locks", "latin1")
    .split("\n")
    .some((line) => {
      const [, kind, , mode, owner, place = "", from, to] = line.trim().split(/\s+/);
      if (kind !== "POSIX" || mode !== "WRITE" || owner !== String(pid) || place.split(":")[2] !== inode) return false;
      return Number(from) <= WRITE_LOCK_BYTE && (to === "EOF" || Number(to) >= WRITE_LOCK_BYTE);
    });
}
