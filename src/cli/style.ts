/** How text for people looks: colours, and the escaping of what a file or its name could do to a terminal. */

/** A path, a line of it, and the text that leads there. */
export type Link = (path: string, line: number | null, text: string) => string;

export interface Style {
  readonly colored: boolean;
  /** Columns of the terminal, null where stdout is none. */
  readonly columns: number | null;
  /** `text` as a link to a place in a file, where the terminal shows links. */
  readonly link: Link;
  bold(text: string): string;
  dim(text: string): string;
  path(text: string): string;
  number(text: string): string;
  match(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

/** Select Graphic Rendition codes: 16-colour ones alone, so that the terminal's own theme decides. */
export function createStyle(
  colored: boolean,
  columns: number | null,
  link: Link = (_path, _line, text) => text,
): Style {
  const sgr = (on: string, off: string) => (text: string) =>
    colored && text !== "" ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return {
    colored,
    columns,
    link,
    bold: sgr("1", "22"),
    dim: sgr("2", "22"),
    path: sgr("35", "39"),
    number: sgr("32", "39"),
    match: sgr("1;31", "22;39"),
    good: sgr("32", "39"),
    warn: sgr("33", "39"),
    bad: sgr("1;31", "22;39"),
  };
}

/** auto: a terminal that can, unless NO_COLOR is set (no-color.org) or TERM is dumb. */
export function wantsColor(
  mode: "auto" | "always" | "never",
  isTerminal: boolean,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (mode !== "auto") return mode === "always";
  return isTerminal && !env.NO_COLOR && env.TERM !== "dumb";
}

// Controls, line and paragraph separators, bidi controls, the BOM, and halves of surrogate pairs without a partner.
const UNSAFE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\ufeff]--[\t\n]]/gv;
const UNSAFE_IN_LINE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\ufeff]--\t]/gv;

/** Text from a file, several lines: tabs and line breaks stay, everything that moves a cursor is shown as an escape. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escapeOne);
}

/** The same for what must stay on one line. */
export function safeLine(text: string): string {
  return text.replace(UNSAFE_IN_LINE, escapeOne);
}

function escapeOne(char: string): string {
  const code = char.charCodeAt(0);
  if (char === "\n") return "\\n";
  if (char === "\r") return "\\r";
  // A byte of a name that is no UTF-8 travels as U+DC80–U+DCFF.
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
