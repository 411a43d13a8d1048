/** `context`: ranked files and snippets for keywords, from the files as they are now. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const contextCommand = defineCommand({
  name: "context",
  summary: "Find the files and passages of a project that matter for keywords, without an index",
  details:
    "Reads the files beneath the working directory (or --directory) as they are now. Ignored, hidden, generated, " +
    "vendored, minified and binary files and files over 1 MB are left out; --include-diagnostics says how many and why.\n\n" +
    "Each argument is one keyword; quote a phrase. Keywords are expanded to their words, parts and stems, but a file " +
    "that holds a keyword as it is given ranks above all that do not.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["context snow albedo melt", "files and snippets for three keywords"],
    ["context parseHeader --match-mode identifier --subpath src", "an identifier's parts, in one folder"],
    ["context 'connection pool' --paths-exclude-glob '**/tests/*' --explain", "with the parts of each score"],
  ],
  async run({ backend, explain, ...request }, context) {
    const [{ searchContext }, { renderContext }] = await Promise.all([
      import("../../live-search/context.ts"),
      import("../render/render-context.ts"),
    ]);
    const asked = explain ? { ...request, output_mode: "full" as const } : request;
    const result = await searchContext(asked, liveDeps(context, backend));
    const found = result.ranked_files.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderContext(result, style, context.cwd, explain),
      ...(found ? {} : { note: "nothing found" }),
    };
  },
});
