/** `watch`: keep the index current until stopped. */
import type { FollowEvent } from "../../indexing/watch/follower.ts";
import type { WatchResult } from "../../request/watch-request.ts";
import { defineCommand } from "../command.ts";
import { writeStderr } from "../output.ts";
import { createStyle, wantsColor } from "../style.ts";
import { isTerminal } from "../terminal.ts";

export const watchCommand = defineCommand({
  name: "watch",
  summary: "Index, then keep the index current until stopped",
  details:
    "Brings the index of the saved roots up to date, then follows every change: saves, renames, new folders, ignore rules, " +
    "and the configuration itself. Only what changed is read again; passages are embedded beside that. What happens is told on stderr (--quiet silences it); " +
    "Ctrl-C or SIGTERM end it at once, and the index stays whole.\n\n" +
    "Other commands work meanwhile, those that write too. A root that is missing at the start is an error; one that goes " +
    "and comes back is told and followed again. Where the system's limit of watched folders is reached, that is said and " +
    "the root is looked through every --rescan seconds instead. Of changes that another machine makes on a network drive " +
    "the system tells nothing: run index for those. Folders that agents have added are not followed; rag_index brings them up to date.",
  examples: [
    ["watch", "follow the saved roots"],
    ["watch --quiet &", "in the background of a shell"],
  ],
  async run(request, { settings, globals, env, signal, progress, freshSettings }) {
    const { follow } = await import("../../indexing/watch/follower.ts");
    const { renderEvent } = await import("../render/render-watch.ts");
    const style = createStyle(wantsColor(globals.color, isTerminal(2), env), null);
    const started = performance.now();
    const sum = { updates: 0, added: 0, changed: 0, moved: 0, deleted: 0, errors: 0 };
    let roots = settings().roots;
    await follow({
      settings: freshSettings,
      signal,
      progress,
      rescanMs: request.rescan * 1000,
      lenient: false,
      embed: request.no_embed === true ? { policy: "none" } : {},
      ...(globals.jobs === undefined ? {} : { jobs: globals.jobs }),
      tell(event: FollowEvent) {
        progress.end();
        if (event.kind === "configuration") roots = event.roots;
        if (event.kind === "failed") sum.errors += 1;
        if (event.kind === "updated") {
          sum.updates += 1;
          for (const key of ["added", "changed", "moved", "deleted"] as const) sum[key] += event.result[key];
        }
        if (!globals.quiet) writeStderr(renderEvent(event, style));
      },
    });
    const seconds = Math.round(performance.now() - started) / 1000;
    const data: WatchResult = { roots: [...roots], ...sum, seconds };
    return { data, endedBySignal: true, text: () => "" };
  },
});
