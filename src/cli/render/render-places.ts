/** How paths and places in them are shown: clickable, short, and harmless to the terminal. */
import { displayPath } from "../../corpus/path-bytes.ts";
import type { SearchHit } from "../../request/search-request.ts";

/** Beneath the working directory relative to it, else absolute. */
export function shortPath(path: string, cwd: string): string {
  const folder = cwd.endsWith("/") ? cwd : `${cwd}/`;
  return displayPath(path.startsWith(folder) && path.length > folder.length ? path.slice(folder.length) : path);
}

/** Characters of a path as people are shown it: several lines of folder names tell nobody more than both ends. */
const LONGEST_SHOWN = 300;

/** `path` escaped, the middle of a very long one left out: for texts that only people read. */
export function shownPath(path: string): string {
  return shortened(displayPath(path));
}

/** `shownPath` relative to the working directory, where it lies beneath. */
export function shownShortPath(path: string, cwd: string): string {
  return shortened(shortPath(path, cwd));
}

function shortened(shown: string): string {
  if (shown.length <= LONGEST_SHOWN) return shown;
  const half = Math.floor((LONGEST_SHOWN - 1) / 2);
  // An end may cut a character of two units in half.
  return `${shown.slice(0, half).replace(/[\ud800-\udbff]$/, "")}…${shown.slice(-half).replace(/^[\udc00-\udfff]/, "")}`;
}

type Place = Pick<SearchHit, "location_kind" | "line_start" | "page" | "sheet" | "part" | "row" | "cells">;

/** What follows the path: ":12" where lines are source lines, "page 2, line 1" and the like elsewhere. */
export function placeAfterPath(place: Place): { readonly line: string; readonly note: string } {
  const { line_start: line, page, sheet, part, row, cells } = place;
  switch (place.location_kind) {
    case "line":
      return { line: `:${line}`, note: "" };
    case "row":
      return { line: `:${line}`, note: row === null ? "" : `row ${row}` };
    case "page_text_line":
      return { line: "", note: `page ${page}, line ${line}` };
    case "slide_text_line":
      return { line: "", note: `slide ${page}, line ${line}` };
    case "sheet_row":
      return { line: "", note: `sheet ${sheet}, ${cells === null ? `row ${line}` : `row ${line}, ${cells}`}` };
    case "cell_line":
      return { line: "", note: `cell ${part}, line ${line}` };
    case "part_line":
    case "extracted_line":
      return { line: "", note: part === null ? `line ${line}` : `${part}, line ${line}` };
  }
}
