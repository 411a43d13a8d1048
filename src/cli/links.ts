/**
 * Links to files in a terminal (OSC 8), which open in the editor of the reader's choice. QSEARCH_LINK is a name or a template
 * with {path}, {line} and {host}; without it links are file://, which most terminals open with the desktop's own program.
 */
import { hostname } from "node:os";
import { pathToBytes } from "../corpus/path-bytes.ts";
import { QsearchError } from "../errors.ts";
import type { Link } from "./style.ts";

const VARIABLE = "QSEARCH_LINK";

/** Address forms that editors register. */
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ["file", "file://{host}{path}"],
  ["kitty", "file://{host}{path}#{line}"],
  ["vscode", "vscode://file{path}:{line}"],
  ["vscode-insiders", "vscode-insiders://file{path}:{line}"],
  ["cursor", "cursor://file{path}:{line}"],
  ["windsurf", "windsurf://file{path}:{line}"],
  ["zed", "zed://file{path}:{line}"],
  ["textmate", "txmt://open?url=file://{path}&line={line}"],
  ["macvim", "mvim://open?url=file://{path}&line={line}"],
]);

const NO_LINK: Link = (_path, _line, text) => text;

/** The address of a line of a file, for the reader's editor. */
export type LinkAddress = (path: string, line: number | null) => string;

/** Throws `config` for a value that is neither a name nor a template. */
export function linkFor(env: Readonly<Record<string, string | undefined>>): Link {
  const addressOf = env.TERM === "dumb" ? null : linkAddress(env);
  if (addressOf === null) return NO_LINK;
  return (path, line, text) => `\x1b]8;;${addressOf(path, line ?? null)}\x1b\\${text}\x1b]8;;\x1b\\`;
}

/** Null where the user wants no links. Throws `config` as `linkFor` does. */
export function linkAddress(env: Readonly<Record<string, string | undefined>>): LinkAddress | null {
  const value = env[VARIABLE]?.trim() || "file";
  if (value === "none") return null;
  const template = TEMPLATES.get(value) ?? value;
  if (!template.includes("{path}") || !/^[a-z][a-z0-9+.-]*:/i.test(template) || !/^[\x21-\x7e]+$/.test(template)) {
    throw new QsearchError(
      "config",
      `${VARIABLE} must be none, ${[...TEMPLATES.keys()].join(", ")}, or an address with {path}`,
      `For example: ${VARIABLE}='myeditor://open?file={path}&line={line}'`,
    );
  }
  return (path, line) =>
    template
      .replaceAll("{host}", () => hostname())
      .replaceAll("{path}", () => encodedPath(path))
      .replaceAll("{line}", String(line ?? 1));
}

/** Byte by byte, so that names that are no UTF-8 lead to their file as well; nothing of a name reaches the terminal as it is. */
function encodedPath(path: string): string {
  let encoded = "";
  for (const byte of pathToBytes(path)) {
    const char = String.fromCharCode(byte);
    encoded += /[\w./~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return encoded;
}
