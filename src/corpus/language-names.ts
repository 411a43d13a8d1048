/** Languages by the names that people use. */
import { QsearchError } from "../errors.ts";
import { languageNames } from "../languages/names.ts";
import { nearestName } from "../settings/nearest.ts";
import { factsByExtension, factsByName } from "./languages.ts";

/** Other names of languages without a folder in src/languages. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  pl: "perl",
  ps1: "powershell",
  objc: "objectivec",
  "objective-c": "objectivec",
  "f#": "fsharp",
  hs: "haskell",
  ex: "elixir",
  erl: "erlang",
  jl: "julia",
  md: "markdown",
  yml: "yaml",
  htm: "html",
  proto: "protobuf",
  tf: "terraform",
  tex: "latex",
  rst: "restructuredtext",
  txt: "text",
  vb: "visualbasic",
};

/** Other names of languages; each leads to a name of languages.ts (a test checks). */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(OTHER_NAMES),
  ...languageNames().flatMap(({ language, called }) => (called?.split(" ") ?? []).map((name) => [name, language])),
]);

/** The language names that files can have. */
export function knownLanguages(): ReadonlySet<string> {
  return new Set([...factsByExtension().values(), ...factsByName().values()].flatMap((f) => f.language ?? []));
}

/**
 * The language name (languages.ts) for any of the language's names or extensions, in any case. Throws QsearchError("usage") for
 * a name that no file can have; `option` is its place, such as "lang:".
 */
export function languageNamed(given: string, option: string): string {
  const name = given.trim().toLowerCase().replace(/^\./, "");
  const language = LANGUAGE_NAMES[name] ?? name;
  const known = knownLanguages();
  if (known.has(language)) return language;
  const byExtension = factsByExtension().get(name)?.language;
  if (byExtension) return byExtension;
  const near = nearestName(name, [...known, ...Object.keys(LANGUAGE_NAMES)]);
  throw new QsearchError(
    "usage",
    `${option} knows no ${JSON.stringify(given)}`,
    near === null ? "Names are such as python, typescript, go, rust, markdown." : `Did you mean ${near}?`,
  );
}
