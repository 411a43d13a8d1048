/** `callers`: who calls a definition. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const callersCommand = defineCommand({
  name: "callers",
  summary: "Show which calls lead to a function, method or class, without an index",
  details:
    "A call is followed through imports, scopes, declared types, constructors and base classes. Where that leads to one " +
    "definition it is a fact; where it does not, and the name fits, the call is listed with what it perhaps means. Calls " +
    "that certainly mean something else are left out. --subpath and --languages say where calls are looked for.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["callers parseHeader", "the calls of a function"],
    ["callers Engine.Run --depth 2", "and the calls of the functions that call it"],
  ],
  async run(request, context) {
    const [{ findCallers }, { renderCallers, otherMentions }] = await Promise.all([
      import("../../live-search/graph/graph-search.ts"),
      import("../render/render-graph.ts"),
    ]);
    const result = await context.blocking(() => findCallers(request, liveDeps(context, "auto")));
    const found = result.calls.length > 0;
    const defined = result.definitions.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderCallers(result, style, context.cwd),
      ...(found
        ? {}
        : {
            note: defined
              ? unknownCallers(otherMentions(result))
              : `nothing that is called ${request.name} is defined here`,
          }),
    };
  },
});

/** That nothing calls it is said where its name stands nowhere else. */
function unknownCallers(elsewhere: string): string {
  return elsewhere === "" ? "nothing calls it here" : `no call of it is known here; ${elsewhere}`;
}
