/** What a unit is marked with, as one text of its row: the note, and behind ": " the reason. */
import type { Unit } from "../text/document.ts";

type Mark = Pick<Unit, "note" | "reason">;

export function storedNote({ note, reason }: Mark): string {
  return [note, reason].filter((part) => part !== undefined).join(": ");
}

/** Takes a stored note apart; what no program of ours writes is no mark. */
export function parseNote(stored: string): Mark {
  const [, note, reason] = /^(unreliable|hidden)(?:: (.*))?$/s.exec(stored) ?? [];
  if (note !== "unreliable" && note !== "hidden") return {};
  return reason === undefined ? { note } : { note, reason };
}
