/**
 * `backup`: a consistent copy of the store, made while others write, with the settings in force, as one dated ZIP. Entries are
 * stored as they are: the texts in the store are compressed already, and a backup should cost what copying costs.
 */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync } from "node:fs";
import { displayPath } from "../corpus/path-bytes.ts";
import { joinPath } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import type { ProgressSink } from "../progress.ts";
import type { BackupResult } from "../request/transfer-request.ts";
import { type Settings, savedText } from "../settings/settings.ts";
import { makeFolder, openStore, STORE_NAME, unwritable } from "../store/store.ts";
import { PROGRAM, VERSION } from "../version.ts";
import { CHECKSUMS_NAME, NOTE_NAME, restoreNote, SETTINGS_NAME } from "./contents.ts";
import { removeLeftovers } from "./leftovers.ts";
import { NewFile } from "./new-file.ts";
import { transferInWorker } from "./run-in-worker.ts";
import { ZipWriter } from "./zip-writer.ts";

export interface BackupContext {
  readonly settings: Settings;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
  readonly now?: Date;
}

const ANOTHER_FOLDER = "Give a folder that can be written: qsearch backup DIR";
const PIECE = 1024 * 1024;
/** Between turns of the event loop, milliseconds. */
const SLICE_MS = 10;
/** Copies of a store while a backup is made; the number is the process's. */
const LEFTOVER = /^(?:\.qsearch-snapshot-(?<copy>\d+)\.db(?:-journal)?|qsearch-[\dTZ-]+\.zip\.(?<zip>\d+)\.part)$/;

/** Throws `no_store`, `io`, `refused`, `cancelled`. `folder` is absolute and made where it is not there. */
export async function makeBackup(folder: string, context: BackupContext): Promise<BackupResult> {
  const { settings, signal, now = new Date() } = context;
  // Says what there is to say of a store that is missing or damaged before anything is made.
  openStore(settings.dataDir, "read").close();
  if (!folder.isWellFormed()) {
    // SQLite copies into it, and names files by text.
    throw new QsearchError("io", `${displayPath(folder)} is no UTF-8`, ANOTHER_FOLDER);
  }
  makeFolder(folder, ANOTHER_FOLDER);
  removeLeftovers(folder, (name) => {
    const { copy, zip } = LEFTOVER.exec(name)?.groups ?? {};
    return copy ?? zip ?? null;
  });
  const file = new NewFile(freeName(folder, now));
  try {
    const fd = await snapshot(folder, context);
    try {
      const { size } = fstatSync(fd);
      const zip = new ZipWriter(file, now);
      const settingsText = Buffer.from(savedText(settings, settings.roots));
      zip.add(NOTE_NAME, Buffer.from(restoreNote(now)));
      zip.add(SETTINGS_NAME, settingsText);
      const sum = await copyEntry(fd, size, zip, context);
      const sums = [
        [sum, STORE_NAME],
        [sha256(settingsText), SETTINGS_NAME],
        [sha256(Buffer.from(restoreNote(now))), NOTE_NAME],
      ];
      zip.add(CHECKSUMS_NAME, Buffer.from(sums.map(([hex, name]) => `${hex}  ${name}\n`).join("")));
      zip.finish();
      if (signal?.aborted) throw new QsearchError("cancelled", "stopped; no backup was made");
      file.finish();
      return {
        path: file.path,
        bytes: file.length,
        store_bytes: size,
        sha256: sum,
        made_by: `${PROGRAM} ${VERSION}`,
        made_at: now.toISOString(),
      };
    } finally {
      closeSync(fd);
    }
  } finally {
    file.abandon();
  }
}

/** The copy, open and nameless: whatever ends this process, the system takes it away. */
async function snapshot(folder: string, { settings, signal, progress }: BackupContext): Promise<number> {
  const path = joinPath(folder, `.qsearch-snapshot-${process.pid}.db`);
  progress?.update({ phase: "copying the index", files: 0, totalFiles: null, bytes: 0, totalBytes: null });
  // SQLite's journal stands beside the copy while it is made.
  const remove = () => {
    for (const name of [path, `${path}-journal`]) rmSync(name, { force: true });
  };
  process.once("exit", remove);
  try {
    // Empty, but not for others to read.
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
    const fd = openSync(path, flags, 0o600);
    try {
      await transferInWorker({ kind: "snapshot", dataDir: settings.dataDir, into: path }, signal);
      return fd;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  } catch (error) {
    if (error instanceof QsearchError) throw error;
    throw unwritable(path, error, ANOTHER_FOLDER);
  } finally {
    remove();
    process.off("exit", remove);
  }
}

async function copyEntry(
  fd: number,
  size: number,
  zip: ZipWriter,
  { signal, progress }: BackupContext,
): Promise<string> {
  const entry = zip.begin(STORE_NAME, size);
  const hasher = new Bun.CryptoHasher("sha256");
  const buffer = new Uint8Array(PIECE);
  let until = performance.now() + SLICE_MS;
  for (let at = 0; at < size; ) {
    const got = readSync(fd, buffer, 0, Math.min(PIECE, size - at), at);
    if (got === 0) throw new QsearchError("io", "the copy of the index was cut while it was packed");
    const piece = buffer.subarray(0, got);
    hasher.update(piece);
    entry.write(piece);
    at += got;
    if (performance.now() < until) continue;
    progress?.update({ phase: "packing", files: 0, totalFiles: null, bytes: at, totalBytes: size });
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new QsearchError("cancelled", "stopped; no backup was made");
    until = performance.now() + SLICE_MS;
  }
  entry.end();
  return hasher.digest("hex");
}

/** `qsearch-20261130T041500Z.zip`; with a number behind where that is taken. */
function freeName(folder: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  for (let number = 1; ; number++) {
    const path = joinPath(folder, `qsearch-${stamp}${number === 1 ? "" : `-${number}`}.zip`);
    if (!existsSync(path)) return path;
  }
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
