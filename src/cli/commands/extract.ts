/** `extract`: texts, chunks, symbols and vectors as JSON lines. */
import { availableParallelism } from "node:os";
import { EXIT, QsearchError } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { plural } from "../format.ts";
import { writeStdout } from "../output.ts";

export const extractCommand = defineCommand({
  name: "extract",
  summary: "Print texts, chunks, symbols and vectors as JSON lines, without an index",
  details:
    "For programs that keep an index of their own. Each file becomes one line a chunk, with its text, its place, its words as qsearch looks them up, and " +
    'an id that is the same in every run; then one line {"end":…} that says how many there were, or why the file was not read. ' +
    "Lines come in the order of the files and are written at once, so that it can stand in a pipe for days: a name in, its lines out.\n\n" +
    "Files are read as index reads them, with the same limits; of folders the same files. Nothing is stored.\n\n" +
    "Exit status: 0 all files were read, 1 some were not (stderr says how many), 2 an error.",
  examples: [
    ["extract docs report.pdf", "all chunks of a folder and of a file"],
    ["extract --files-from - < names", "of files that another program names"],
    ["extract --stdin-name a.pdf --as documents < a.pdf", "the whole text of one file"],
    ["extract --mapping solr", "the fields for an engine"],
  ],
  async run(request, { settings, globals, cwd, signal }) {
    if (request.mapping !== undefined) {
      const { mappingText } = await import("../../extraction/mappings.ts");
      const text = mappingText(request.mapping);
      return { data: { mapping: request.mapping, text }, text: () => text };
    }
    if (globals.json) {
      throw new QsearchError("usage", "extract prints many JSON objects, one a line", "Leave --json out.");
    }
    if (request.vectors && request.as === "documents") {
      throw new QsearchError(
        "usage",
        "--vectors are of chunks, and --as documents makes none",
        "Leave one of the two out.",
      );
    }
    const [{ extractAll }, { inputsOf }] = await Promise.all([
      import("../../extraction/extraction.ts"),
      import("../../extraction/inputs.ts"),
    ]);
    const { encodings, chunkSize, overlap, maxSize, include, exclude, dataDir } = settings();
    const inputs = inputsOf(request, {
      settings: { include, exclude, maxSize, dataDir },
      cwd,
      signal,
      stdin: () => Bun.stdin.stream(),
    });
    const { files, unread } = await extractAll(inputs, {
      settings: {
        encodings,
        chunkSize,
        overlap,
        maxSize,
        form: request.as,
        tokens: !request.no_tokens,
        texts: request.vectors,
      },
      jobs: globals.jobs ?? availableParallelism(),
      vectors: request.vectors,
      signal,
      write: writeStdout,
    });
    const note = unread === 0 ? {} : { note: `${unread} of ${plural(files, "file")} could not be read` };
    const status = unread > 0 && !request.unread_ok ? EXIT.nothing : EXIT.found;
    return { data: { files, unread }, status, text: () => "", ...note };
  },
});
