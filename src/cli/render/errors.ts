/** Files that could not be indexed, for people. */
import { displayPath } from "../../corpus/path-bytes.ts";
import type { StatusResult } from "../../request/index-run.ts";
import { type Style, safeLine } from "../style.ts";

export function renderFileErrors(errors: StatusResult["errors"], style: Style): string {
  return errors
    .map(
      ({ path, code, message }) =>
        `  ${style.path(displayPath(path))}: ${safeLine(message)} ${style.dim(`(${code})`)}\n`,
    )
    .join("");
}
