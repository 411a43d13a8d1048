/** `cirurgic_search` and its older name `qmd_search`, `find_symbol`, `find_references`: code as it is now. */
import { codeRequestSchema, codeResultSchema } from "../../request/code-request.ts";
import {
  findReferencesRequestSchema,
  findReferencesResultSchema,
  findSymbolRequestSchema,
  findSymbolResultSchema,
} from "../../request/tools.ts";
import { defineTool, READS } from "../tool.ts";

export const cirurgicSearchTool = defineTool({
  name: "cirurgic_search",
  title: "Search code",
  description:
    'The functions, classes and other definitions that answer a question ("where is the session cookie saved") or bear a name: ' +
    "whole blocks with their lines and what they call, within a budget of tokens for the whole reply. Reads the working tree " +
    "as it is now. To see which files matter for several keywords, use search_repo_context; to see who calls what, find_references.",
  input: codeRequestSchema,
  texts: {
    query: "A question, a few words, or a symbol",
    workspace: "Absolute folder; default: the workspace root",
    subpath: "Only this folder or file of it",
    max_tokens: "4000; from 200 to 32000",
    max_snippets: "12",
    depth: "Steps along calls from the best blocks: 0 to 3 (0)",
    include_glob: "Only these paths: src/**/*.py",
    exclude_glob: "Not these paths; stronger",
    languages: "python, ts, go …",
    fusion: "How files are ordered",
  },
  output: codeResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-code.ts")).runCode(request, call);
  },
});

export const qmdSearchTool = {
  ...cirurgicSearchTool,
  name: "qmd_search",
  title: "Search code (older name)",
  description: "The older name of cirurgic_search, with the same arguments. Prefer that one.",
  texts: {},
};

const places = {
  directory: "Absolute folder; default: the workspace root",
} as const;

export const findSymbolTool = defineTool({
  name: "find_symbol",
  title: "Find a definition",
  description:
    "Where a symbol is defined: each definition of name with file, lines and signature; name may say what encloses it " +
    "(Class.method). With path alone: the outline of that file, its functions, classes or headings. Working tree, no index.",
  input: findSymbolRequestSchema,
  texts: { path: "A file: its outline, or only its definitions of name", ...places, limit: "50" },
  output: findSymbolResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-graph.ts")).runFindSymbol(request, call);
  },
});

export const findReferencesTool = defineTool({
  name: "find_references",
  title: "Find callers and callees",
  description:
    "Who uses a symbol (callers, with uses that are no calls) or what it calls (callees), followed through imports, types and " +
    "base classes. Each is certain or possible; depth goes on from the certain ones.",
  input: findReferencesRequestSchema,
  texts: {
    name: "parseHeader, Engine.Run",
    direction: "callers by default",
    depth: "1 to 3 (1)",
    ...places,
    limit: "100",
  },
  output: findReferencesResultSchema,
  annotations: READS,
  async run(request, call) {
    return await (await import("../run/run-graph.ts")).runFindReferences(request, call);
  },
});
