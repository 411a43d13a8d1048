/** What `watch` tells people while it runs: one line an event, with the time of day. */
import type { FollowEvent } from "../../indexing/watch/follower.ts";
import { formatCount, formatSeconds, localTime, plural } from "../format.ts";
import { type Style, safeLine } from "../style.ts";
import { shownPath } from "./places.ts";

export function describeEvent(event: FollowEvent, style: Style): string {
  const [, time = ""] = localTime(new Date().toISOString()).split(" ");
  return `${style.dim(time)} ${textOf(event, style)}\n`;
}

function textOf(event: FollowEvent, style: Style): string {
  switch (event.kind) {
    case "ready": {
      const { files, errors, roots, seconds } = event.result;
      const failed = errors > 0 ? `, ${style.warn(`${formatCount(errors)} could not be indexed`)}` : "";
      const what = `${plural(files, "file")} in ${plural(roots.length, "root")}${failed}`;
      return `${style.good("watching")} ${what} (${formatSeconds(seconds)})`;
    }
    case "updated": {
      const { added, changed, moved, deleted, seconds } = event.result;
      const parts = [
        [added, "added"],
        [changed, "changed"],
        [moved, "moved"],
        [deleted, "deleted"],
      ] as const;
      const what = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
      return `${what.join(", ")} (${formatSeconds(seconds)})`;
    }
    case "root_gone":
      return style.warn(`${shownPath(event.root)} is gone; waiting for it, nothing is taken out of the index`);
    case "root_back":
      return `${shownPath(event.root)} is back`;
    case "rescanning":
      return style.warn(
        `${shownPath(event.root)} cannot be followed: ${safeLine(event.reason)}; it is looked through from time to time instead`,
      );
    case "configuration":
      return `the configuration has changed: ${plural(event.roots.length, "root")}`;
    case "failed":
      return style.bad(`${safeLine(event.error.message)}; trying again`);
  }
}
