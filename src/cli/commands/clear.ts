/** `clear`: remove all indexed content. */
import { defineCommand } from "../command.ts";
import { plural } from "../format.ts";

export const clearCommand = defineCommand({
  name: "clear",
  summary: "Remove everything that is indexed; the roots stay",
  details:
    "The saved roots stay in the configuration, so that `qsearch index` builds the index again. Roots that an agent " +
    "added go. No source file is touched.",
  async run(_request, { settings, signal }) {
    const { clearStore } = await import("../../indexing/clear.ts");
    const { result, warnings } = await clearStore({ settings: settings(), signal });
    const { documents, chunks } = result;
    return {
      data: result,
      warnings,
      text: () => `Removed ${plural(documents, "document")} and ${plural(chunks, "chunk")}.\n`,
    };
  },
});
