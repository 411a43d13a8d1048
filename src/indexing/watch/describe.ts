/** A follower's event as one line of plain text: for people's stderr and a server's log. */
import { displayPath } from "../../corpus/path-bytes.ts";
import type { FollowEvent } from "./follower.ts";

export type Tone = "good" | "plain" | "warning" | "error";

export function describeEvent(event: FollowEvent): { readonly tone: Tone; readonly text: string } {
  switch (event.kind) {
    case "ready": {
      const { files, errors, roots, seconds } = event.result;
      const failed = errors > 0 ? `, ${errors} could not be indexed` : "";
      const text = `watching ${count(files, "file")} in ${count(roots.length, "root")}${failed} (${seconds} s)`;
      return { tone: errors > 0 ? "warning" : "good", text };
    }
    case "updated": {
      const { added, changed, moved, deleted, seconds } = event.result;
      const parts = Object.entries({ added, changed, moved, deleted }).filter(([, files]) => files > 0);
      return { tone: "plain", text: `${parts.map(([what, files]) => `${files} ${what}`).join(", ")} (${seconds} s)` };
    }
    case "embedded":
      return { tone: "plain", text: `${count(event.passages, "passage")} embedded` };
    case "root_emptied":
      return { tone: "warning", text: event.message };
    case "root_gone":
      return { tone: "warning", text: `${displayPath(event.root)} is gone; its documents stay until it is back` };
    case "root_back":
      return { tone: "plain", text: `${displayPath(event.root)} is back` };
    case "rescanning": {
      const text = `${displayPath(event.root)} cannot be followed: ${event.reason}; it is looked through every ${event.seconds} s instead`;
      return { tone: "warning", text };
    }
    case "configuration":
      return { tone: "plain", text: `the configuration has changed: ${count(event.roots.length, "root")}` };
    case "failed":
      return { tone: "error", text: `${event.error.message}; trying again` };
  }
}

function count(value: number, one: string): string {
  return `${value} ${value === 1 ? one : `${one}s`}`;
}
