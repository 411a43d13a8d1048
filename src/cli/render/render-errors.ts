/** Files that could not be indexed, for people. */
import type { FileErrorCode } from "../../errors.ts";
import type { StatusResult } from "../../request/index-run-request.ts";
import { type Style, safeLine } from "../style.ts";
import { shownPath } from "./render-places.ts";

/** What may be done about some of them. */
const WAYS_OUT: Readonly<Partial<Record<FileErrorCode, string>>> = {
  encoding: 'name it in the configuration, as in encodings = ["gb18030"]',
  too_large: "the configuration may allow more, as in max_size = 100000000",
};

/** `more` is a line that follows the files. */
export function renderFileErrors(errors: StatusResult["errors"], style: Style, more = ""): string {
  const lines = errors.map(
    ({ path, code, message }) => `  ${style.path(shownPath(path))}: ${safeLine(message)} ${style.dim(`(${code})`)}\n`,
  );
  const codes = new Set<string>(errors.map(({ code }) => code));
  const hints = Object.entries(WAYS_OUT).filter(([code]) => codes.has(code));
  return [...lines, more, ...hints.map(([code, way]) => `${style.bold("hint:")} ${code}: ${way}\n`)].join("");
}
