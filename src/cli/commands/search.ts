/** `search`: query the store. `qsearch WORDS…` is the same. */
import { EXIT, QsearchError } from "../../errors.ts";
import { defineCommand } from "../command.ts";

export const searchCommand = defineCommand({
  name: "search",
  summary: "Find passages in the indexed files",
  details:
    'Words are joined by AND; word* is a prefix, "two words" a phrase, -word leaves documents out, OR joins alternatives.\n\n' +
    "Filters stand among the words: path:TEXT, ext:EXT, lang:LANGUAGE, symbol:NAME, after:DATE, before:DATE and " +
    "type:source|test|doc|config|data|document.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["search golden bearing", "passages with both words"],
    ["search '\"golden bearing\" -draft'", "the phrase, in documents without the word draft"],
    ["search parseHeader type:source", "an identifier, in source files"],
    ["search invoice --format files", "only the names of the files"],
    ["search --fresh invoice", "with what was saved a moment ago"],
  ],
  takesQuery: true,
  async run({ format, fresh, ...request }, { settings, globals, signal, blocking, progress, cwd }) {
    if (globals.json && format !== undefined && format !== "json") {
      throw new QsearchError("usage", `--json and --format ${format} contradict each other`, "Give one of them.");
    }
    const inForce = settings();
    const jobs = globals.jobs === undefined ? {} : { jobs: globals.jobs };
    const unfresh = fresh
      ? await (await import("../../indexing/refresh.ts")).refreshRoots({ settings: inForce, signal, progress, ...jobs })
      : [];
    progress.end();
    const [{ searchStore }, { renderHits }] = await Promise.all([
      import("../../search/apart.ts"),
      import("../render/search.ts"),
    ]);
    const { hits, warnings, excerpts } = await searchStore(inForce.dataDir, request, inForce, { signal, blocking });
    return {
      data: hits,
      warnings: [...unfresh, ...warnings],
      status: hits.length > 0 ? EXIT.found : EXIT.nothing,
      text: (style) => renderHits(hits, excerpts, { format: format ?? "text", style, cwd }),
      ...(hits.length === 0 && format === undefined ? { note: "nothing found" } : {}),
    };
  },
});
