/** Files that could not be indexed, for people. */
import type { StatusResult } from "../../request/index-run.ts";
import { type Style, safeLine } from "../style.ts";
import { shownPath } from "./places.ts";

export function renderFileErrors(errors: StatusResult["errors"], style: Style): string {
  return errors
    .map(
      ({ path, code, message }) => `  ${style.path(shownPath(path))}: ${safeLine(message)} ${style.dim(`(${code})`)}\n`,
    )
    .join("");
}
