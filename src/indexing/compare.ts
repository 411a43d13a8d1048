/**
 * Checks whether the bytes of a known file changed. Every run hashes every byte, because time and size prove nothing; only
 * `search --fresh` and rescans while watching trust time and size.
 */
import { type OpenedFile, openRoot, type RootHandle } from "../corpus/open.ts";
import { FileError } from "../errors.ts";
import type { TimeSlice } from "../pool/time-slice.ts";
import type { FileStat } from "../store/file-outcomes.ts";
import type { PlannedRoot } from "./plan.ts";
import type { StoredFile } from "./stored-files.ts";

export type Comparison =
  /** Same bytes; `stat` if size or time differ from the store's. */
  | { readonly kind: "same"; readonly bytes: number; readonly stat: FileStat | null }
  /** Other bytes, or a state that only ingest can determine. */
  | { readonly kind: "changed" };

const CHANGED: Comparison = { kind: "changed" };

/** Bytes. A larger file is hashed in pieces, with pauses between. */
const PIECE = 1024 * 1024;

/** Bytes examined to decide whether a file is text. */
const FIRST = 8192;

/** Compares files of one root with the store's rows. Close it after use. */
export class Comparer {
  readonly #handle: RootHandle;
  readonly #digest = new Uint8Array(32);
  /** Not a Buffer: cutting a piece of one costs more than hashing a small file. */
  readonly #buffer = new Uint8Array(PIECE);
  readonly #maxSize: number;

  constructor(
    root: PlannedRoot,
    private readonly slice: TimeSlice,
    private readonly trustStat = false,
  ) {
    this.#handle = openRoot(root.path, { followLinks: root.policy.followLinks, allow: root.policy.allow });
    this.#maxSize = root.policy.maxSize;
  }

  close(): void {
    this.#handle.close();
  }

  /** In the walk's order. Throws `cancelled`. Returns a promise only for large files: most comparisons are synchronous. */
  compare(rel: string, known: StoredFile): Comparison | Promise<Comparison> {
    let file: OpenedFile;
    try {
      file = this.#handle.openInTurn(rel);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return error.code === known.error ? { kind: "same", bytes: 0, stat: null } : CHANGED;
    }
    let later = false;
    try {
      const { size } = file.stamp;
      if (size > this.#maxSize) {
        const same = known.error === "too_large" && known.size === size && known.mtime === file.stamp.mtime;
        return same ? { kind: "same", bytes: 0, stat: null } : CHANGED;
      }
      if (known.sha256 === null || size !== known.size) return CHANGED;
      if (this.trustStat && file.stamp.mtime === known.mtime) return { kind: "same", bytes: 0, stat: null };
      if (size < PIECE) return this.#verdict(file, this.#hashAtOnce(file), known);
      later = true;
      return this.#hashInPieces(file)
        .then((read) => this.#verdict(file, read, known))
        .finally(() => file.close());
    } finally {
      if (!later) file.close();
    }
  }

  /** Whether a file's first bytes look like text, or cannot be read. By name, no document reader takes the file. */
  mayBeText(rel: string): boolean {
    try {
      const file = this.#handle.open(rel);
      try {
        const bytes = this.#buffer.subarray(0, Math.max(0, this.#fill(file, FIRST)));
        const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
        return isUtf16 || !bytes.includes(0);
      } finally {
        file.close();
      }
    } catch (error) {
      if (error instanceof FileError) return true;
      throw error;
    }
  }

  /** SHA-256 and size of a file that may be a moved file; null unless its size is among `sizes`. */
  async identify(rel: string, sizes: ReadonlySet<number>): Promise<{ sha256: Uint8Array; stat: FileStat } | null> {
    let file: OpenedFile;
    try {
      file = this.#handle.open(rel);
    } catch (error) {
      if (error instanceof FileError) return null;
      throw error;
    }
    try {
      const { size, mtimeNs } = file.stamp;
      if (!sizes.has(size) || size > this.#maxSize) return null;
      const read = size < PIECE ? this.#hashAtOnce(file) : await this.#hashInPieces(file);
      return read === size ? { sha256: this.#digest.slice(), stat: { size, mtimeNs } } : null;
    } finally {
      file.close();
    }
  }

  #verdict(file: OpenedFile, read: number, known: StoredFile): Comparison {
    const { size, mtime } = file.stamp;
    if (read !== size || known.sha256 === null || Buffer.compare(this.#digest, known.sha256) !== 0) return CHANGED;
    return { kind: "same", bytes: size, stat: mtime === known.mtime ? null : { size, mtimeNs: file.stamp.mtimeNs } };
  }

  /** Hashes into #digest; returns the bytes read, -1 on an I/O error. */
  #hashAtOnce(file: OpenedFile): number {
    const read = this.#fill(file);
    if (read >= 0) Bun.SHA256.hash(this.#buffer.subarray(0, read), this.#digest);
    return read;
  }

  async #hashInPieces(file: OpenedFile): Promise<number> {
    const hasher = new Bun.CryptoHasher("sha256");
    let total = 0;
    for (;;) {
      const read = this.#fill(file);
      if (read < 0) return -1;
      total += read;
      hasher.update(this.#buffer.subarray(0, read));
      if (read < PIECE) break;
      if (this.slice.due) await this.slice.rest();
    }
    this.#digest.set(hasher.digest());
    return total;
  }

  /** Reads up to `most` bytes or to the file's end. */
  #fill(file: OpenedFile, most = PIECE): number {
    let length = 0;
    try {
      while (length < most) {
        const got = file.readInto(this.#buffer, length);
        if (got === 0) break;
        length += got;
        // A short read at the announced size is the end: most files need no second call.
        if (length === file.stamp.size) break;
      }
    } catch {
      return -1;
    }
    return length;
  }
}
