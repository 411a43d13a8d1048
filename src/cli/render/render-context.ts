/** Keyword search for people: the ranked files, then their snippets or blocks with line numbers. */
import type { ContextResult, RankedFile } from "../../request/context-request.ts";
import type { FocusResult } from "../../request/focus-request.ts";
import { type Style, safeLine } from "../style.ts";
import { shownShortPath } from "./render-places.ts";

export function renderContext(result: ContextResult, style: Style, cwd: string, explain: boolean): string {
  if (result.ranked_files.length === 0) return diagnostics(result, style);
  const shown = (path: string) => shownShortPath(`${result.searched_directory}/${path}`, cwd);
  const files = result.ranked_files.map((file) => fileLine(file, shown(file.path), style, explain));
  const words = result.query.resolved_keywords;
  const snippets = result.snippets.map(({ path, line_start, snippet }) => {
    const place = `${style.path(shown(path))}${style.number(`:${line_start}`)}`;
    return `${place}\n${numbered(snippet, line_start, words, style)}`;
  });
  const { files_ranked, files_returned } = result.summary;
  const more = files_ranked > files_returned ? `${files_returned} of ${files_ranked} files with matches` : "";
  const rest = [more, result.summary.budget_truncated && more === "" ? "cut to its limits" : ""].filter(Boolean);
  const end = rest.length > 0 ? style.dim(`… ${rest.join(", ")}\n`) : "";
  return [files.join(""), ...snippets].join("\n") + end + diagnostics(result, style);
}

function fileLine(file: RankedFile, path: string, style: Style, explain: boolean): string {
  const facts = [
    `score ${file.score.toFixed(3)}`,
    counted(file.keyword_hits, "hit"),
    counted(file.distinct_keywords_matched, "keyword"),
    file.definition_hits > 0 ? counted(file.definition_hits, "definition") : "",
    file.category,
  ];
  const line = `${style.path(path)}  ${style.dim(facts.filter(Boolean).join(", "))}\n`;
  if (!explain || file.score_parts === undefined) return line;
  const parts = Object.entries(file.score_parts).map(([name, value]) => `${name} ${shortValue(value)}`);
  return `${line}    ${style.dim(`${file.reason}: ${parts.join(", ")}`)}\n`;
}

function shortValue(value: number | boolean): string {
  return typeof value === "number" ? String(Number(value.toFixed(4))) : value ? "yes" : "no";
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function diagnostics({ diagnostics: said }: ContextResult, style: Style): string {
  if (said === undefined) return "";
  const reasons = Object.entries(said.excluded_files).map(([reason, count]) => `${reason} ${count}`);
  const left = reasons.length > 0 ? reasons.join(", ") : "nothing";
  return style.dim(
    `listed by ${said.discovery_backend}, matched by ${said.matching_backend}; left out: ${safeLine(left)}\n`,
  );
}

export function renderFocus(result: FocusResult, style: Style, cwd: string): string {
  const words = result.query.resolved_keywords;
  const blocks = result.blocks.map(({ path, block_type, signature, line_start, content }) => {
    const place = `${style.path(shownShortPath(`${result.searched_directory}/${path}`, cwd))}${style.number(`:${line_start}`)}`;
    const what = style.dim(safeLine([block_type, signature].filter(Boolean).join(" ")));
    return `${place}  ${what}\n${numbered(content, line_start, words, style)}`;
  });
  const end = result.summary.budget_truncated ? style.dim("… cut to its limits\n") : "";
  return blocks.join("\n") + end;
}

/** Lines with their numbers; those with a keyword stand out. */
function numbered(text: string, first: number, words: readonly string[], style: Style): string {
  const lines = text.split("\n");
  const width = String(first + lines.length - 1).length;
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "giu");
  return lines
    .map((line, index) => {
      const number = String(first + index).padStart(width);
      const { marked, matches } = mark(line, pattern, style);
      return `  ${matches ? style.number(number) : style.dim(number)}  ${marked}`.trimEnd().concat("\n");
    })
    .join("");
}

function mark(line: string, pattern: RegExp, style: Style): { marked: string; matches: boolean } {
  let marked = "";
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    marked += safeLine(line.slice(at, match.index)) + style.match(safeLine(match[0]));
    at = match.index + match[0].length;
  }
  return { marked: marked + safeLine(line.slice(at)), matches: at > 0 };
}
