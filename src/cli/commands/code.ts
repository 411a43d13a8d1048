/** `code`: the definitions that answer a question or bear a name. */
import { existsSync, statSync } from "node:fs";
import { displayPath, systemPath } from "../../corpus/path-bytes.ts";
import { EXIT, QsearchError } from "../../errors.ts";
import type { CodeRequest } from "../../request/code-request.ts";
import { defineCommand } from "../command.ts";
import { liveDeps } from "../live-deps.ts";

export const codeCommand = defineCommand({
  name: "code",
  summary: "Find the functions and classes that answer a question or bear a name, without an index",
  details:
    "Reads the files beneath PATH (or the working directory) as they are now and shows the best blocks of code: whole " +
    "functions and classes where they fit, within --max-tokens. Ignored, hidden, vendored and binary files and files over " +
    "1 MB are left out. Put a question of several words in quotes.\n\n" +
    "CIRURGIC_TS_EXTRACT=0 does without syntax trees; CIRURGIC_GREP_TIMEOUT (seconds, 5) bounds the scan, " +
    "CIRURGIC_MAX_CANDIDATE_FILES (20000) the files that are read; CIRURGIC_RG_PATH names a ripgrep that finds the files.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["code 'where is the session cookie saved'", "blocks for a question"],
    ["code parseHeader src --languages ts", "where a symbol is defined and used, in one folder"],
    ["code 'retry backoff' --max-tokens 1500 --json", "a small answer for a script"],
  ],
  async run(request, context) {
    const [{ searchCode }, { renderCode }] = await Promise.all([
      import("../../live-search/code/code-search.ts"),
      import("../render/render-code.ts"),
    ]);
    const { rrfK: k, rrfWeightLexical: lexical, rrfWeightSymbol: symbol } = context.settings();
    const deps = { ...liveDeps(context, "auto"), rrf: { k, lexical, symbol } };
    const result = await searchCode(placed(request, context.cwd), deps);
    const found = result.snippets.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderCode(result, style, context.cwd),
      ...(found ? {} : { note: "nothing found" }),
    };
  },
});

/** PATH may be a single file: a subpath of its folder then. Where nothing is there, it was a word of the question. */
function placed(request: CodeRequest, cwd: string): CodeRequest {
  const { workspace, subpath, query } = request;
  if (workspace === undefined) return request;
  if (!existsSync(systemPath(workspace))) {
    const word = workspace.startsWith(`${cwd}/`) ? workspace.slice(cwd.length + 1) : workspace;
    throw new QsearchError(
      "not_found",
      `there is no folder or file ${JSON.stringify(displayPath(word))} to search in`,
      `A question of several words goes in quotes: qsearch code '${displayPath(`${query} ${word}`).replaceAll("'", "'\\''")}'.`,
    );
  }
  if (subpath !== undefined || !isFile(workspace)) return request;
  const slash = workspace.lastIndexOf("/");
  return { ...request, workspace: workspace.slice(0, slash) || "/", subpath: workspace.slice(slash + 1) };
}

function isFile(path: string): boolean {
  try {
    return statSync(systemPath(path)).isFile();
  } catch {
    return false;
  }
}
