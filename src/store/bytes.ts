/** Numbers and strings in stored blobs: varints, mostly differences. A blob that ends early is a RangeError. */

const encoder = new TextEncoder();

export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Unsigned LEB128; values stay below 2^35, so no bit operators on the high part. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** A number of either sign, small ones in one byte. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Zigzag differences: values of a map rise within a unit and restart in the next. */
  differences(values: Uint32Array | Uint16Array): void {
    this.varint(values.length);
    let previous = 0;
    for (const value of values) {
      this.zigzag(value - previous);
      previous = value;
    }
  }

  /** Well-formed text. */
  string(value: string): void {
    const bytes = encoder.encode(value);
    this.varint(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("a stored value ends early");
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  }

  /** Several, each below 2^31. */
  varints(count: number): Int32Array {
    const bytes = this.#bytes;
    const values = new Int32Array(count);
    let at = this.#at;
    for (let i = 0; i < count; i++) {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        if (byte === undefined) throw new RangeError("a stored value ends early");
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      values[i] = value;
    }
    this.#at = at;
    return values;
  }

  zigzag(): number {
    const coded = this.varint();
    return coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2;
  }

  differences(): number[] {
    const count = this.varint();
    if (count > this.#bytes.length) throw new RangeError("a stored list is longer than its bytes");
    const values = new Array<number>(count);
    let previous = 0;
    for (let i = 0; i < count; i++) {
      previous += this.zigzag();
      values[i] = previous;
    }
    return values;
  }

  string(): string {
    const length = this.varint();
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new RangeError("a stored text ends early");
    const { buffer, byteOffset } = this.#bytes;
    return Buffer.from(buffer, byteOffset + start, length).toString("utf8");
  }
}
