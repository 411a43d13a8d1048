/** The encoder kernel: the operations of a BERT forward pass on the kernel's own memory. One instance per thread; not re-entrant. */
import scalarPath from "../../build/kernels/encoder.scalar.wasm" with { type: "file" };
import wasmPath from "../../build/kernels/encoder.wasm" with { type: "file" };
import { kernelModule } from "./load.ts";

/** Addresses are bytes in the kernel's memory; see encoder.kernel.ts for each operation. */
export interface EncoderOperations {
  pack(weights: number, depth: number, columns: number, panels: number): void;
  dequantise(from: number, scale: number, into: number): void;
  add(row: number, other: number): void;
  meanOfRows(states: number, rows: number, sums: number, into: number): void;
  quantise(from: number, rows: number, width: number, limit: number, into: number, steps: number): void;
  multiply(
    a: number,
    steps: number,
    weights: number,
    packed: 0 | 1,
    scales: number,
    bias: number,
    rows: number,
    depth: number,
    columns: number,
    into: number,
    line: number,
    room: number,
  ): void;
  gelu(at: number, count: number): void;
  addNormalise(states: number, other: number, rows: number, gain: number, bias: number): void;
  attention(qkv: number, rows: number, into: number, room: number): void;
}

interface Exports extends EncoderOperations {
  readonly memory: WebAssembly.Memory;
}

const PAGE = 65536;
/** A cache line: no vector lies across two. */
const ALIGNMENT = 64;

/** Rows that buffers hold for `rows` of a text: the operations take three at a time. */
export function paddedRows(rows: number): number {
  return Math.ceil(rows / 3) * 3;
}

/** Bytes of `attention`'s room for `rows`: what encoder.kernel.ts puts into it, one behind the other. */
export function attentionRoom(rows: number): number {
  const high = paddedRows(rows);
  const wide = Math.ceil(rows / 12) * 12;
  const steps = (high * 2 + wide * 2 + 24) * 4;
  return high * 1152 * 2 + steps + 16 + wide * (32 + 36) * 2 + high * wide * 6 + high * 36 * 4;
}

/** The most that an activation of a product of `depth` may be, so that no sum of products with int8 leaves 32 bits. */
export function activationLimit(depth: number): number {
  return Math.min(32767, Math.floor((2 ** 31 - 1) / (128 * depth)));
}

export class EncoderKernel {
  readonly operations: EncoderOperations;
  readonly #memory: WebAssembly.Memory;
  #free: number;
  #end: number;

  private constructor(wasm: Exports) {
    this.operations = wasm;
    this.#memory = wasm.memory;
    this.#end = wasm.memory.buffer.byteLength;
    this.#free = this.#end;
  }

  /** Compiles the embedded kernel: about a millisecond. */
  static load(): EncoderKernel {
    const module = kernelModule(wasmPath, scalarPath);
    return new EncoderKernel(new WebAssembly.Instance(module, {}).exports as unknown as Exports);
  }

  /**
   * So many bytes, all zero, at a multiple of 64. The memory grows by them, and views of it that were made before are gone: all of
   * it counts for the garbage collector, which takes its time early where a search asks for what it does not need.
   */
  allocate(bytes: number): number {
    const at = this.#free;
    this.#free += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    // One line more: operations read a little past the end of what they are given.
    const missing = Math.ceil((this.#free + ALIGNMENT - this.#end) / PAGE);
    if (missing > 0) this.#memory.grow(missing);
    this.#end += Math.max(0, missing) * PAGE;
    return at;
  }

  /** A view of the memory at `address`. */
  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.#memory.buffer, address, length);
  }

  bytes(address: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  shorts(address: number, length: number): Int16Array {
    return new Int16Array(this.#memory.buffer, address, length);
  }
}
