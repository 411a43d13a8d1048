/** Files that could have been in an answer but were not read, by reason and language. */
import { categorise } from "../corpus/categories.ts";

export interface LeftOut {
  /** too_large, encoding, unreadable … */
  readonly reason: string;
  readonly files: number;
  /** Known languages in alphabetical order, at most MOST_LANGUAGES. */
  readonly languages: readonly string[];
}

const MOST_LANGUAGES = 8;

/** By reason, in alphabetical order; files without text do not count, because nobody searches them. */
export function leftOut(unread: readonly { readonly rel: string; readonly reason: string }[]): LeftOut[] {
  const byReason = Map.groupBy(
    unread.filter(({ reason }) => reason !== "binary" && reason !== "vanished"),
    ({ reason }) => reason,
  );
  return [...byReason]
    .map(([reason, files]) => {
      const languages = [...new Set(files.flatMap(({ rel }) => categorise(rel).language ?? []))].sort();
      return { reason, files: files.length, languages: languages.slice(0, MOST_LANGUAGES) };
    })
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
}
