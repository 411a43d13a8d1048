/** `cirurgic_search` and `qmd_search`: one tool under two names, so that they cannot drift apart. */
import { codeRequestSchema, codeResultSchema } from "../../request/code.ts";
import { defineTool, READS } from "../tool.ts";

const WHAT =
  "Find the functions, classes and other definitions of a code base that answer a question or bear a name: whole blocks " +
  "with line ranges, what they call, and the lines that matched, within a hard budget of tokens. Use it for questions in " +
  'natural language ("where is the session cookie saved") and for symbols ("parseHeader"), instead of grep and reading ' +
  "files. It reads the working tree as it is now; no index is needed. Give workspace as an absolute path; narrow with " +
  "subpath, include_glob, exclude_glob or languages. max_tokens (default 4000) covers the whole reply: the best block of " +
  "each file comes first, whole where it fits, then further blocks. Results are ranked and bounded, not exhaustive.";

export const cirurgicSearchTool = defineTool({
  name: "cirurgic_search",
  title: "Search code",
  description: WHAT,
  input: codeRequestSchema,
  output: codeResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/code.ts")).runCode(request, call);
  },
});

export const qmdSearchTool = {
  ...cirurgicSearchTool,
  name: "qmd_search",
  title: "Search code (older name)",
  description: `The older name of cirurgic_search; prefer that one. ${WHAT}`,
};
