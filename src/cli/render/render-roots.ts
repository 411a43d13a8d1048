/** `config roots` for people. */
import { displayPath } from "../../corpus/path-bytes.ts";
import type { RootsResult } from "../../request/config-request.ts";
import { plural } from "../format.ts";
import type { Style } from "../style.ts";
import { renderTable } from "./table.ts";

export function renderRoots({ roots, removed_documents: removed }: RootsResult, style: Style): string {
  const gone = removed > 0 ? `${plural(removed, "document")} left the index.\n` : "";
  if (roots.length === 0) return `${gone}No roots. Add one: qsearch index PATH\n`;
  const rows = roots.map(({ path, kind, available }) => [
    style.path(displayPath(path)),
    kind === "agent" ? "added by an agent" : "",
    available ? "" : style.warn("not there or not readable"),
  ]);
  return gone + renderTable(rows);
}
