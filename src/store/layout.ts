/**
 * The layout of an extracted text as bytes: location kind, source line of each extracted line, CSV records, cells.
 * Units have a table of their own. Byte 0 is the location kind's ordinal, byte 1 (absent: 0) tells which maps follow, each
 * a varint count and varint differences. A plain text costs one byte.
 */
import { LOCATION_KINDS, type LocationKind } from "../request/kinds.ts";
import type { CellMap, Document, LineMap } from "../text/document.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

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
