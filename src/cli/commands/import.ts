/** `import`: read again what a manifest names. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";
import { plural } from "../format.ts";
import { safeLine } from "../style.ts";

export const importCommand = defineCommand({
  name: "import",
  summary: "Read the files of a manifest again, as far as they lie beneath the roots",
  details:
    "Each path is judged by the roots and ignore rules in force, and the file itself is read; times, sums and everything else " +
    "in the manifest are not believed. It adds no root. Other files of the index stay as they are. Words are searchable then; " +
    "the next index embeds the passages.\n\n" +
    "Exit status: 0 done, 1 when no entry may be read, 2 an error.",
  examples: [["import files.json", "what export wrote, here or on another machine"]],
  async run({ file }, { settings, globals, signal, progress }) {
    const { importManifest } = await import("../../transfer/import.ts");
    const { vectors } = await import("../render/render-index-run.ts");
    const { result, warnings } = await importManifest(file, {
      settings: settings(),
      signal,
      progress,
      ...(globals.jobs === undefined ? {} : { jobs: globals.jobs }),
    });
    const { listed, accepted, refused, refused_entries: entries, added, changed, unchanged } = result;
    return {
      data: result,
      warnings,
      status: accepted === 0 && listed > 0 ? EXIT.nothing : EXIT.found,
      text: () =>
        `${plural(accepted, "file")} of ${plural(listed, "entry", "entries")} read: ` +
        `${added} new, ${changed} changed, ${unchanged} unchanged.\n${vectors(result)}` +
        (refused === 0 ? "" : `Refused:\n${entries.map((entry) => `  ${safeLine(entry)}\n`).join("")}`),
    };
  },
});
