/** Code search for people: each block with its place, what it is, and its lines with their numbers. */
import type { CodeResult, CodeSnippet } from "../../request/code-request.ts";
import { ownWords } from "../own-words.ts";
import { tableOf } from "../request-table.ts";
import { type Style, safeLine } from "../style.ts";
import { shownShortPath } from "./render-places.ts";

export function renderCode(result: CodeResult, style: Style, cwd: string): string {
  const blocks = result.snippets.map((snippet) => block(snippet, result.workspace, style, cwd));
  const { files_found, candidates_scanned, total_tokens, files_parsed, lanes } = result;
  const facts = [
    `${files_found} of ${candidates_scanned} files hold words of the query`,
    `${files_parsed} parsed`,
    `lanes ${lanes.join(", ")}`,
    `${total_tokens} tokens`,
  ];
  const notes = (result.notes ?? []).map((note) => `… ${safeLine(ownWords(note, tableOf("code")))}\n`).join("");
  return `${blocks.join("\n")}${blocks.length > 0 ? "\n" : ""}${style.dim(`${facts.join(", ")}\n${notes}`)}`;
}

function block(snippet: CodeSnippet, workspace: string, style: Style, cwd: string): string {
  const [first = "1"] = snippet.lines.split("-");
  const path = style.path(shownShortPath(`${workspace}/${snippet.file}`, cwd));
  const [what = "", ...relations] = snippet.relations;
  const head = `${path}${style.number(`:${first}`)}${what === "" ? "" : `  ${style.dim(safeLine(what))}`}\n`;
  const related = relations.map((line) => `  ${style.dim(safeLine(line))}\n`).join("");
  return head + numbered(snippet, Number(first), style) + related;
}

/** Lines with their numbers; a mark says which are left out, and after it the numbers go on behind those. */
function numbered({ content, lines, exact_matches: exact }: CodeSnippet, first: number, style: Style): string {
  if (content === "") return "";
  const width = String(lines.split("-")[1] ?? first).length;
  const matching = new Set(exact.map(({ line }) => line));
  let number = first;
  return content
    .split("\n")
    .map((line) => {
      const left = /^… (\d+)(?:-(\d+))?$/.exec(line);
      if (left !== null && Number(left[1]) === number) {
        number = Number(left[2] ?? left[1]) + 1;
        return `  ${" ".repeat(width)}  ${style.dim("…")}\n`;
      }
      const shown = String(number).padStart(width);
      const gutter = matching.has(number) ? style.number(shown) : style.dim(shown);
      number++;
      return `  ${gutter}  ${safeLine(line)}`.trimEnd().concat("\n");
    })
    .join("");
}
