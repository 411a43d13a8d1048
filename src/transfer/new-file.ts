/**
 * A file that appears whole or not at all, and never in the place of another: written aside under a name of its own, synced,
 * then given its name by a link, which fails where the name is taken. Mode 0600.
 */
import { closeSync, constants, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { QsearchError, systemReason } from "../errors.ts";

export class NewFile {
  readonly fd: number;
  /** Bytes written. */
  length = 0;
  readonly #aside: string;
  #open = true;
  readonly #onExit = () => this.abandon();

  /** Throws `refused` where something stands at `path`, `io` where none can be made. */
  constructor(readonly path: string) {
    if (lstatSync(systemPath(path), { throwIfNoEntry: false }) !== undefined) throw taken(path);
    this.#aside = `${path}.${process.pid}.part`;
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
    try {
      // What a process of this number left when it was killed.
      rmSync(systemPath(this.#aside), { force: true });
      this.fd = openSync(systemPath(this.#aside), flags, 0o600);
    } catch (error) {
      throw cannotWrite(path, error);
    }
    // Ctrl-C ends the process, not this code.
    process.once("exit", this.#onExit);
  }

  /** Appends. Throws `io`. */
  write(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at, bytes.length - at, this.length + at);
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
    this.length += bytes.length;
  }

  /** Writes over what stands at `position`. Throws `io`. */
  patch(bytes: Uint8Array, position: number): void {
    try {
      writeSync(this.fd, bytes, 0, bytes.length, position);
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
  }

  /** Gives the file its name. Throws `refused` where something has taken it meanwhile, `io`. */
  finish(): void {
    try {
      fsyncSync(this.fd);
      this.#name();
    } catch (error) {
      if (isCode(error, "EEXIST")) throw taken(this.path);
      throw cannotWrite(this.path, error);
    } finally {
      this.abandon();
    }
  }

  /** Takes the unfinished file away; after `finish` nothing happens. */
  abandon(): void {
    process.off("exit", this.#onExit);
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.fd);
    rmSync(systemPath(this.#aside), { force: true });
  }

  #name(): void {
    try {
      linkSync(systemPath(this.#aside), systemPath(this.path));
    } catch (error) {
      if (!isCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
      // A file system without hard links: the name is reserved, then taken.
      closeSync(openSync(systemPath(this.path), "wx", 0o600));
      renameSync(systemPath(this.#aside), systemPath(this.path));
    }
  }
}

function taken(path: string): QsearchError {
  return new QsearchError(
    "refused",
    `${displayPath(path)} is there already`,
    "Nothing is overwritten; give another name.",
  );
}

function cannotWrite(path: string, error: unknown): QsearchError {
  return new QsearchError("io", `${displayPath(path)} cannot be written: ${systemReason(error)}`, "", { cause: error });
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
