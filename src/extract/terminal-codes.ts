/** Removes terminal output that is not for readers: colours, links, titles, letters struck twice. Line breaks stay. */
import { stripVTControlCharacters } from "node:util";

/** A letter, a backspace and the second letter: bold and underlined text of manual pages. */
const OVERSTRUCK = /[^\n\b][\b]/gu;

export function withoutTerminalCodes(text: string): string {
  let plain = text;
  if (plain.includes("\x1b") || plain.includes("\x9b")) plain = stripVTControlCharacters(plain);
  return plain.includes("\b") ? plain.replace(OVERSTRUCK, "") : plain;
}
