/**
 * `vectors-<generation>.bin` beside the database: the vectors of one encoder in the order of their chunks, as search scans
 * them, for one sequential read (38 MB of 100,000 vectors in 3 ms; from their pages in 100). Derived: a file that is missing,
 * damaged or of another state is made again, and backups need none.
 * Layout, little-endian: header of 64 bytes (magic, groups u32, rows u32, generation f64, base 8 bytes, checksum u64), the
 * chunks' ids f64, the first row of each group and the number of rows u32, filled up to 16 bytes, then the rows.
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
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DIMENSIONS } from "../embed/encoder.ts";
import type { VectorState } from "./vectors.ts";

const MAGIC = 0x31564351; // "QCV1"
const HEADER = 64;
const NAME = /^vectors-(\d+)\.bin$/;
const LEFT = /^vectors-\d+\.bin\.\d+\.tmp$/;

/** Vectors of chunks: group g is the chunk `chunks[g]` with the rows from `starts[g]` to before `starts[g + 1]`. */
export interface VectorTable {
  /** Ids, ascending. */
  readonly chunks: Float64Array;
  readonly starts: Uint32Array;
  /** Rows of DIMENSIONS int8. */
  readonly rows: Int8Array;
}

/** Gives the memory for a table. */
export type VectorRoom = (size: {
  readonly groups: number;
  readonly rows: number;
}) => Pick<VectorTable, "starts" | "rows">;

export interface CachedVectors {
  readonly chunks: Float64Array;
  readonly generation: number;
}

/**
 * Reads the newest cache of this state, or of an earlier one since when rows were only added. Null without one; `room` may have
 * been called then.
 */
export function readVectorCache(dataDir: string, state: VectorState, room: VectorRoom): CachedVectors | null {
  const generations = cachesIn(dataDir).filter((generation) => generation <= state.generation);
  for (const generation of generations.sort((a, b) => b - a)) {
    try {
      // O_NONBLOCK: a path that is no file must not block.
      const fd = openSync(cachePath(dataDir, generation), constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        const read = readTable(fd, { ...state, generation }, room);
        if (read !== null) return { chunks: read, generation };
      } finally {
        closeSync(fd);
      }
    } catch {
      // An unreadable cache counts as missing.
    }
  }
  return null;
}

/** Whether searches of this state read the vectors from a cache: checks every byte. */
export function isCached(dataDir: string, state: VectorState): boolean {
  const room: VectorRoom = ({ groups, rows }) => ({
    starts: new Uint32Array(groups + 1),
    rows: new Int8Array(rows * DIMENSIONS),
  });
  return readVectorCache(dataDir, state, room) !== null;
}

function readTable(fd: number, state: VectorState, room: VectorRoom): Float64Array | null {
  const header = Buffer.alloc(HEADER);
  if (!fill(fd, header, 0)) return null;
  const groups = header.readUInt32LE(4);
  const rows = header.readUInt32LE(8);
  const expected = headerOf(state, groups, rows, header.readBigUInt64LE(32));
  const at = HEADER + groups * 8;
  const size = aligned(at + (groups + 1) * 4) + rows * DIMENSIONS;
  if (!header.equals(expected) || fstatSync(fd).size !== size) return null;
  const chunks = new Float64Array(groups);
  const table = room({ groups, rows });
  const whole =
    fill(fd, bytesOf(chunks), HEADER) &&
    fill(fd, bytesOf(table.starts), at) &&
    fill(fd, bytesOf(table.rows), aligned(at + table.starts.byteLength));
  return whole && checksum({ chunks, ...table }) === header.readBigUInt64LE(32) ? chunks : null;
}

/** Writes a temporary file, syncs, renames, and removes caches of other states. Throws the file system's errors. */
export function writeVectorCache(dataDir: string, state: VectorState, table: VectorTable): void {
  const path = cachePath(dataDir, state.generation);
  const aside = `${path}.${process.pid}.tmp`;
  const fd = openSync(aside, "w", 0o600);
  try {
    const { chunks, starts, rows } = table;
    writeAll(fd, headerOf(state, chunks.length, rows.length / DIMENSIONS, checksum(table)), 0);
    writeAll(fd, bytesOf(chunks), HEADER);
    const at = HEADER + chunks.byteLength;
    writeAll(fd, bytesOf(starts), at);
    writeAll(fd, bytesOf(rows), aligned(at + starts.byteLength));
    fsyncSync(fd);
    closeSync(fd);
    renameSync(aside, path);
  } catch (error) {
    removeQuietly(aside);
    throw error;
  }
  removeCaches(dataDir, state.generation);
}

/** Removes every cache except one generation's, and files left by a killed writer. */
export function removeCaches(dataDir: string, except: number | null = null): void {
  for (const name of namesIn(dataDir)) {
    const isCache = NAME.test(name) && name !== `vectors-${except}.bin`;
    if (isCache || LEFT.test(name)) removeQuietly(join(dataDir, name));
  }
}

/** Generations with a cache file. */
function cachesIn(dataDir: string): number[] {
  return namesIn(dataDir).flatMap((name) => {
    const generation = NAME.exec(name)?.[1];
    return generation === undefined ? [] : [Number(generation)];
  });
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}

function cachePath(dataDir: string, generation: number): string {
  return join(dataDir, `vectors-${generation}.bin`);
}

function headerOf({ generation, base }: VectorState, groups: number, rows: number, sum: bigint): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(groups, 4);
  header.writeUInt32LE(rows, 8);
  header.writeDoubleLE(generation, 16);
  header.write(base.slice(0, 16), 24, "hex");
  header.writeBigUInt64LE(sum, 32);
  return header;
}

function checksum({ chunks, starts, rows }: VectorTable): bigint {
  const sum = Bun.hash.xxHash3(bytesOf(rows), Bun.hash.xxHash3(bytesOf(starts), Bun.hash.xxHash3(bytesOf(chunks))));
  return BigInt.asUintN(64, sum);
}

function bytesOf(array: Float64Array | Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}

/** False where the file ends early. */
function fill(fd: number, bytes: Uint8Array, position: number): boolean {
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, position + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already removed, or not ours to remove.
  }
}
