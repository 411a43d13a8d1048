/** `read`: extracted text of one authorised file with its locations. */
import { QsearchError } from "../../errors.ts";
import { defineCommand } from "../command.ts";

export const readCommand = defineCommand({
  name: "read",
  summary: "Show the text of one file, with its line numbers",
  details:
    "Shows what the index sees of a file beneath the roots: the text of a PDF or a spreadsheet too. " +
    "Long texts are cut; the last line says how to go on.",
  examples: [
    ["read notes/inspection.md --lines 10-20", "eleven lines"],
    ["read report.pdf --page 2", "one page"],
    ["read budget.xlsx --sheet Totals", "one worksheet"],
    ["read notes.zip!/docs/plan.md", "one member of an archive"],
  ],
  async run({ lines, ...request }, { settings, cwd, signal, blocking }) {
    const { readDocument } = await import("../../index-search/read.ts");
    const { renderReadResult } = await import("../render/render-read.ts");
    const wanted = { ...request, ...lineRange(lines) };
    // A text of 20 MB is parsed on this thread.
    const { result, warnings } = await blocking(() => readDocument(wanted, settings(), { signal })).catch((error) => {
      throw withLinesHint(error, request.path);
    });
    const empty = lines === undefined ? "no text" : `no lines ${lines}`;
    const note = result.sections.length === 0 ? empty : result.reading;
    return {
      data: result,
      warnings,
      told: ["past_end"],
      text: (style) => renderReadResult(result, style, cwd),
      ...(note === null ? {} : { note }),
    };
  },
});

/** `read notes.md:12` is what a result looks like. Names may hold a colon, so this is told where there is no such file. */
function withLinesHint(error: unknown, path: string): unknown {
  const line = /:(\d+)$/.exec(path)?.[1];
  if (!(error instanceof QsearchError) || error.code !== "not_found" || line === undefined) return error;
  return new QsearchError(error.code, error.message, `A line is given apart: --lines ${line}-`, { cause: error });
}

/** "10-20", "10-", "10" → first and last line. Throws `usage`. */
function lineRange(text: string | undefined): { start_line?: number; end_line?: number } {
  if (text === undefined) return {};
  const [, first = "", dash = "", last = ""] = /^([1-9]\d{0,8})(?:(-)([1-9]\d{0,8})?)?$/.exec(text) ?? [];
  const start = Number(first);
  const end = last ? Number(last) : start;
  if (start === 0 || end < start) {
    throw new QsearchError(
      "usage",
      "--lines must be a range such as 10-20, 10- or 10",
      `It is ${JSON.stringify(text)}.`,
    );
  }
  return dash && !last ? { start_line: start } : { start_line: start, end_line: end };
}
