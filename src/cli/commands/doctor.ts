/** `doctor`: does every part of this program work here? */
import { EXIT } from "../../errors.ts";
import type { DoctorResult } from "../../request/config-request.ts";
import { defineCommand } from "../command.ts";
import { renderTable } from "../render/table.ts";
import { type Style, safeLine } from "../style.ts";

export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "Check that every part of this program works here",
  details:
    "Starts workers and child processes and ends hung ones, runs every kernel against its reference, tries SQLite with " +
    "full text, and looks at the settings, the data directory, the index and the roots. Changes nothing.\n\n" +
    "With --repair a damaged index is set aside and made anew from the files of the saved roots and of those that agents " +
    "added; what was embedded is embedded again by the next index. Caches are removed, as they are made when needed.\n\n" +
    "Exit status: 0 when everything works, 2 when something is broken.",
  async run(request, context) {
    const repaired = request.repair ? [await (await import("../doctor/repair.ts")).repair(context)] : [];
    const { runChecks } = await import("../doctor/checks.ts");
    const checks = [...repaired, ...(await runChecks(context))];
    const data: DoctorResult = { healthy: checks.every(({ state }) => state !== "broken"), checks };
    return { data, status: data.healthy ? EXIT.found : EXIT.error, text: (style) => renderChecks(data, style) };
  },
});

function renderChecks({ checks, healthy }: DoctorResult, style: Style): string {
  const states = { ok: style.good("ok"), note: style.warn("note"), broken: style.bad("broken") };
  const rows = checks.flatMap(({ name, state, detail, hint }) => [
    [states[state], name, safeLine(detail)],
    ...(hint === "" ? [] : [["", "", style.dim(`→ ${safeLine(hint)}`)]]),
  ]);
  return `${renderTable(rows)}\n${healthy ? "Everything works." : style.bad("Something is broken.")}\n`;
}
