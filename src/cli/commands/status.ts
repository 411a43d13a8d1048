/** `status`: what the store holds. */
import { defineCommand } from "../command.ts";

export const statusCommand = defineCommand({
  name: "status",
  summary: "Show what is indexed, and which files could not be",
  async run(_request, { settings, blocking }) {
    const { statusOf } = await import("../../index-search/status.ts");
    const { openStore } = await import("../../store/store.ts");
    const { renderStatus } = await import("../render/render-status.ts");
    const { dataDir, embed } = settings();
    const store = openStore(dataDir, "read");
    try {
      const { result, warnings } = await blocking(() => statusOf(store, embed));
      return { data: result, warnings, text: (style) => renderStatus(result, style) };
    } finally {
      store.close();
    }
  },
});
