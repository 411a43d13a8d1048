/** `restore`: a backup into a new data directory. */

import { defineCommand } from "../command.ts";
import { plural } from "../format.ts";
import { safeLine } from "../style.ts";

export const restoreCommand = defineCommand({
  name: "restore",
  summary: "Unpack a backup into a new data directory",
  details:
    "Checks the backup's sums, then the database itself, before it puts anything in place. The data directory must be new or " +
    "empty: nothing is ever overwritten. Only restore what you trust: a backup names the folders that are indexed and shown.",
  examples: [["restore qsearch-20261130T041500Z.zip --data-dir ~/restored", "and search it with the same --data-dir"]],
  async run({ zip }, { settings, signal, progress }) {
    const { restoreBackup } = await import("../../transfer/restore.ts");
    const data = await restoreBackup(zip, settings().dataDir, { signal, progress });
    const { documents, chunks, roots } = data;
    return {
      data,
      text: () =>
        `Restored ${plural(documents, "document")}, ${plural(chunks, "chunk")} into ${safeLine(data.data_dir)}.\n` +
        `Roots:\n${roots.map((root) => `  ${safeLine(root)}\n`).join("")}`,
    };
  },
});
