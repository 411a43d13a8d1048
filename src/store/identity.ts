/** Which file stands under a name: another one after it was removed and made anew, renamed or restored. */
import { statSync } from "node:fs";

/** Device and inode, "" where nothing is or can be reached. While a file is held open, no other gets its identity. */
export function fileIdentity(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? "" : `${stats.dev} ${stats.ino}`;
  } catch {
    // A file where the folder was, or a folder that was closed: whoever opens it says so.
    return "";
  }
}
