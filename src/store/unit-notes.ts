/** The mark of a unit as one text column: the note, and behind ": " the reason. */
import type { Unit } from "../text/document.ts";

type Mark = Pick<Unit, "note" | "reason">;

export function storedNote({ note, reason }: Mark): string {
  return [note, reason].filter((part) => part !== undefined).join(": ");
}

/** Parses a stored note; a note in an unknown form is no mark. */
export function parseNote(stored: string): Mark {
  const [, note, reason] = /^(unreliable|hidden)(?:: (.*))?$/s.exec(stored) ?? [];
  if (note !== "unreliable" && note !== "hidden") return {};
  return reason === undefined ? { note } : { note, reason };
}
