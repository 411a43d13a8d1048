/**
 * The layout of an extracted text as bytes: location kind, source line of each extracted line, CSV records, cells. Byte 0 is
 * the location kind's ordinal, byte 1 (absent: 0) flags the following fields: the checksum of the units, which have a table of
 * their own, then the maps, each a varint count and varint differences. A plain text costs one byte.
 */
import { LOCATION_KINDS, type LocationKind } from "../request/kinds.ts";
import type { CellMap, LineMap, Unit } from "../text/document.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { storedNote } from "./unit-notes.ts";

const NUMBERS = 1;
const ROWS = 2;
const CELLS = 4;
const UNITS = 8;

export interface StoredLayout {
  readonly locationKind: LocationKind;
  readonly lines: LineMap;
  readonly cells?: CellMap;
  /** Checksum of the units (`unitsSum`); absent without units, or from an older program. */
  readonly unitsSum?: number;
}

/** A checksum of units, 32 bits. */
export function unitsSum(units: readonly Unit[]): number {
  return Bun.hash.xxHash32(
    JSON.stringify(units.map((unit) => [unit.kind, unit.label.toWellFormed(), unit.start, unit.end, storedNote(unit)])),
  );
}

export function encodeLayout({ locationKind, lines, cells, unitsSum: sum }: StoredLayout): Uint8Array {
  const kind = LOCATION_KINDS.indexOf(locationKind);
  const maps =
    (lines.numbers ? NUMBERS : 0) | (lines.rows ? ROWS : 0) | (cells ? CELLS : 0) | (sum === undefined ? 0 : UNITS);
  if (maps === 0) return PLAIN[kind] ?? Uint8Array.of(kind);
  const bytes = new ByteWriter(
    16 + 2 * ((lines.numbers?.length ?? 0) + (lines.rows?.length ?? 0) + (cells?.starts.length ?? 0) * 2),
  );
  bytes.byte(kind);
  bytes.byte(maps);
  if (sum !== undefined) bytes.varint(sum);
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
  const sums = maps & UNITS ? { unitsSum: reader.varint() } : {};
  const lines: LineMap = {
    ...(maps & NUMBERS ? { numbers: Uint32Array.from(reader.differences()) } : {}),
    ...(maps & ROWS ? { rows: Uint32Array.from(reader.differences()) } : {}),
  };
  if (!(maps & CELLS)) return { locationKind, lines, ...sums };
  const starts = Uint32Array.from(reader.differences());
  return { locationKind, lines, ...sums, cells: { starts, columns: Uint16Array.from(reader.differences()) } };
}

const PLAIN = LOCATION_KINDS.map((_, kind) => Uint8Array.of(kind));
