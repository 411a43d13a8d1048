/** Numbers, bytes and strings in one growing buffer, little-endian, read back in write order. */

const INITIAL_BYTES = 64 * 1024;
const encoder = new TextEncoder();

/** Strings up to this length are copied here: a native call costs more. */
const SHORT = 48;

export class OutcomeWriter {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #view = new DataView(this.#bytes.buffer);
  /** The first four bytes hold the count. */
  length = 4;

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.length, value, true);
    this.length += 4;
  }

  number(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  big(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.length, value, true);
    this.length += 8;
  }

  bytes(value: Uint8Array): void {
    const size = value.length;
    this.#reserve(4 + size);
    this.#view.setUint32(this.length, size, true);
    this.length += 4;
    if (size === 0) return;
    this.#bytes.set(value, this.length);
    this.length += size;
  }

  /** Well-formed text. */
  string(value: string): void {
    this.#reserve(4 + 3 * value.length);
    const at = this.length + 4;
    let size = value.length <= SHORT ? this.#ascii(value, at) : -1;
    if (size < 0) size = encoder.encodeInto(value, this.#bytes.subarray(at)).written;
    this.#view.setUint32(this.length, size, true);
    this.length = at + size;
  }

  /** A path may hold lone surrogates, which UTF-8 cannot encode: such a path is written as UTF-16. */
  path(value: string): void {
    const wellFormed = value.isWellFormed();
    this.u32(wellFormed ? 0 : 1);
    if (wellFormed) this.string(value);
    else this.bytes(Buffer.from(value, "utf16le"));
  }

  take(count: number): ArrayBuffer {
    this.#view.setUint32(0, count, true);
    const taken = this.#bytes.buffer.slice(0, this.length);
    this.length = 4;
    return taken;
  }

  /** Bytes written, -1 when the text is not pure ASCII. */
  #ascii(value: string, at: number): number {
    const bytes = this.#bytes;
    const size = value.length;
    for (let i = 0; i < size; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 0x7f) return -1;
      bytes[at + i] = unit;
    }
    return size;
  }

  #reserve(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + bytes));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const NO_BYTES = new Uint8Array(0);

export class OutcomeReader {
  readonly #buffer: Buffer;
  readonly #view: DataView;
  #at = 0;

  constructor(buffer: ArrayBuffer) {
    this.#buffer = Buffer.from(buffer);
    this.#view = new DataView(buffer);
  }

  u32(): number {
    const value = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  number(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  big(): bigint {
    const value = this.#view.getBigInt64(this.#at, true);
    this.#at += 8;
    return value;
  }

  bytes(): Uint8Array {
    const length = this.u32();
    if (length === 0) return NO_BYTES;
    this.#at += length;
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset + this.#at - length, length);
  }

  string(): string {
    const length = this.u32();
    if (length === 0) return "";
    this.#at += length;
    return this.#buffer.toString("utf8", this.#at - length, this.#at);
  }

  path(): string {
    if (this.u32() === 0) return this.string();
    const bytes = this.bytes();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf16le");
  }

  list<T>(read: (from: this) => T): T[] {
    const items: T[] = [];
    for (let left = this.u32(); left > 0; left--) items.push(read(this));
    return items;
  }
}
