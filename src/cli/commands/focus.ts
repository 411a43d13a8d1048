/** `focus`: whole definitions around keywords in a few files. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const focusCommand = defineCommand({
  name: "focus",
  summary: "Show the whole definitions around keywords in the few files that matter most",
  details:
    "Ranks files as `context` does, takes the strongest source files (or those of --file-paths) and shows the functions, " +
    "classes or sections that hold the keywords.\n\nExit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["focus 'snow melt' albedo", "the definitions that matter for two keywords"],
    ["focus parse --file-paths src/header.ts --max-blocks 2", "in one file"],
  ],
  async run({ backend, ...request }, context) {
    const [{ searchFocused }, { renderFocus }] = await Promise.all([
      import("../../live-search/focus.ts"),
      import("../render/render-context.ts"),
    ]);
    const result = await searchFocused(request, liveDeps(context, backend));
    const found = result.blocks.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderFocus(result, style, context.cwd),
      ...(found ? {} : { note: "nothing found" }),
    };
  },
});
