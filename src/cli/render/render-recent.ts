/** `recent` for people. */
import type { RecentFile } from "../../request/recent-request.ts";
import { formatBytes, localTime } from "../format.ts";
import type { Style } from "../style.ts";
import { shownShortPath } from "./render-places.ts";
import { renderTable } from "./table.ts";

export function renderRecent(files: readonly RecentFile[], style: Style, cwd: string): string {
  return renderTable(
    files.map(({ path, size, mtime, error, stale }) => [
      style.dim(localTime(mtime)),
      formatBytes(size).padStart(7),
      style.link(path, null, style.path(shownShortPath(path, cwd))),
      [error === null ? "" : style.bad(error), stale ? style.warn("stale") : ""].filter(Boolean).join(" "),
    ]),
  );
}
