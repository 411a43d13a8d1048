/** The kind of file that a path names: use, language, extension. Decided by the path alone, no file is opened. */
import type { FileType } from "../request/places.ts";
import { factsByExtension, factsByName } from "./languages.ts";
import { isTestPath } from "./test-files.ts";

export interface Categorised {
  readonly category: FileType;
  /** As in `lang:`; null when the name names no language. */
  readonly language: string | null;
  /** Lower case, no dot; "" for a name without one and for a dot-file such as ".profile". */
  readonly ext: string;
}

/** Folders whose text files are documentation, with any extension. */
const DOC_FOLDER = /(^|\/)(docs?|documentation|manual|man)\//i;
/** Structured text that configures something in these places, and is data elsewhere. */
const CONFIG_NAME =
  /^(?:package(?:-lock)?|tsconfig.*|jsconfig.*|composer|bower|lerna|nx|turbo|deno|biome|renovate|angular|vercel|now|manifest|launch|settings|tasks|extensions|devcontainer|babel\.config|app\.config|config|pom|web|app|androidmanifest|log4j2?|nuget)\.(?:jsonc?|json5|xml)$/i;
const CONFIG_FOLDER = /(^|\/)(\.[^/]+|config|conf|etc)\//i;
/** A dot-file without a further extension holds some program's settings. */
const DOT_FILE = /^\.[^.]+(?:rc|ignore|config|profile)?$/;

/** Category, language and extension of a path ("/" between components). */
export function categorise(rel: string): Categorised {
  return categoriseNamed(rel, lowerName(rel));
}

/** The last component of a path in lower case. */
export function lowerName(rel: string): string {
  return rel.slice(rel.lastIndexOf("/") + 1).toLowerCase();
}

/** `name` is `lowerName(rel)`, for callers that use the name elsewhere, too. */
export function categoriseNamed(rel: string, name: string): Categorised {
  const ext = extensionOf(name);
  const facts = factsByName().get(name) ?? factsByExtension().get(ext) ?? familyOf(name);
  if (facts === undefined) {
    return { category: DOT_FILE.test(name) ? "config" : DOC_FOLDER.test(rel) ? "doc" : "data", language: null, ext };
  }
  return { category: use(facts.use, rel, name), language: facts.language, ext };
}

/** Lower-case extension without the dot, "" when the name has none. "archive.tar.gz" → "gz", ".profile" → "". */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || dot === name.length - 1 ? "" : name.slice(dot + 1).toLowerCase();
}

function use(byName: FileType, rel: string, name: string): FileType {
  if (byName === "source" && isTestPath(rel)) return "test";
  if (byName === "data" && (CONFIG_NAME.test(name) || (isStructured(name) && CONFIG_FOLDER.test(rel)))) return "config";
  return byName;
}

function isStructured(name: string): boolean {
  return /\.(?:jsonc?|json5|xml)$/.test(name);
}

/** "Dockerfile.prod", "Makefile.am", "LICENSE-MIT", "README.zh", ".env.staging": known names with a suffix. */
const FAMILY = /^(?:dockerfile|containerfile|jenkinsfile|makefile|readme|licen[cs]e|copying|changelog|\.env)(?=[._-])/;

function familyOf(name: string) {
  const stem = FAMILY.exec(name)?.[0];
  return stem === undefined ? undefined : factsByName().get(stem);
}
