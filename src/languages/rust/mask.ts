/**
 * Shows the Rust grammar the items in a macro call (`cfg_rt! { pub fn spawn() … }`, `pin_project! { struct … }`), which are
 * mere tokens for it. Detected by rustfmt's layout: the macro opens at the end of its line, and its closing brace stands alone,
 * with the same indentation.
 */

const OPENING = /^([ \t]*)(?:[a-z_]\w*::)*[a-z_]\w*!\s*\{[ \t]*$/;
/** Required first line of a body: an item, or another such macro. */
const ITEM =
  /^\s*(?:(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|async|unsafe|const|extern(?:\s+"[^"]*")?)\s+)*(?:fn|struct|enum|union|trait|impl(?!<>)|mod|use|type)\b|(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?\w+\s*:|(?:[a-z_]\w*::)*[a-z_]\w*!\s*\{[ \t]*$)/;
/** Macros whose argument is a pattern for other code. */
const NO_ITEMS = /\b(?:macro_rules|quote\w*|proptest)!/;
const PASSED_OVER = /^\s*(?:\/\/|#!?\[|$)/;

/** Same length, same lines; the text itself without such a macro. */
export function withoutItemMacros(text: string): string {
  if (!/!\s*\{[ \t]*$/m.test(text)) return text;
  const lines = text.split("\n");
  let shown = lines;
  for (let at = 0; at < lines.length; at++) {
    const indent = OPENING.exec(lines[at] ?? "")?.[1];
    if (indent === undefined || NO_ITEMS.test(lines[at] ?? "") || !holdsItems(lines, at + 1)) continue;
    const end = lines.indexOf(`${indent}}`, at + 1);
    if (end === -1) continue;
    if (shown === lines) shown = [...lines];
    for (const line of [at, end]) shown[line] = " ".repeat(lines[line]?.length ?? 0);
  }
  return shown === lines ? text : shown.join("\n");
}

function holdsItems(lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < lines.length && PASSED_OVER.test(lines[at] ?? "")) at++;
  return ITEM.test(lines[at] ?? "");
}
