/** `index` for people. Files that failed are seen, new or changed, but never said to be indexed. */
import type { IndexResult } from "../../request/index-run-request.ts";
import { formatBytes, formatCount, formatSeconds, plural } from "../format.ts";
import type { Style } from "../style.ts";
import { renderFileErrors } from "./render-errors.ts";

export function renderIndexResult(result: IndexResult, style: Style): string {
  const { roots, files, bytes, seconds, errors, error_files: listed } = result;
  const indexed = errors === 0 ? "" : `${formatCount(Math.max(0, files - errors))} of `;
  const what = `${indexed}${plural(files, "file")} of ${plural(roots.length, "root")}, ${formatBytes(bytes)}, in ${formatSeconds(seconds)}`;
  const failed = errors === 0 ? "" : `\n${style.warn(`${plural(errors, "file")} could not be indexed:`)}\n`;
  const more = errors > listed.length ? `  … and ${formatCount(errors - listed.length)} more: qsearch status\n` : "";
  return `Indexed ${what}.\n${counts(result)}.\n${vectors({ embedded: result.embedded, pending: result.store_pending })}${failed}${renderFileErrors(listed, style, more)}`;
}

/** Nothing where nothing was embedded and nothing waits. */
export function vectors({ embedded, pending }: Pick<IndexResult, "embedded" | "pending">): string {
  const parts = [
    ...(embedded > 0 ? [`${plural(embedded, "passage")} embedded`] : []),
    ...(pending > 0 ? [`${formatCount(pending)} without a vector yet, found by words alone`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")}.\n`;
}

function counts({ added, changed, moved, deleted, unchanged, store_chunks: chunks }: IndexResult): string {
  const parts = [
    [added, "new"],
    [changed, "changed"],
    [moved, "moved"],
    [deleted, "removed"],
    [unchanged, "unchanged"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return `${said.length > 0 ? said.join(", ") : "Nothing to do"}; ${plural(chunks, "chunk")} in the index`;
}
