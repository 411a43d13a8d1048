/** `search_repo_context` and `search_focused_context`: live search over the files as they are now. */
import { contextRequestSchema, contextResultSchema } from "../../request/context-request.ts";
import { focusRequestSchema, focusResultSchema } from "../../request/focus-request.ts";
import { defineTool, READS } from "../tool.ts";

export const contextTool = defineTool({
  name: "search_repo_context",
  title: "Search repository context",
  description:
    "Which files of a code base matter for some keywords: ranked files and short snippets, one bounded call instead of many greps. " +
    "Reads the working tree as it is now, without an index. Continue with search_focused_context and the query_id of the answer. " +
    "For a question in words or one symbol, cirurgic_search is better. Ranked and bounded, not exhaustive.",
  input: contextRequestSchema,
  texts: {
    keywords: "Specific words, phrases or identifiers",
    query_id: "Of an earlier answer: shows it again with another output_mode or diagnostics",
    directory: "Absolute folder; default: the workspace root",
    subpath: "Only this folder or file of it",
    paths_include_glob: "Only these paths: src/**/*.{ts,tsx}",
    paths_exclude_glob: "Not these paths; stronger",
    match_mode: "word: whole words; identifier: whole parts of names",
    output_mode: "full: with ranking details",
    include_diagnostics: "What was left out, and why",
    max_files: "12",
    max_snippets: "8",
    lines_before: "24",
    lines_after: "40",
    prefer_source_files: "Before documents and settings (true)",
    max_total_lines: "Of all snippets (1200)",
  },
  output: contextResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-context.ts")).runContext(request, call);
  },
});

export const focusTool = defineTool({
  name: "search_focused_context",
  title: "Read enclosing definitions",
  description:
    "Whole functions, classes or sections around matches in a few files: after search_repo_context with its query_id, or with " +
    "keywords and directory, and with file_paths where you know the files. Reads files as they are now; bounded.",
  input: focusRequestSchema,
  texts: {
    query_id: "Of an earlier answer: its keywords and files",
    file_paths: "Only these, relative to directory",
    max_files: "3",
    max_blocks: "6",
    max_blocks_per_file: "2",
    max_total_lines: "400",
  },
  output: focusResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-context.ts")).runFocus(request, call);
  },
});
