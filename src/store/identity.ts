/** Identity of the file with a given path: it changes when the file is removed and made again, renamed or restored. */
import { statSync } from "node:fs";

/** Device and inode, "" for a missing or unreachable file. While a file is held open, no other file gets its identity. */
export function fileIdentity(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? "" : `${stats.dev} ${stats.ino}`;
  } catch {
    // A file in place of the folder, or an unreadable folder: opening it reports the error.
    return "";
  }
}
