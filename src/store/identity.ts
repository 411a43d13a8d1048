/** Which file stands under a name: another one after it was removed and made anew, renamed or restored. */
import { statSync } from "node:fs";

/** Device and inode, "" where nothing is. While a file is held open, no other gets its identity. */
export function fileIdentity(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.dev} ${stats.ino}`;
}
