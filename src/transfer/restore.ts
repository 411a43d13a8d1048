/**
 * `restore`: a backup into a new data directory. Everything is judged before anything is written, written beside the
 * directory, checked by its sums and by SQLite, and takes the directory's name at the end.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { crc32 } from "node:zlib";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { joinPath } from "../corpus/roots.ts";
import { QsearchError, systemReason } from "../errors.ts";
import type { ProgressSink } from "../progress.ts";
import type { RestoreResult } from "../request/transfer-request.ts";
import { loadSettings } from "../settings/settings.ts";
import { makeFolder, STORE_NAME, unwritable } from "../store/store.ts";
import { CHECKSUMS_NAME, NOTE_NAME, SETTINGS_NAME } from "./contents.ts";
import { removeLeftovers } from "./leftovers.ts";
import { transferInWorker } from "./run-in-worker.ts";
import { readEntries, type StoredEntry, ZipRefused } from "./zip-reader.ts";

export interface RestoreContext {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
}

const KNOWN = [STORE_NAME, SETTINGS_NAME, NOTE_NAME, CHECKSUMS_NAME];
const PIECE = 1024 * 1024;
const SLICE_MS = 10;
/** Everything but the store is small, bytes. */
const MOST_SMALL = 1 << 20;
/** Between a data directory's name and a number: what is unpacked there. No name that a person gives, as leftovers are removed. */
const ASIDE = ".qsearch-unpacking-";

/**
 * `zip` and `dataDir` are absolute. Throws `not_found`, `refused` for what is no whole backup or where something is in the
 * directory, `corrupt_store`, `newer_store`, `io`, `read_only`, `cancelled`; the directory is untouched then.
 */
export async function restoreBackup(zip: string, dataDir: string, context: RestoreContext): Promise<RestoreResult> {
  refuseUsed(dataDir);
  removeCut(dataDir);
  const fd = openZip(zip);
  try {
    const entries = listed(fd, zip);
    const aside = `${dataDir}${ASIDE}${process.pid}`;
    const remove = () => rmSync(systemPath(aside), { recursive: true, force: true });
    process.once("exit", remove);
    try {
      makeFolder(aside);
      const sums = sumsIn(fd, entries, zip);
      for (const name of [SETTINGS_NAME, NOTE_NAME, STORE_NAME]) {
        await unpack(fd, entry(entries, name, zip), joinPath(aside, name), sums.get(name), zip, context);
      }
      // The settings are judged as those of any data directory.
      const { roots } = loadSettings({ dataDir: aside, env: {} });
      const { documents, chunks } = await checked(joinPath(aside, STORE_NAME), zip, context);
      rmSync(systemPath(joinPath(aside, NOTE_NAME)), { force: true });
      takePlace(aside, dataDir);
      return { data_dir: dataDir, documents, chunks, roots: [...roots] };
    } finally {
      remove();
      process.off("exit", remove);
    }
  } finally {
    closeSync(fd);
  }
}

function refuseUsed(dataDir: string): void {
  const stat = statSync(systemPath(dataDir), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory() && readdirSync(systemPath(dataDir)).length === 0) return;
  throw new QsearchError(
    "refused",
    `${displayPath(dataDir)} ${stat.isDirectory() ? "is not empty" : "is no folder"}`,
    "Nothing is overwritten; give a new data directory: --data-dir NEW",
  );
}

/** What restores of the same directory left that were killed. */
function removeCut(dataDir: string): void {
  const slash = dataDir.lastIndexOf("/");
  const folder = dataDir.slice(0, slash) || "/";
  const cut = `${dataDir.slice(slash + 1)}${ASIDE}`;
  const pidIn = (name: string) =>
    name.startsWith(cut) && /^\d+$/.test(name.slice(cut.length)) ? name.slice(cut.length) : null;
  try {
    removeLeftovers(folder, pidIn);
  } catch {
    // No such folder yet, or one that may not be looked through.
  }
}

function openZip(zip: string): number {
  try {
    // A FIFO would keep this thread waiting.
    const fd = openSync(systemPath(zip), constants.O_RDONLY | constants.O_NONBLOCK);
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
  } catch (error) {
    throw new QsearchError("not_found", `${displayPath(zip)} cannot be read: ${systemReason(error)}`, "", {
      cause: error,
    });
  }
  throw noBackup(zip, "it is no regular file");
}

function noBackup(zip: string, reason: string, cause?: unknown): QsearchError {
  const message = `${displayPath(zip)} is no whole backup of qsearch: ${reason}`;
  return new QsearchError("refused", message, "Nothing was restored; use another backup.", { cause });
}

function listed(fd: number, zip: string): ReadonlyMap<string, StoredEntry> {
  try {
    const entries = readEntries(fd);
    const foreign = entries.find(({ name }) => !KNOWN.includes(name));
    if (foreign !== undefined) throw new ZipRefused(`it holds ${JSON.stringify(foreign.name)}`);
    return new Map(entries.map((each) => [each.name, each]));
  } catch (error) {
    throw error instanceof ZipRefused ? noBackup(zip, error.message, error) : error;
  }
}

function entry(entries: ReadonlyMap<string, StoredEntry>, name: string, zip: string): StoredEntry {
  const found = entries.get(name);
  if (found === undefined) throw noBackup(zip, `${name} is missing`);
  if (name !== STORE_NAME && found.size > MOST_SMALL) throw noBackup(zip, `${name} is too long`);
  return found;
}

/** SHA-256 in hex, by name. */
function sumsIn(fd: number, entries: ReadonlyMap<string, StoredEntry>, zip: string): Map<string, string> {
  const { start, size, crc } = entry(entries, CHECKSUMS_NAME, zip);
  const bytes = Buffer.alloc(size);
  if (readSync(fd, bytes, 0, size, start) !== size || crc32(bytes) >>> 0 !== crc) {
    throw noBackup(zip, `${CHECKSUMS_NAME} is damaged`);
  }
  const lines = bytes.toString("utf8").matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
  return new Map([...lines].map(([, sum = "", name = ""]) => [name, sum]));
}

async function unpack(
  fd: number,
  { name, start, size, crc }: StoredEntry,
  path: string,
  sum: string | undefined,
  zip: string,
  { signal, progress }: RestoreContext,
): Promise<void> {
  if (sum === undefined) throw noBackup(zip, `no checksum of ${name}`);
  const hasher = new Bun.CryptoHasher("sha256");
  const buffer = new Uint8Array(PIECE);
  const out = openNew(path);
  let seen = 0;
  let until = performance.now() + SLICE_MS;
  try {
    for (let at = 0; at < size; ) {
      const got = readSync(fd, buffer, 0, Math.min(PIECE, size - at), start + at);
      if (got === 0) throw noBackup(zip, `${name} ends early`);
      const piece = buffer.subarray(0, got);
      hasher.update(piece);
      seen = crc32(piece, seen);
      writeAll(out, piece, path);
      at += got;
      if (performance.now() < until) continue;
      progress?.update({ phase: "unpacking", files: 0, totalFiles: null, bytes: at, totalBytes: size });
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted) throw new QsearchError("cancelled", "stopped; nothing was restored");
      until = performance.now() + SLICE_MS;
    }
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  if (hasher.digest("hex") !== sum || seen >>> 0 !== crc) throw noBackup(zip, `${name} does not have its checksum`);
}

async function checked(path: string, zip: string, { signal, progress }: RestoreContext) {
  progress?.update({ phase: "checking", files: 0, totalFiles: null, bytes: 0, totalBytes: null });
  try {
    return await transferInWorker({ kind: "check", path }, signal);
  } catch (error) {
    if (!(error instanceof QsearchError) || error.code !== "corrupt_store") throw error;
    const message = error.message.replace(path, `${STORE_NAME} in ${displayPath(zip)}`);
    throw new QsearchError("corrupt_store", message, "Nothing was restored; use another backup.", { cause: error });
  }
}

function openNew(path: string): number {
  try {
    return openSync(systemPath(path), "wx", 0o600);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function writeAll(fd: number, bytes: Uint8Array, path: string): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** A folder is renamed over an empty one only. */
function takePlace(aside: string, dataDir: string): void {
  try {
    renameSync(systemPath(aside), systemPath(dataDir));
  } catch (error) {
    refuseUsed(dataDir);
    throw unwritable(dataDir, error);
  }
}
