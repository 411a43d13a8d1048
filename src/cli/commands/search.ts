/** `search`: query the store. `qsearch WORDS…` is the same. */
import { EXIT, QsearchError } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { safeLine } from "../style.ts";

export const searchCommand = defineCommand({
  name: "search",
  summary: "Find passages in the indexed files",
  details:
    'Words are joined by AND; word* is a prefix, *part* a part of a word, "two words" a phrase, -word leaves documents out. ' +
    "AND, OR, NOT in capitals and parentheses join as everywhere: (cat OR dog) -(path:old/ OR draft).\n\n" +
    "Filters stand among the words: path:TEXT, ext:EXT, lang:LANGUAGE, symbol:NAME, after:DATE, before:DATE and " +
    "type:source|test|doc|config|data|document|generated.\n\n" +
    "Exit status: 0 found, 1 nothing found, 2 an error.",
  examples: [
    ["search golden bearing", "passages with both words"],
    ["search '\"golden bearing\" -draft'", "the phrase, in documents without the word draft"],
    ["search parseHeader type:source", "an identifier, in source files"],
    ["search invoice -l", "only the names of the files"],
    ["search '(invoice OR receipt) NOT draft' -n 5", "groups, and five results"],
    ["search --fresh invoice", "with what was saved a moment ago"],
  ],
  takesQuery: true,
  async run(
    { format: said, fresh, files_with_matches, print0, ignore_case, ...request },
    { settings, globals, signal, blocking, progress, cwd },
  ) {
    const short = print0 ? "-0" : files_with_matches ? "-l" : null;
    const format = said ?? (short === null ? undefined : "files");
    for (const [one, other] of [
      ["--json", format !== undefined && format !== "json" ? (short ?? `--format ${format}`) : null],
      [`--format ${said}`, said !== undefined && said !== "files" ? short : null],
    ] as const) {
      if (other === null || (one === "--json" && !globals.json)) continue;
      throw new QsearchError("usage", `${one} and ${other} contradict each other`, "Give one of them.");
    }
    const inForce = settings();
    const jobs = globals.jobs === undefined ? {} : { jobs: globals.jobs };
    const unfresh = fresh
      ? await (await import("../../indexing/refresh.ts")).refreshRoots({ settings: inForce, signal, progress, ...jobs })
      : [];
    progress.end();
    const [{ searchOnce }, { renderHits }] = await Promise.all([
      import("../../index-search/search-once.ts"),
      import("../render/render-search.ts"),
    ]);
    const answer = await blocking(() => searchOnce(inForce.dataDir, request, inForce));
    const { hits, warnings, excerpts, suggestions = [] } = answer;
    const meant =
      suggestions.length === 0 ? [] : [`did you mean: ${suggestions.map((query) => safeLine(query)).join(" | ")}`];
    const found = hits.length === 0 && format === undefined ? ["nothing found", ...meant].join("; ") : meant.join("");
    const notes = [
      ...(found === "" ? [] : [found]),
      ...(ignore_case ? ["-i: capitals and small letters are always the same"] : []),
    ];
    return {
      data: hits,
      warnings: [...unfresh, ...warnings],
      suggestions,
      status: hits.length > 0 ? EXIT.found : EXIT.nothing,
      text: (style) => renderHits(hits, excerpts, { format: format ?? "text", style, cwd, print0 }),
      ...(notes.length > 0 ? { note: notes.join("\n") } : {}),
    };
  },
});
