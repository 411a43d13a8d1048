/**
 * The layout of an extracted text as bytes: location kind, source line of each extracted line, CSV records, cells.
 * Units have a table of their own. Byte 0 is the location kind's ordinal, byte 1 (absent: 0) tells which maps follow, each
 * a varint count and varint differences. A plain text costs one byte.
 */
import { LOCATION_KINDS, type LocationKind } from "../request/kinds.ts";
import type { CellMap, Document, LineMap } from "../text/document.ts";

const NUMBERS = 1;
const ROWS = 2;
const CELLS = 4;

export interface StoredLayout {
  readonly locationKind: LocationKind;
  readonly lines: LineMap;
  readonly cells?: CellMap;
}

export function encodeLayout({ locationKind, lines, cells }: StoredLayout | Document): Uint8Array {
  const kind = LOCATION_KINDS.indexOf(locationKind);
  const maps = (lines.numbers ? NUMBERS : 0) | (lines.rows ? ROWS : 0) | (cells ? CELLS : 0);
  if (maps === 0) return PLAIN[kind] ?? Uint8Array.of(kind);
  const bytes = new ByteWriter(
    16 + 2 * ((lines.numbers?.length ?? 0) + (lines.rows?.length ?? 0) + (cells?.starts.length ?? 0) * 2),
  );
  bytes.byte(kind);
  bytes.byte(maps);
  if (lines.numbers) bytes.differences(lines.numbers);
  if (lines.rows) bytes.differences(lines.rows);
  if (cells) {
    bytes.differences(cells.starts);
    bytes.differences(cells.columns);
  }
  return bytes.done();
}

export function decodeLayout(bytes: Uint8Array): StoredLayout {
  const locationKind = LOCATION_KINDS[bytes[0] ?? 0] ?? "line";
  const maps = bytes[1] ?? 0;
  if (maps === 0) return { locationKind, lines: {} };
  const reader = new ByteReader(bytes, 2);
  const lines: LineMap = {
    ...(maps & NUMBERS ? { numbers: Uint32Array.from(reader.differences()) } : {}),
    ...(maps & ROWS ? { rows: Uint32Array.from(reader.differences()) } : {}),
  };
  if (!(maps & CELLS)) return { locationKind, lines };
  const starts = Uint32Array.from(reader.differences());
  return { locationKind, lines, cells: { starts, columns: Uint16Array.from(reader.differences()) } };
}

const PLAIN = LOCATION_KINDS.map((_, kind) => Uint8Array.of(kind));

class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
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

  /** Zigzag differences: maps rise within a unit and start again in the next. */
  differences(values: Uint32Array | Uint16Array): void {
    this.varint(values.length);
    let previous = 0;
    for (const value of values) {
      const step = value - previous;
      this.varint(step < 0 ? -2 * step - 1 : 2 * step);
      previous = value;
    }
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError("a layout ends early");
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  }

  differences(): number[] {
    const values = new Array<number>(this.varint());
    let previous = 0;
    for (let i = 0; i < values.length; i++) {
      const coded = this.varint();
      previous += coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2;
      values[i] = previous;
    }
    return values;
  }
}
