/** `export`: the manifest of what is indexed. */

import { defineCommand } from "../command.ts";
import { plural } from "../format.ts";
import { safeLine } from "../style.ts";

export const exportCommand = defineCommand({
  name: "export",
  summary: "Write a manifest of the indexed files, as JSON or CSV",
  details:
    "Lists path, extension, size, modification time, SHA-1, time of indexing and error of each file, not its text. JSON is " +
    '{"schema_version":1,"files":[…]}; CSV is UTF-8 with a byte-order mark. Files that ignore rules hide by now are left ' +
    "out, and those that agents added. Nothing is ever overwritten.",
  examples: [
    ["export files.csv", "for a spreadsheet"],
    ["export files.json", "for scripts, and for import"],
  ],
  async run({ file }, { settings, signal }) {
    const { exportManifest } = await import("../../transfer/export.ts");
    const { result, warnings } = await exportManifest(file, { settings: settings(), signal });
    return {
      data: result,
      warnings,
      text: () => `${plural(result.files, "file")} listed in ${safeLine(result.path)}\n`,
    };
  },
});
