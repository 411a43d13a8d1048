/** `backup`: a dated copy of the index and its settings. */

import { defineCommand } from "../command.ts";
import { formatBytes } from "../format.ts";
import { safeLine } from "../style.ts";

export const backupCommand = defineCommand({
  name: "backup",
  summary: "Copy the index and its settings into one dated ZIP file",
  details:
    "The copy is consistent whatever is indexed meanwhile. It holds the extracted text of the indexed files, so keep it as " +
    "private as them; the files themselves are not in it. Its mode is 0600, and nothing is ever overwritten. While it is made, " +
    "the folder needs room for the index twice.",
  examples: [
    ["backup", "into the current folder"],
    ["backup ~/backups", "into that one, which is made if need be"],
  ],
  async run({ folder }, { settings, cwd, signal, progress }) {
    const { makeBackup } = await import("../../transfer/backup.ts");
    const data = await makeBackup(folder ?? cwd, { settings: settings(), signal, progress });
    return { data, text: () => `${safeLine(data.path)} (${formatBytes(data.bytes)})\n` };
  },
});
