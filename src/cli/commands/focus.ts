/** `focus`: whole definitions around keywords in a few files (seed 000). */
import { z } from "zod";
import { EXIT } from "../../errors.ts";
import { createLogger } from "../../log.ts";
import { focusRequestSchema } from "../../request/focus.ts";
import { BACKENDS, keywordsSchema } from "../../request/keywords.ts";
import { defineCommand } from "../command.ts";

const { query_id: _id, keywords: _keywords, ...others } = focusRequestSchema.shape;
const schema = z.strictObject({
  keywords: keywordsSchema,
  ...others,
  backend: z
    .enum(BACKENDS)
    .default("auto")
    .describe("Who names files that may match; matching and ranking are the same"),
});

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
  schema,
  positionals: [{ field: "keywords", label: "KEYWORD", arity: "many" }],
  options: {
    directory: { placeholder: "DIR" },
    subpath: { placeholder: "SUBPATH" },
    paths_include_glob: { placeholder: "GLOB" },
    paths_exclude_glob: { placeholder: "GLOB" },
    file_paths: { placeholder: "SUBPATH" },
  },
  async run({ backend, ...request }, { settings, globals, signal, progress, cwd, env }) {
    const [{ searchFocused }, { renderFocus }] = await Promise.all([
      import("../../search/focus.ts"),
      import("../render/context.ts"),
    ]);
    const result = await searchFocused(request, {
      signal,
      progress,
      log: createLogger("repo_context_search"),
      cwd,
      env,
      jobs: globals.jobs,
      dataDir: settings().dataDir,
      backend,
    });
    const found = result.blocks.length > 0;
    return {
      data: result,
      status: found ? EXIT.found : EXIT.nothing,
      text: (style) => renderFocus(result, style, cwd),
      ...(found ? {} : { note: "nothing found" }),
    };
  },
});
