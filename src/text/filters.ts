/** The filters of the query language: `path:`, `ext:`, `lang:`, `type:`, `symbol:`, `after:`, `before:`. */
import { QsearchError } from "../errors.ts";
import { FILE_TYPES, type FileType } from "../request/kinds.ts";
import { foldAll } from "./fold.ts";
import { parseTime, type TimeContext } from "./times.ts";

/** Values that a file must have: one of the list for `ext`, `lang`, `type` and `symbol`, all of the list for `path`. */
export interface FilterValues {
  /** Literal, case-sensitive substrings of the path. */
  readonly path: readonly string[];
  /** Lower case, without the dot; "" is a file without extension. */
  readonly ext: readonly string[];
  /** Lower case. */
  readonly lang: readonly string[];
  readonly type: readonly FileType[];
  /** Folded (text/fold.ts, `foldAll`). */
  readonly symbol: readonly string[];
}

export interface Filters extends FilterValues {
  /** Modified at or after this time, nanoseconds since the epoch. */
  readonly after?: bigint;
  /** Modified before this time, nanoseconds since the epoch. */
  readonly before?: bigint;
  /** Files with any of these are left out. */
  readonly not: FilterValues;
}

const TIME_KEYS = ["after", "before"] as const;
const VALUE_KEYS = ["path", "ext", "lang", "type", "symbol"] as const;
export type ValueKey = (typeof VALUE_KEYS)[number];
export type FilterKey = ValueKey | (typeof TIME_KEYS)[number];

/** One filter of a query: alternative values (`path` has one), or a time in nanoseconds since the epoch. */
export type QueryFilter =
  | { readonly key: ValueKey; readonly values: readonly string[] }
  | { readonly key: "after" | "before"; readonly time: bigint };

export interface FilterContext extends TimeContext {
  /** Maps a language name that people use to the index's; throws `usage` for an unknown one. Default: unchanged. */
  readonly languageNamed?: (name: string) => string;
  /** Tokens of the index for `*part*`, see word-parts.ts. */
  readonly tokensWithPart?: (part: string, isOpenEnded: boolean) => readonly string[] | null;
}

export function isFilterKey(word: string): word is FilterKey {
  return isValueKey(word) || (TIME_KEYS as readonly string[]).includes(word);
}

function isValueKey(word: string): word is ValueKey {
  return (VALUE_KEYS as readonly string[]).includes(word);
}

/** An extension as filters compare it: no leading dot, lower case. */
export function normaliseExt(value: string): string {
  return value
    .trim()
    .replace(/^\*?\./, "")
    .toLowerCase();
}

/** An example for each filter, shown in the error for a filter without a value. */
const EXAMPLES: Readonly<Record<FilterKey, string>> = {
  path: "path:notes/",
  ext: "ext:md or ext:md,txt",
  lang: "lang:python",
  type: "type:source",
  symbol: "symbol:parseHeader",
  after: "after:7d or after:2026-01-31",
  before: "before:7d or before:2026-01-31",
};

/** Reads `key:value`. Throws QsearchError("usage") for a missing value and for an invalid time, type or language. */
export function filterOf(key: FilterKey, value: string, context: FilterContext): QueryFilter {
  if (key === "after" || key === "before") {
    if (value.trim() === "") throw missingValue(key);
    return { key, time: parseTime(value, `${key}:`, context) };
  }
  const values = [...new Set(valuesOf(key, value, context))];
  if (values.length === 0) throw missingValue(key);
  return { key, values };
}

function valuesOf(key: ValueKey, value: string, context: FilterContext): string[] {
  switch (key) {
    case "path":
      return value === "" ? [] : [value];
    case "symbol":
      return value.trim() === "" ? [] : [foldAll(value)];
    case "ext":
      return listed(value).map(normaliseExt);
    case "lang":
      return listed(value).map((name) => context.languageNamed?.(name) ?? name);
    case "type":
      return listed(value).map(fileType);
  }
}

function missingValue(key: FilterKey): QsearchError {
  return new QsearchError(
    "usage",
    `${key}: needs a value right behind it`,
    `For example ${EXAMPLES[key]}. To look for the word itself, quote it: "${key}:".`,
  );
}

/** Splits at commas: `ext:md,txt` is `ext:md OR ext:txt`. */
function listed(value: string): string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function fileType(value: string): FileType {
  const found = FILE_TYPES.find((type) => type === value || `${type}s` === value);
  if (found) return found;
  throw new QsearchError(
    "usage",
    `type: must be one of ${FILE_TYPES.join(", ")}, not "${value}"`,
    `To look for the words themselves, quote them: "type:${value}".`,
  );
}

/** Limit of wanted `path:` values in a query, and of excluded ones: each is searched in every path. */
const MOST_PATHS = 200;

type Lists = { [K in ValueKey]: string[] };
const emptyLists = (): Lists => ({ path: [], ext: [], lang: [], type: [], symbol: [] });

/** Collects the filters that hold for the whole query. */
export class FilterBuilder {
  readonly #wanted = emptyLists();
  readonly #unwanted = emptyLists();
  #after: bigint | undefined;
  #before: bigint | undefined;

  /** Requires the filter; false where the lists cannot add it to an earlier filter. Throws `usage` for too many paths. */
  want(filter: QueryFilter): boolean {
    if (!("values" in filter)) this.#addTime(filter.time, filter.key === "after");
    else if (filter.key === "path") this.#add(this.#wanted, filter.key, filter.values);
    else if (this.#wanted[filter.key].length > 0) return false;
    else this.#add(this.#wanted, filter.key, filter.values);
    return true;
  }

  /** Leaves out the files that pass the filter. */
  unwant(filter: QueryFilter): void {
    if (!("values" in filter)) this.#addTime(filter.time, filter.key === "before");
    else this.#add(this.#unwanted, filter.key, filter.values);
  }

  #addTime(time: bigint, isAfter: boolean): void {
    if (isAfter) this.#after = this.#after === undefined || time > this.#after ? time : this.#after;
    else this.#before = this.#before === undefined || time < this.#before ? time : this.#before;
  }

  #add(lists: Lists, key: ValueKey, values: readonly string[]): void {
    const list = lists[key];
    for (const value of values) if (!list.includes(value)) list.push(value);
    if (key === "path" && list.length > MOST_PATHS) {
      throw new QsearchError("usage", `a query may have ${MOST_PATHS} path: filters`, "Leave some out.");
    }
  }

  build(): Filters {
    return {
      ...asValues(this.#wanted),
      not: asValues(this.#unwanted),
      ...(this.#after === undefined ? {} : { after: this.#after }),
      ...(this.#before === undefined ? {} : { before: this.#before }),
    };
  }
}

function asValues({ type, ...others }: Lists): FilterValues {
  return { ...others, type: type.filter((each): each is FileType => (FILE_TYPES as readonly string[]).includes(each)) };
}
