/** Records of XLSB parts (MS-XLSB 2.1.4), looked at before the workbook library believes what they count. */
import { FileError } from "../errors.ts";

/** BrtExternSheet: a count, then that many references of 12 bytes. */
const EXTERN_SHEET = 362;

/** Throws FileError `corrupt` when the part is no run of records, or a record counts more than it holds. */
export function checkWorkbookRecords(part: Uint8Array): void {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  let at = 0;
  /** A number in groups of seven bits, the lowest first; a set top bit says that more follow. */
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
    if (type === EXTERN_SHEET && (size < 4 || view.getUint32(at, true) * 12 + 4 > size))
      throw new FileError("corrupt", "a record of the workbook counts more than it holds");
    at += size;
  }
}
