/** The records of a ZIP file (APPNOTE 6.3.10), as far as a backup has them: entries stored as they are, ZIP64 where needed. */

export const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;
export const LENGTH = {
  local: 30,
  central: 46,
  end: 22,
  end64: 56,
  locator64: 20,
  extra64: 20,
  extra64Central: 28,
} as const;
/** What a 32-bit field says when ZIP64 says it. */
export const IN_ZIP64 = 0xffffffff;
export const ENTRIES_IN_ZIP64 = 0xffff;
/** Names are UTF-8. */
export const UTF8_FLAG = 0x0800;
/** Offset of the checksum in a local header. */
export const LOCAL_CRC = 14;

export interface ZipEntry {
  readonly name: string;
  /** Bytes; stored, so both sizes are this one. */
  readonly size: number;
  readonly crc: number;
  /** Of its local header. */
  readonly offset: number;
}

/** DOS date and time, in local time, two seconds fine. */
export function dosTime(date: Date): { readonly time: number; readonly day: number } {
  return {
    time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    day: ((Math.max(1980, date.getFullYear()) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  };
}
