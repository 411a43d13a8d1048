/**
 * The advisory locks of the data directory: one writer at a time holds `qsearch.lock`, one embedding process
 * `qsearch.embed.lock`. The kernel frees a lock when its holder dies, so no stale lock is ever left. SQLite's own lock guards
 * only single transactions.
 */
import { FFIType } from "bun:ffi";
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openCLibrary } from "../c-library.ts";
import { QsearchError } from "../errors.ts";
import type { ProgressSink, ProgressUpdate } from "../progress.ts";
import { makeDataDir, unwritable } from "./store.ts";

export const LOCK_NAME = "qsearch.lock";
export const EMBED_LOCK_NAME = "qsearch.embed.lock";

/** How long a second writer waits, milliseconds. */
const WAIT_MS = 10_000;
/** Milliseconds between attempts: a writer in turns frees the lock for several. Later attempts may be rarer. */
const POLL_MS = 10;
const LATE_POLL_MS = 100;

/** flock(2): exclusive, not blocking; and release. The same on Linux and macOS. */
const LOCK_EX_NB = 2 | 4;
const LOCK_UN = 8;

export interface LockOptions {
  /** The command of this process, shown to waiting processes: "index". */
  readonly command: string;
  readonly signal?: AbortSignal | undefined;
  readonly waitMs?: number;
}

export interface WriterLock {
  /** Notes the progress for other processes; written twice a second at most. */
  note(update: ProgressUpdate): void;
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly command: string;
  /** ISO 8601. */
  readonly since: string;
}

/** Work on the store by a live process. */
export interface UnderWay extends Holder {
  /** From the progress reports, null before the first one. */
  readonly at: Pick<ProgressUpdate, "phase" | "files" | "unit" | "totalFiles"> | null;
}

/** Milliseconds between two notes. */
const NOTE_MS = 500;

/** Takes the lock. Throws `locked` after ten seconds, naming the holder; `cancelled`; `read_only`. */
export async function lockForWriting(dataDir: string, options: LockOptions): Promise<WriterLock> {
  const path = join(dataDir, LOCK_NAME);
  const fd = openLockFile(dataDir, path);
  try {
    await waitForLock(fd, path, options);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return heldLock(fd, options.command);
}

/** Progress that is also noted in the lock file. */
export function notedProgress(lock: WriterLock, progress: ProgressSink | undefined): ProgressSink {
  return {
    update(update) {
      lock.note(update);
      progress?.update(update);
    },
  };
}

/** Takes the lock for embedding, or returns its holder: nobody should wait for hours. Throws `read_only`. */
export function lockForEmbedding(dataDir: string, command: string): WriterLock | { readonly holder: string } {
  const path = join(dataDir, EMBED_LOCK_NAME);
  const fd = openLockFile(dataDir, path);
  if (flock(fd, LOCK_EX_NB)) return heldLock(fd, command);
  closeSync(fd);
  return { holder: describeHolder(path) };
}

function openLockFile(dataDir: string, path: string): number {
  makeDataDir(dataDir);
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function heldLock(fd: number, command: string): WriterLock {
  const holder: Holder = { pid: process.pid, command, since: new Date().toISOString() };
  noteHolder(fd, holder);
  let held = true;
  let notedAt = performance.now();
  return {
    note({ phase, files, unit, totalFiles }) {
      if (!held || performance.now() - notedAt < NOTE_MS) return;
      notedAt = performance.now();
      noteHolder(fd, { ...holder, at: { phase, files, unit, totalFiles } });
    },
    release() {
      if (!held) return;
      held = false;
      // The file stays: after a removal two processes could lock two files of one name.
      try {
        ftruncateSync(fd);
      } catch {
        // The note names a process without the lock, until the next holder's note.
      }
      flock(fd, LOCK_UN);
      closeSync(fd);
    },
  };
}

/** Notes the holder for waiting processes. A full disk does not cost the lock: `clear` may have to make room. */
function noteHolder(fd: number, holder: Holder | UnderWay): void {
  try {
    ftruncateSync(fd);
    writeSync(fd, `${JSON.stringify(holder)}\n`, 0);
  } catch {
    // The message then says "another process".
  }
}

/** The process that writes to the store now and its progress; else the embedding process. Null without both. */
export function workUnderWay(dataDir: string): UnderWay | null {
  for (const name of [LOCK_NAME, EMBED_LOCK_NAME]) {
    const holder = readHolder(join(dataDir, name));
    if (holder !== null && holder.pid !== process.pid && isAlive(holder.pid)) return { at: null, ...holder };
  }
  return null;
}

/** The note of a dead process stays in the file. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function waitForLock(fd: number, path: string, { signal, waitMs = WAIT_MS }: LockOptions): Promise<void> {
  const started = performance.now();
  while (!flock(fd, LOCK_EX_NB)) {
    if (signal?.aborted) throw new QsearchError("cancelled", "stopped while waiting for the store's lock");
    const waited = performance.now() - started;
    if (waited >= waitMs) throw lockedBy(path);
    await Bun.sleep(waited < WAIT_MS ? POLL_MS : LATE_POLL_MS);
  }
}

function lockedBy(path: string): QsearchError {
  const message = `the store is being written by ${describeHolder(path)}`;
  return new QsearchError("locked", message, "Wait until it has ended, or stop it.");
}

function describeHolder(path: string): string {
  const holder = readHolder(path);
  return holder ? `process ${holder.pid} (qsearch ${holder.command}, since ${holder.since})` : "another process";
}

function readHolder(path: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isHolder(value) ? value : null;
  } catch {
    // Between locking and noting the file is empty.
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const { pid, command, since } = value as Partial<Record<keyof Holder, unknown>>;
  return typeof pid === "number" && typeof command === "string" && typeof since === "string";
}

let call: ((fd: number, operation: number) => number) | null = null;

function flock(fd: number, operation: number): boolean {
  call ??= loadFlock();
  return call(fd, operation) === 0;
}

function loadFlock(): (fd: number, operation: number) => number {
  const library = openCLibrary({ flock: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } });
  if (library === null) throw new QsearchError("internal", "the system's C library cannot be loaded for locking");
  return library.flock;
}
