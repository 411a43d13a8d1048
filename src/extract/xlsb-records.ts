/** Records of XLSB parts (MS-XLSB 2.1.4), checked before the workbook library trusts their counts. */
import { FileError } from "../errors.ts";

/** Records that begin with a count of items, and the bytes of each item: BrtMdb, BrtExternSheet. */
const COUNTED: ReadonlyMap<number, number> = new Map([
  [51, 8],
  [362, 12],
]);

/** Throws FileError `corrupt` when a record is longer than the part, or a record counts more than it holds. */
export function checkRecords(part: Uint8Array): void {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  let at = 0;
  /** A number in groups of seven bits, the lowest first; a set top bit means that more follow. */
  const number = (most: number): number => {
    let value = 0;
    for (let i = 0; i < most && at < part.length; i++) {
      const byte = part[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) break;
    }
    return value;
  };
  while (at < part.length) {
    const type = number(2);
    const size = number(4);
    if (at + size > part.length) throw new FileError("corrupt", "a record of the workbook is longer than its part");
    const each = COUNTED.get(type);
    if (each !== undefined && (size < 4 || view.getUint32(at, true) * each + 4 > size))
      throw new FileError("corrupt", "a record of the workbook counts more than it holds");
    at += size;
  }
}
