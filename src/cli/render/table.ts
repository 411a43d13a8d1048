/** Columns for people. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours and links take no room
const SGR = /\x1b\[[\d;]*m|\x1b\]8;;[^\x1b]*\x1b\\/g;

/** Rows with their columns padded to the widest cell but the last; colours take no room. */
export function renderTable(rows: readonly (readonly string[])[], indent = ""): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ""))));
  return rows
    .map((row) => `${indent}${row.map((cell, i) => pad(cell, widths[i] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}

function pad(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - widthOf(cell)));
}

/** Columns on a terminal: wide characters (Chinese, emoji) take two. */
function widthOf(cell: string): number {
  return Bun.stringWidth(cell.replace(SGR, ""));
}
