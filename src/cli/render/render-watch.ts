/** What `watch` tells people while it runs: one line an event, with the time of day. */
import { describeEvent, type Tone } from "../../indexing/watch/describe.ts";
import type { FollowEvent } from "../../indexing/watch/follower.ts";
import { localTime } from "../format.ts";
import { type Style, safeLine } from "../style.ts";

export function renderEvent(event: FollowEvent, style: Style): string {
  const { tone, text } = describeEvent(event);
  const [, time = ""] = localTime(new Date().toISOString()).split(" ");
  return `${style.dim(time)} ${colored(tone, safeLine(text), style)}\n`;
}

function colored(tone: Tone, text: string, style: Style): string {
  switch (tone) {
    case "good":
      return style.good(text);
    case "warning":
      return style.warn(text);
    case "error":
      return style.bad(text);
    case "plain":
      return text;
  }
}
