/** `status` for people. */
import { displayPath } from "../../corpus/path-bytes.ts";
import type { StatusResult } from "../../request/index-run-request.ts";
import { formatBytes, formatCount, localTime, plural } from "../format.ts";
import { type Style, safeLine } from "../style.ts";
import { renderFileErrors } from "./render-errors.ts";
import { shownPath } from "./render-places.ts";
import { renderTable } from "./table.ts";

/** File types named one by one. */
const TYPES_SHOWN = 12;

export function renderStatus(status: StatusResult, style: Style): string {
  const rows = [
    ["Index", `${displayPath(status.data_dir)} (${formatBytes(status.store_bytes)})`],
    ["Last run", status.last_indexed === null ? "never finished" : localTime(status.last_indexed)],
    ["Documents", `${formatCount(status.documents)} (${formatBytes(status.bytes)})`],
    ["Chunks", formatCount(status.chunks)],
    ["Embedded", `${formatCount(status.embedded)} of ${formatCount(status.embedded + status.pending)}`],
    ["Types", types(status.types)],
    ...(status.generated === 0 ? [] : [["Generated", `${formatCount(status.generated)}, shown below everything else`]]),
    ...(Object.keys(status.unread).length === 0 ? [] : [["No reader", types(status.unread)]]),
    ...(status.running === null ? [] : [["Running", running(status.running)]]),
  ];
  return [
    renderTable(rows.map(([name = "", value = ""]) => [style.bold(name), value])),
    list("Roots", status.roots.length, renderTable(rootRows(status, style), "  "), style),
    list("Unreliable text", status.unreliable.length, unreliable(status), style),
    list("Errors", status.errors.length, renderFileErrors(status.errors, style), style),
  ]
    .filter(Boolean)
    .join("\n");
}

function running({ command, pid, phase, done, total, unit }: NonNullable<StatusResult["running"]>): string {
  const of = total === null ? "" : ` of ${formatCount(total)}`;
  const far = done === null ? "" : `, ${safeLine(phase ?? "")} ${formatCount(done)}${of} ${safeLine(unit ?? "files")}`;
  return `qsearch ${safeLine(command)} (process ${pid})${far}`;
}

function list(title: string, count: number, body: string, style: Style): string {
  return count === 0 ? "" : `${style.bold(`${title} (${formatCount(count)})`)}\n${body}`;
}

function rootRows({ roots }: StatusResult, style: Style): string[][] {
  return roots.map(({ path, kind, documents }) => [
    style.path(shownPath(path)),
    plural(documents, "document"),
    kind === "agent" ? "added by an agent" : "",
  ]);
}

function unreliable(status: StatusResult): string {
  return status.unreliable
    .map(({ path, unit, reason }) => `  ${shownPath(path)}: ${safeLine([unit, reason].filter(Boolean).join(": "))}\n`)
    .join("");
}

function types(counts: StatusResult["types"]): string {
  const all = Object.entries(counts).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const shown = all.slice(0, TYPES_SHOWN).map(([ext, count]) => `${safeLine(ext) || "(none)"} ${formatCount(count)}`);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "none";
}
