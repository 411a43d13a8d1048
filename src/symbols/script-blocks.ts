/** Pages and components with scripts: Vue, Svelte, Astro, HTML. Other text becomes blanks, so offsets stay. */

import type { SymbolLanguage } from "../languages/names.ts";

export const SCRIPT_HOLDERS: ReadonlySet<string> = new Set(["vue", "svelte", "astro", "html"]);

/** The grammar for a file's scripts, and the text to parse. null for a file without scripts. */
export function scriptSource(text: string, language: string | null): { grammar: SymbolLanguage; text: string } | null {
  if (language === null || !SCRIPT_HOLDERS.has(language)) return null;
  return { grammar: SCRIPT_GRAMMAR, text: scriptsOf(text, language) };
}

/** TypeScript's grammar reads JavaScript too. */
export const SCRIPT_GRAMMAR: SymbolLanguage = "typescript";

/** Types of scripts that are JavaScript or TypeScript; others are data. */
const CODE_TYPE = /^(?:module|(?:text|application)\/(?:javascript|ecmascript|typescript|babel|jsx)|ts|tsx|js|jsx|)$/i;
const SCRIPT = /<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([\s\S]*?)<\/script\s*>/gi;
/** Astro: code between fences at the top. */
const FENCED = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The text with everything except its scripts blanked: same length, same lines. */
export function scriptsOf(text: string, language: string): string {
  const shown: [start: number, end: number][] = [];
  const fenced = language === "astro" ? FENCED.exec(text) : null;
  if (fenced !== null) {
    const start = fenced[0].indexOf("\n", fenced[0].indexOf("---")) + 1;
    shown.push([start, start + (fenced[1] ?? "").length]);
  }
  const plain = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, " "));
  for (const match of plain.matchAll(SCRIPT)) {
    const [whole, attributes = "", body = ""] = match;
    const type = /(?:^|\s)(?:type|lang)\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? "";
    if (!CODE_TYPE.test(type)) continue;
    const start = match.index + whole.indexOf(">", attributes.length) + 1;
    shown.push([start, start + body.length]);
  }
  let result = "";
  let at = 0;
  for (const [start, end] of shown) {
    if (start < at) continue;
    result += blank(text.slice(at, start)) + text.slice(start, end);
    at = end;
  }
  return result + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
