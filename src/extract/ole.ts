/**
 * OLE compound files (MS-CFB), which hold XLS workbooks and encrypted OOXML. Checks before the workbook library opens a file:
 * the library follows cyclic chains of sectors and fills memory.
 */
import { FileError } from "../errors.ts";

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER = 512;
/** Places of FAT sectors listed in the header; further places are in a chain of their own (DIFAT). */
const HEADER_FATS = 109;

export function isOle(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, i) => bytes[i] === byte);
}

/**
 * Throws FileError `truncated` or `corrupt` for an unsound chain of sectors; `whole`: also for a chain that leads out of the
 * file, which readers of workbooks detect by themselves.
 */
export function checkOle(bytes: Uint8Array, whole = false): void {
  if (bytes.length < HEADER) throw new FileError("truncated", "the container ends within its header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new FileError("corrupt", "the container's sectors have an unknown size");
  const next = readChains(view, 1 << shift);
  const rest = (bytes.length - HEADER) % (1 << shift);
  // The last sector is complete; -1 marks a free one.
  if (whole && rest !== 0 && next[Math.floor((bytes.length - HEADER) / (1 << shift))] !== -1)
    throw new FileError("truncated", "the container's last sector is cut off");
  // 1: on the current chain, 2: known to end.
  const state = new Uint8Array(next.length);
  const trail: number[] = [];
  for (let start = 0; start < next.length; start++) {
    let sector = start;
    if (whole && (next[start] ?? -1) >= next.length)
      throw new FileError("truncated", "the container's sectors lead out of the file: it is cut off");
    for (; sector >= 0 && sector < next.length && state[sector] === 0; sector = next[sector] ?? -1) {
      state[sector] = 1;
      trail.push(sector);
    }
    if (state[sector] === 1) throw new FileError("corrupt", "the container's sectors form a ring");
    for (const passed of trail.splice(0)) state[passed] = 2;
  }
}

/** The FAT: the next sector for each sector, negative at the end of a chain. */
function readChains(view: DataView, size: number): Int32Array {
  const perSector = size / 4;
  const sectors = Math.floor((view.byteLength - HEADER) / size) + 1;
  const at = (sector: number, index: number): number => {
    const offset = (sector + 1) * size + 4 * index;
    return sector >= 0 && offset + 4 <= view.byteLength ? view.getInt32(offset, true) : -1;
  };
  const fats: number[] = [];
  for (let i = 0; i < HEADER_FATS; i++) fats.push(view.getInt32(76 + 4 * i, true));
  let difat = view.getInt32(68, true);
  for (let hops = 0; difat >= 0; difat = at(difat, perSector - 1)) {
    if (++hops > sectors) throw new FileError("corrupt", "the container's table of tables is a ring");
    for (let i = 0; i < perSector - 1; i++) fats.push(at(difat, i));
  }
  const next = new Int32Array(sectors).fill(-1);
  fats.forEach((fat, block) => {
    if (fat < 0) return;
    for (let i = 0, sector = block * perSector; i < perSector && sector < sectors; i++, sector++)
      next[sector] = at(fat, i);
  });
  return next;
}
