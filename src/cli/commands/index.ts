/** `index`: bring the store up to date. */
import { existsSync } from "node:fs";
import { displayPath, systemPath } from "../../corpus/path-bytes.ts";
import { QsearchError } from "../../errors.ts";
import type { IndexResult } from "../../request/index-run-request.ts";
import { defineCommand } from "../command.ts";
import { formatAbout, plural } from "../format.ts";
import { writeStderr } from "../output.ts";

/** A path beneath a root may be gone, then its documents go; where there were none either, it is a slip of the keyboard. */
function refuseMissing(paths: readonly string[], { files, deleted, moved }: IndexResult): void {
  if (files > 0 || deleted > 0 || moved > 0) return;
  const missing = paths.find((path) => !existsSync(systemPath(path)));
  if (missing === undefined) return;
  throw new QsearchError(
    "not_found",
    `${displayPath(missing)} is not there, and nothing beneath it was indexed`,
    "Give the path of a folder or file that is there.",
  );
}

/** Embedding that takes longer is told before it begins, milliseconds. */
const TOLD_MS = 5000;

export const indexCommand = defineCommand({
  name: "index",
  summary: "Bring the index up to date",
  details:
    "Adds the folders and files that are named to the saved roots, or replaces the saved roots by those of --root. " +
    "Without either, the saved roots are indexed again. Every byte is read and hashed; only what changed is parsed. " +
    "Files that are gone leave the index, beneath the roots of this run alone.\n\n" +
    "Words are searchable first. Then symbols of source files are read from syntax trees, about 4 MB a second, and " +
    "passages of prose, documents, mail and tables are embedded, so that search finds them by meaning too, those of " +
    "the files changed last first (--embed all embeds source code as well, which takes hours for a large tree). A passage takes some " +
    "90 ms of processor time, and all processors are used: Ctrl-C, or --embed-budget, " +
    "ends it and keeps what is done, and the next run goes on.\n\n" +
    "Rules in .gitignore and .searchignore hold. The files themselves are never changed.",
  examples: [
    ["index ~/notes", "add a folder and index it"],
    ["index --root ~/notes --root ~/code", "index these two and nothing else"],
    ["index", "index the saved roots again"],
    ["index --embed-budget 60s", "the same, embedding for a minute at most"],
  ],
  kept: "What was read so far is kept and found; the next qsearch index goes on with the rest.",
  async run(request, { settings, globals, signal, progress }) {
    const { LITTLE_MS, runIndex } = await import("../../indexing/indexer.ts");
    const { renderIndexResult } = await import("../render/render-index-run.ts");
    const { result, warnings } = await runIndex(request, {
      settings: settings(),
      signal,
      progress,
      embed: {
        onBegin({ passages, ms }) {
          if (globals.quiet || ms < TOLD_MS) return;
          progress.end();
          writeStderr(
            `Words are searchable. ${plural(passages, "passage")} to embed, about ${formatAbout(ms)}; Ctrl-C keeps what is done.\n`,
          );
        },
      },
      soloMs: LITTLE_MS,
      ...(globals.jobs === undefined ? {} : { jobs: globals.jobs }),
    });
    if (!request.no_prune) refuseMissing(request.paths, result);
    return { data: result, warnings, told: ["file_errors"], text: (style) => renderIndexResult(result, style) };
  },
});
