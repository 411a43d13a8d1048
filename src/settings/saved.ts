/** `qsearch.json` in the data directory: the roots and settings that stay. Written aside, synced, renamed; mode 0600. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { QsearchError, systemReason } from "../errors.ts";
import { readSettingsFile } from "./file.ts";
import type { ConfigurationKey } from "./keys.ts";

export const SAVED_NAME = "qsearch.json";
const SAVED_VERSION = 1;

export function savedPath(dataDir: string): string {
  return join(dataDir, SAVED_NAME);
}

/** The saved keys, null when nothing was saved. Throws `config` for a file that is no saved settings. */
export function readSaved(dataDir: string): Record<string, unknown> | null {
  const path = savedPath(dataDir);
  let text: string;
  try {
    text = readSettingsFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw new QsearchError("io", `${path} cannot be read: ${systemReason(error)}`, "", { cause: error });
  }
  const hint = "Mend it, or remove it and name the roots again: qsearch index --root DIR";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new QsearchError("config", `${path} is not valid JSON`, hint, { cause: error });
  }
  if (!isRecord(value)) throw new QsearchError("config", `${path} holds no settings`, hint);
  const { version, ...keys } = value;
  if (version !== SAVED_VERSION) {
    const has = version === undefined ? "no version" : `version ${JSON.stringify(version)}`;
    throw new QsearchError("config", `${path} has ${has}; this program reads ${SAVED_VERSION}`, hint);
  }
  return keys;
}

/** The text of the file. */
export function formatSaved(keys: Readonly<Partial<Record<ConfigurationKey, unknown>>>): string {
  return `${JSON.stringify({ version: SAVED_VERSION, ...keys }, null, 2)}\n`;
}

/** Replaces the saved settings. Throws `read_only` or `io`; the old file stays whole then. */
export function writeSaved(dataDir: string, keys: Readonly<Partial<Record<ConfigurationKey, unknown>>>): void {
  const path = savedPath(dataDir);
  const aside = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fd = openSync(aside, "w", 0o600);
    try {
      writeSync(fd, formatSaved(keys));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(aside, { force: true });
    const code = errno(error);
    const readOnly = code === "EACCES" || code === "EROFS" || code === "EPERM";
    throw new QsearchError(
      readOnly ? "read_only" : "io",
      `${path} cannot be written: ${systemReason(error)}`,
      readOnly ? "Give a data directory that can be written: --data-dir DIR" : "",
      { cause: error },
    );
  }
}

/** Makes the rename itself durable; a file system that cannot sync folders is no reason to fail. */
function syncFolder(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } catch {
    // Some network file systems refuse; the content itself is synced.
  } finally {
    closeSync(fd);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMissing(error: unknown): boolean {
  const code = errno(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

function errno(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
