/** WebAssembly's binary format, as far as rewriting a module takes it: a reader of numbers, and code as it is written. */

/** Value types. */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const F32 = 0x7d;
export const V128 = 0x7b;

export class Reader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get done(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new RangeError("the module ends too early");
    return value;
  }

  /** Unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.byte();
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }

  /** The bytes of a LEB128 number of either sign, as they are. */
  skipNumber(): void {
    while (this.byte() >= 128);
  }

  take(count: number): Uint8Array {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

/** Unsigned LEB128. */
export function number(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    const low = left % 128;
    left = Math.floor(left / 128);
    bytes.push(left > 0 ? low + 128 : low);
  } while (left > 0);
  return bytes;
}

function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    const low = Number(left & 127n);
    const isLast = (left >= -64n && left < 64n) || left >> 7n === left;
    bytes.push(isLast ? low : low + 128);
    if (isLast) return bytes;
  }
}

/** Instructions as they are written. A local is named by its index. */
export class Code {
  readonly bytes: number[] = [];

  op(...bytes: number[]): this {
    this.bytes.push(...bytes);
    return this;
  }

  copy(bytes: Uint8Array): this {
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }

  get(local: number): this {
    return this.op(0x20, ...number(local));
  }

  set(local: number): this {
    return this.op(0x21, ...number(local));
  }

  i32(value: number): this {
    return this.op(0x41, ...signed(BigInt(value | 0)));
  }

  i64(value: bigint): this {
    return this.op(0x42, ...signed(BigInt.asIntN(64, value)));
  }

  /** A load or a store: its opcode and offset; nothing is promised of the alignment. */
  memory(opcode: number, offset: number): this {
    return this.op(opcode, 0, ...number(offset));
  }
}

/** Opcodes that are written. */
export const OP = {
  select: 0x1b,
  loadI64: 0x29,
  storeI64: 0x37,
  i64eqz: 0x50,
  i64ne: 0x52,
  i32eqz: 0x45,
  i64add: 0x7c,
  i64sub: 0x7d,
  i64mul: 0x7e,
  i64and: 0x83,
  i64or: 0x84,
  i64xor: 0x85,
  i64shl: 0x86,
  i64shrS: 0x87,
  i64shrU: 0x88,
  i32and: 0x71,
  i32add: 0x6a,
  i32mul: 0x6c,
  i32or: 0x72,
  i32shl: 0x74,
  wrap: 0xa7,
  extendS: 0xac,
  extendU: 0xad,
} as const;
