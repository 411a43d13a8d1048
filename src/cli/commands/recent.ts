/** `recent`: what changed lately. */
import { EXIT } from "../../errors.ts";
import { defineCommand } from "../command.ts";

export const recentCommand = defineCommand({
  name: "recent",
  summary: "Show the indexed files that changed lately",
  details:
    "Goes by the modification time that was indexed, the newest first. Rules of ignore files and roots count as they are " +
    "now. A file that has changed again since is marked stale; run index, or watch, to follow.\n\n" +
    "Exit status: 0 found, 1 nothing changed since, 2 an error.",
  examples: [
    ["recent", "the last 24 hours"],
    ["recent --since 2w", "the last two weeks"],
    ["recent --since 2026-01-31T18:00", "since that time in the configured time zone"],
  ],
  async run(request, { settings, blocking, cwd }) {
    const { recentFiles } = await import("../../index-search/recent.ts");
    const { openStore } = await import("../../store/store.ts");
    const { renderRecent } = await import("../render/render-recent.ts");
    const inForce = settings();
    const store = openStore(inForce.dataDir, "read");
    try {
      const { files, warnings } = await blocking(() => recentFiles(store, request, inForce));
      return {
        data: files,
        warnings,
        status: files.length > 0 ? EXIT.found : EXIT.nothing,
        text: (style) => renderRecent(files, style, cwd),
        ...(files.length === 0 ? { note: "nothing has changed since then" } : {}),
      };
    } finally {
      store.close();
    }
  },
});
