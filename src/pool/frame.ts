/**
 * Messages between this program and its child processes, on stdin and stdout. A frame is
 * `u32 magic, u32 JSON bytes, u32 part bytes, JSON, parts`, little-endian. The JSON is `{ value, parts }`: typed arrays
 * are taken out of the value, named by their path and appended as bytes. Plain data only: no bigint, Map, Set or class.
 * A child that a hostile file has taken over can send anything, so reading believes nothing: sizes are capped, a path
 * may only replace a null that is there, and whatever does not fit is a FrameError.
 */

const MAGIC = 0x31465351; // "QSF1"
const HEADER = 12;
/** Most bytes of a frame to a child: a file of the largest max_size, 1 GiB, and what is said about it. */
export const MAX_REQUEST = 2 ** 30 + 2 ** 20;
/** Most bytes of a frame from a child, which may be lying: more than any text that an extractor may return. */
export const MAX_ANSWER = 2 ** 28;

export class FrameError extends Error {
  override readonly name = "FrameError";
}

const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array } as const;
type ArrayName = keyof typeof ARRAYS;
type AnyArray = InstanceType<(typeof ARRAYS)[ArrayName]>;

interface Part {
  readonly path: readonly (string | number)[];
  readonly type: ArrayName;
  /** Bytes. */
  readonly length: number;
}

/**
 * The frame as pieces to be written one after another; typed arrays are not copied. Throws FrameError on other classes,
 * and on more than `most` bytes.
 */
export function encodeFrame(value: unknown, most: number): Uint8Array[] {
  const parts: Part[] = [];
  const arrays: Uint8Array[] = [];
  let partBytes = 0;
  const plain = strip(value, [], (array, path) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    parts.push({ path, type: arrayName(array), length: bytes.length });
    arrays.push(bytes);
    partBytes += bytes.length;
  });
  const json = Buffer.from(JSON.stringify({ value: plain, parts }), "utf8");
  const total = HEADER + json.length + partBytes;
  if (total > most) throw new FrameError(`a frame of ${total} bytes`);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(json.length, 4);
  header.writeUInt32LE(partBytes, 8);
  return [header, json, ...arrays];
}

/** Collects chunks as a pipe delivers them and gives back whole frames' values. */
export class FrameReader {
  private chunks: Uint8Array[] = [];
  private held = 0;
  /** Bytes needed before anything more can be read. */
  private wanted = HEADER;

  /** `most`: bytes of a frame beyond which the sender is not believed. */
  constructor(private readonly most: number) {}

  /** Throws FrameError when the bytes are no frames. */
  push(chunk: Uint8Array): unknown[] {
    this.chunks.push(chunk);
    this.held += chunk.length;
    const values: unknown[] = [];
    while (this.held >= this.wanted) {
      const bytes = this.join();
      const total = this.frameLength(bytes);
      if (bytes.length < total) {
        this.wanted = total;
        break;
      }
      values.push(decode(bytes.subarray(0, total)));
      this.chunks = bytes.length > total ? [bytes.subarray(total)] : [];
      this.held = bytes.length - total;
      this.wanted = HEADER;
    }
    return values;
  }

  private frameLength(bytes: Buffer): number {
    if (bytes.readUInt32LE(0) !== MAGIC) throw new FrameError("not a frame: something else was written");
    const total = HEADER + bytes.readUInt32LE(4) + bytes.readUInt32LE(8);
    if (total > this.most) throw new FrameError(`a frame of ${total} bytes`);
    return total;
  }

  private join(): Buffer {
    const [first, ...rest] = this.chunks;
    const joined = first !== undefined && rest.length === 0 ? asBuffer(first) : Buffer.concat(this.chunks, this.held);
    this.chunks = [joined];
    return joined;
  }
}

function decode(bytes: Buffer): unknown {
  const jsonEnd = HEADER + bytes.readUInt32LE(4);
  let message: unknown;
  try {
    message = JSON.parse(bytes.toString("utf8", HEADER, jsonEnd));
  } catch (cause) {
    throw new FrameError("no JSON in the frame", { cause });
  }
  if (!isRecord(message) || !Array.isArray(message.parts)) throw new FrameError("no value in the frame");
  let at = jsonEnd;
  for (const part of message.parts) {
    if (!isPart(part) || at + part.length > bytes.length) throw new FrameError("a part that is not there");
    // A copy: the view must start at an aligned offset, and must not keep the frame's other bytes alive.
    const data = new Uint8Array(bytes.subarray(at, at + part.length)).buffer;
    if (part.length % ARRAYS[part.type].BYTES_PER_ELEMENT !== 0) throw new FrameError("a part cut within an element");
    place(message, ["value", ...part.path], new ARRAYS[part.type](data));
    at += part.length;
  }
  if (at !== bytes.length) throw new FrameError("bytes that no part names");
  return message.value;
}

/** Puts an array where the JSON has null. Own properties only, so that no path reaches a prototype. */
function place(root: Record<string, unknown>, path: readonly (string | number)[], array: AnyArray): void {
  let target: unknown = root;
  for (const step of path.slice(0, -1))
    target = isContainer(target) && Object.hasOwn(target, step) ? target[step] : null;
  const last = path.at(-1);
  if (last === undefined || !isContainer(target) || !Object.hasOwn(target, last) || target[last] !== null) {
    throw new FrameError("a part without a place");
  }
  target[last] = array;
}

function strip(
  value: unknown,
  path: readonly (string | number)[],
  take: (array: AnyArray, path: readonly (string | number)[]) => void,
): unknown {
  if (value === null || typeof value !== "object") {
    if (typeof value === "bigint" || typeof value === "function")
      throw new FrameError(`a ${typeof value} in a message`);
    return value;
  }
  if (ArrayBuffer.isView(value)) {
    take(value as AnyArray, path);
    return null;
  }
  if (Array.isArray(value)) return value.map((each, index) => strip(each, [...path, index], take));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new FrameError("an object of a class in a message");
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, strip(each, [...path, key], take)]));
}

function arrayName(array: AnyArray): ArrayName {
  // A Buffer travels as the Uint8Array it is.
  if (array instanceof Uint8Array) return "Uint8Array";
  const name = array.constructor.name;
  if (name in ARRAYS) return name as ArrayName;
  throw new FrameError(`a ${name} in a message`);
}

function isPart(part: unknown): part is Part {
  return (
    isRecord(part) &&
    Array.isArray(part.path) &&
    part.path.every((step) => typeof step === "string" || typeof step === "number") &&
    typeof part.type === "string" &&
    Object.hasOwn(ARRAYS, part.type) &&
    Number.isSafeInteger(part.length) &&
    (part.length as number) >= 0
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
