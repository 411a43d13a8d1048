/** `callees`: what a definition calls. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const calleesCommand = defineCommand({
  name: "callees",
  summary: "Show what a function, method or class calls, without an index",
  details:
    "Each call with the definition it means, where that is certain; with those it perhaps means; or as outside of the " +
    "directory, where an import or a type proves it. --depth goes on from what is certain.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["callees parseHeader", "what it calls"],
    ["callees Engine.Run --depth 2 --json", "and what that calls, as JSON"],
  ],
  async run(request, context) {
    const [{ findCallees }, { renderCallees }] = await Promise.all([
      import("../../live-search/graph/graph-search.ts"),
      import("../render/render-graph.ts"),
    ]);
    const result = await context.blocking(() => findCallees(request, liveDeps(context, "auto")));
    const found = result.calls.length > 0;
    const defined = result.definitions.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderCallees(result, style, context.cwd),
      ...(found
        ? {}
        : { note: defined ? "it calls nothing" : `nothing that is called ${request.name} is defined here` }),
    };
  },
});
