/** Temporary folders that are gone after the test file that made them. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

/** A new empty folder. Its real path: on macOS the temporary folder is itself behind a link, and answers are canonical. */
export function temporaryFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `qsearch-${name}-`)));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Called after each test file (setup.ts): `bun test` fires no exit event to hang this on. */
export function removeTemporaryFolders(): void {
  for (const folder of folders) removeFolder(folder);
}
