/** `symbol`: where a name is defined. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const symbolCommand = defineCommand({
  name: "symbol",
  summary: "Show where a function, method, class or other symbol is defined, without an index",
  details:
    "Reads the files beneath the working directory (or --directory) as they are now: only those that may define the name " +
    "are parsed. NAME may say what encloses it: Class.method, module.name.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["symbol parseHeader", "every definition of that name"],
    ["symbol Engine.Run --languages go", "a method of one class"],
  ],
  async run(request, context) {
    const [{ findSymbol }, { renderSymbols }] = await Promise.all([
      import("../../live-search/graph/graph-search.ts"),
      import("../render/render-graph.ts"),
    ]);
    const result = await context.blocking(() => findSymbol(request, liveDeps(context, "auto")));
    const found = result.definitions.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderSymbols(result, style, context.cwd),
      ...(found ? {} : { note: `nothing that is called ${request.name} is defined here` }),
    };
  },
});
