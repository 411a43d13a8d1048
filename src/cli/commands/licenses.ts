/** `licenses`: the notices of everything inside this program. */
import { defineCommand } from "../command.ts";

export const licensesCommand = defineCommand({
  name: "licenses",
  summary: "Print the notices of everything inside this program",
  async run() {
    const { formatNotices, loadNotices } = await import("../../licenses/notices.ts");
    const text = formatNotices(await loadNotices());
    return { data: { text }, text: () => text };
  },
});
