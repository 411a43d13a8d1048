/** `languages` of a request as the language names of files. */
import { languageNamed } from "../../corpus/language-names.ts";

/** null for all; one value may hold several: "ts,go". Throws `usage` for a language that no file can have. */
export function languageFilter(languages: readonly string[] | undefined): ReadonlySet<string> | null {
  if (languages === undefined || languages.every((given) => given.trim() === "")) return null;
  const names = languages.flatMap((given) => given.split(",")).filter((given) => given.trim() !== "");
  return new Set(names.map((given) => languageNamed(given, "languages")));
}
