/** The file of replaced.ts: each version says its number in every line, and has its marker in another line. */

export const FILE = "notes/changing.md";
export const MARKER = "zanzibar";
export const SECTION = "Section";
/** Modification time of version 0, seconds since the epoch; later ones are a second apart. */
export const FIRST_MTIME = 1_700_000_000;

/** Line of the marker, from 1. */
export function markerLine(version: number): number {
  return 4 + ((version * 37) % 400);
}

/** Between 5 and 600 lines: one block or many, one chunk or many. */
export function versionText(version: number): string {
  const marker = markerLine(version);
  const lines = [`# ${SECTION} v${version}`, ""];
  const length = marker + ((version * 53) % 200);
  for (let line = 3; line <= length; line++) {
    lines.push(
      line === marker ? `v${version} ${MARKER} in line ${line}` : `v${version} has plain words in line ${line}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
