/** `languages` of a request as the names that files bear (corpus/languages.ts). */
import { factsByExtension, factsByName } from "../../corpus/languages.ts";
import { QsearchError } from "../../errors.ts";
import { nearestName } from "../../settings/nearest.ts";
import { LANGUAGE_NAMES } from "../../text/filters.ts";

/** null for all; several may stand in one word: "ts,go". Throws `usage` for a language that no file can have. */
export function languageFilter(languages: readonly string[] | undefined): ReadonlySet<string> | null {
  if (languages === undefined || languages.every((given) => given.trim() === "")) return null;
  const known = new Set([...factsByExtension().values(), ...factsByName().values()].flatMap((f) => f.language ?? []));
  const names = languages.flatMap((given) => given.split(",")).filter((given) => given.trim() !== "");
  return new Set(
    names.map((given) => {
      const name = given.trim().toLowerCase().replace(/^\./, "");
      const language = LANGUAGE_NAMES[name] ?? name;
      if (known.has(language)) return language;
      const byExtension = factsByExtension().get(name)?.language;
      if (byExtension) return byExtension;
      const near = nearestName(name, [...known, ...Object.keys(LANGUAGE_NAMES)]);
      throw new QsearchError(
        "usage",
        `languages knows no ${JSON.stringify(given)}`,
        near === null ? "Names are such as python, typescript, go, rust, markdown." : `Did you mean ${near}?`,
      );
    }),
  );
}
