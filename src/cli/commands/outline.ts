/** `outline`: what a file defines. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const outlineCommand = defineCommand({
  name: "outline",
  summary: "Show what one file defines: its functions, classes or headings, with their lines",
  details:
    "Source files by their syntax; Markdown by its headings; other text by patterns of lines.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["outline src/header.ts", "the symbols of a source file"],
    ["outline README.md", "the sections of a text"],
  ],
  async run(request, context) {
    const [{ outlineFile }, { renderOutline }] = await Promise.all([
      import("../../live-search/outline.ts"),
      import("../render/render-graph.ts"),
    ]);
    const result = await context.blocking(() => outlineFile(request, liveDeps(context, "auto")));
    const found = result.symbols.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderOutline(result, style, context.cwd),
      ...(found ? {} : { note: "the file defines nothing that is known" }),
    };
  },
});
