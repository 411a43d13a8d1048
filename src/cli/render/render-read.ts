/** `read` for people: numbered lines, a heading for each page, sheet or part, and how to go on. */
import type { ReadResult } from "../../request/read-request.ts";
import { type Style, safeLine } from "../style.ts";
import { shortPath } from "./render-places.ts";

type Section = ReadResult["sections"][number];

export function renderReadResult(result: ReadResult, style: Style, cwd: string): string {
  const width = Math.max(1, ...result.sections.map(({ lines }) => String(lines.at(-1)?.line ?? 0).length));
  const sections = result.sections.map((section) => {
    const title = sectionTitle(section);
    const heading = title === "" ? "" : `${style.bold(safeLine(title))}\n`;
    const lines = section.lines.map(({ line, text }) =>
      `${style.dim(String(line).padStart(width))}  ${safeLine(text)}`.trimEnd().concat("\n"),
    );
    return heading + lines.join("");
  });
  return sections.join("\n") + goOn(result, style, cwd);
}

function sectionTitle({ page, sheet, part, note, reason }: Section): string {
  const place = page !== null ? `page ${page}` : sheet !== null ? `sheet ${sheet}` : (part ?? "");
  return [place, note === null ? "" : `(${[note, reason ?? ""].filter(Boolean).join(": ")})`].filter(Boolean).join(" ");
}

/** The continuation mark; with nothing cut off, what follows the page that was asked for needs no mention. */
function goOn({ truncated, next, path }: ReadResult, style: Style, cwd: string): string {
  if (!truncated) return "";
  if (next === null) return style.dim("… cut here\n");
  const { start_line: start, end_line: end, page, sheet, part } = next;
  const options = [
    page === undefined ? "" : `--page ${page}`,
    sheet === undefined ? "" : `--sheet ${shellWord(sheet)}`,
    part === undefined ? "" : `--part ${shellWord(part)}`,
    start === undefined ? "" : `--lines ${start}-${end ?? ""}`,
  ];
  const command = ["qsearch read", shellWord(shortPath(path, cwd)), ...options].filter(Boolean).join(" ");
  return style.dim(`… goes on: ${safeLine(command)}\n`);
}

function shellWord(word: string): string {
  return /^[\w./@:+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
