/**
 * SQLite's variable-length integers: seven bits a byte, the most significant first, the high bit set on all but the last; a
 * ninth byte carries eight (https://sqlite.org/fileformat2.html, "varint").
 */

/** Appends the varint of a whole number from 0 to 2^53 − 1. */
export function putVarint(out: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no number for a varint`);
  let groups = 1;
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) groups++;
  for (let group = groups - 1; group >= 0; group--) {
    out.push((Math.floor(value / 128 ** group) % 128) | (group > 0 ? 0x80 : 0));
  }
}

/** Reads varints one after another. Throws RangeError at the end of the bytes, and for values above 2^53 − 1. */
export class VarintReader {
  constructor(
    private readonly bytes: Uint8Array,
    /** Of the next byte. */
    public at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  next(): number {
    let value = 0;
    for (let length = 1; ; length++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("a varint is cut off");
      value = length === 9 ? value * 256 + byte : value * 128 + (byte & 0x7f);
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError("a varint is too large");
      if (byte < 0x80 || length === 9) return value;
    }
  }
}
