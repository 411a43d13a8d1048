/** `search_repo_context` and `search_focused_context`: live search over the files as they are now. */
import { contextRequestSchema, contextResultSchema } from "../../request/context.ts";
import { focusRequestSchema, focusResultSchema } from "../../request/focus.ts";
import { defineTool, READS } from "../tool.ts";

export const contextTool = defineTool({
  name: "search_repo_context",
  title: "Search repository context",
  description:
    "Find which files of a code base matter for some keywords, with short snippets around the best matches: one bounded " +
    "call instead of many greps. Use it first to explore an unfamiliar repository, to locate the implementation of a " +
    "feature or bug, or to find where a symbol is defined. It reads the working tree as it is now; no index is needed. " +
    "Give a few specific keywords, phrases or identifiers, and directory as an absolute path. Start with " +
    'output_mode="compact"; keep the query_id of the answer to see the same search in output_mode="full" or with ' +
    "include_diagnostics=true without searching again, and to get whole definitions from search_focused_context. " +
    "Results are ranked and bounded, not exhaustive.",
  input: contextRequestSchema,
  output: contextResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/context.ts")).runContext(request, call);
  },
});

export const focusTool = defineTool({
  name: "search_focused_context",
  title: "Read enclosing definitions",
  description:
    "Get the whole functions, classes or sections around matches, from a few files, instead of line snippets. Use it " +
    "after search_repo_context with the query_id of its answer, when the relevant code is spread across several files; " +
    "or on its own with keywords and directory (an absolute path), and with file_paths when you know the files already. " +
    "Blocks are complete where they fit and the answer is bounded; it reads the files as they are now.",
  input: focusRequestSchema,
  output: focusResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/context.ts")).runFocus(request, call);
  },
});
