/**
 * Text that programs wrote for programs: minified scripts, source maps, lock files, bundles, files signed by a generator.
 * Detected by name and content; live search and the index share the rules.
 */
import type { FileType } from "../request/kinds.ts";
import { type Categorised, extensionOf } from "./categories.ts";
import { noiseOf } from "./noise.ts";

/** Raise this number when the rules for contents change. */
export const CATEGORISER = "generated@1";

export type Flaw = "generated" | "minified";

/** A comment at the top that declares the file generated. */
const SIGNED =
  /^[^\w\n]{0,8}[^\n]{0,120}(?:@generated\b|\bgenerated\b[^\n]{0,60}\bdo not edit\b|\bdo not edit\b[^\n]{0,60}\bgenerated\b)/im;
const SIGNED_WITHIN = 600;
const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "css", "html"]);
/** Average UTF-16 units a line above which a script counts as minified. */
const LONG_LINES = 500;
const LEAST_MINIFIED = 5000;

/** The flaw that the content shows; `lines` is the number of lines, `language` the language of the name. */
export function flawOf(text: string, lines: number, language: string | null): Flaw | null {
  if (SIGNED.test(text.slice(0, SIGNED_WITHIN))) return "generated";
  if (language !== null && SCRIPTS.has(language) && hasLongLines(text, lines)) return "minified";
  return null;
}

function hasLongLines(text: string, lines: number): boolean {
  return text.length > LEAST_MINIFIED && text.length / Math.max(1, lines) > LONG_LINES;
}

/** Version 3 of the format, with mappings or sources; the keys stand in any order. */
const SOURCE_MAP =
  /^\s*(?:\)\]\}'[^\n]*\n)?\{(?=[\s\S]*"version"\s*:\s*3\b)(?=[\s\S]*"(?:mappings|sources|sections)"\s*:)/;
/** Text that bundlers write at the top of all modules. */
const BUNDLE = /\bwebpackBootstrap\b|\b__webpack_(?:require|modules)__\b|\bparcelRequire\b|^\/\*{6}\/ \(/m;
const VENDORED = /(?:^|\/)(?:vendor(?:ed)?|third[-_]party|bower_components)\/(?:.*\/)?[^/]+\.(?:[cm]?js|css|map)$/i;
const GENERATED_FOLDER = /(?:^|\/)(?:__generated__|_generated|__snapshots__)\//;
const LOOKED_AT = 4000;

/** Whether the text of the file `rel` was written by a program for programs. */
export function isGenerated(rel: string, text: string, language: string | null): boolean {
  const name = rel.slice(rel.lastIndexOf("/") + 1);
  const noise = noiseOf(name, extensionOf(name));
  if ((noise !== null && noise !== "binary") || VENDORED.test(rel) || GENERATED_FOLDER.test(rel)) return true;
  const head = text.slice(0, LOOKED_AT);
  const isScript = language !== null && SCRIPTS.has(language);
  if (/^\s*(?:\)\]\}'|\{)/.test(head) && SOURCE_MAP.test(head)) return true;
  return (isScript && BUNDLE.test(head)) || flawOf(text, linesOf(text), language) !== null;
}

/** The category of a file by text and name: a document stays a document whatever its text. `rel`: as for `isGenerated`. */
export function categoryByText(rel: string, { category, language }: Omit<Categorised, "ext">, text: string): FileType {
  return category !== "document" && isGenerated(rel, text, language) ? "generated" : category;
}

function linesOf(text: string): number {
  if (text.length <= LEAST_MINIFIED) return 1;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
