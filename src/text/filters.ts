/** The filters of the query language: `path:`, `ext:`, `lang:`, `type:`, `symbol:`, `after:`, `before:`. */
import { QsearchError } from "../errors.ts";
import { FILE_TYPES, type FileType } from "../request/kinds.ts";
import { foldAll } from "./fold.ts";
import { parseTime, type TimeContext } from "./times.ts";

/** Values that a file must have: within `ext`, `lang`, `type` and `symbol` any of the list, of `path` every one. */
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

const FILTER_KEYS = ["path", "ext", "lang", "type", "symbol", "after", "before"] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

export function isFilterKey(word: string): word is FilterKey {
  return (FILTER_KEYS as readonly string[]).includes(word);
}

/** Other names people give to languages; each leads to a name of corpus/languages.ts (a test checks). */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  ts: "typescript",
  tsx: "typescript",
  js: "javascript",
  jsx: "javascript",
  node: "javascript",
  py: "python",
  rs: "rust",
  rb: "ruby",
  kt: "kotlin",
  cs: "csharp",
  "c#": "csharp",
  "c++": "cpp",
  cxx: "cpp",
  golang: "go",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
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

/** An extension as filters compare it: no leading dot, lower case. */
export function normaliseExt(value: string): string {
  return value
    .trim()
    .replace(/^\*?\./, "")
    .toLowerCase();
}

/** Of a query, of those that must hold and of those that must not each; each is looked for in every path. */
const MOST_PATHS = 200;

type Lists = { [K in keyof FilterValues]: FilterValues[K][number][] };
const emptyLists = (): Lists => ({ path: [], ext: [], lang: [], type: [], symbol: [] });

/** Collects filters while a query is read. */
export class FilterBuilder {
  private readonly wanted = emptyLists();
  private readonly unwanted = emptyLists();
  private after: bigint | undefined;
  private before: bigint | undefined;
  /** Number of filters added. */
  count = 0;

  constructor(private readonly time: TimeContext) {}

  /** Adds `key:value`. Throws QsearchError("usage") for a time or type that is none, and for too many paths. */
  add(key: FilterKey, value: string, negated: boolean): void {
    this.count++;
    if (key === "after" || key === "before")
      this.addTime(parseTime(value, `${key}:`, this.time), (key === "after") !== negated);
    else this.addValue(negated ? this.unwanted : this.wanted, key, value);
  }

  private addTime(time: bigint, after: boolean): void {
    if (after) this.after = this.after === undefined || time > this.after ? time : this.after;
    else this.before = this.before === undefined || time < this.before ? time : this.before;
  }

  private addValue(lists: Lists, key: keyof FilterValues, value: string): void {
    switch (key) {
      case "path":
        if (lists.path.includes(value)) return;
        lists.path.push(value);
        if (lists.path.length > MOST_PATHS)
          throw new QsearchError("usage", `a query may have ${MOST_PATHS} path: filters`, "Leave some out.");
        return;
      case "symbol":
        lists.symbol.push(foldAll(value));
        return;
      case "ext":
        lists.ext.push(...listed(value).map(normaliseExt));
        return;
      case "lang":
        lists.lang.push(...listed(value).map((name) => LANGUAGE_NAMES[name] ?? name));
        return;
      case "type":
        lists.type.push(...listed(value).map(fileType));
    }
  }

  build(): Filters {
    const filters: Filters = { ...this.wanted, not: this.unwanted };
    return {
      ...filters,
      ...(this.after === undefined ? {} : { after: this.after }),
      ...(this.before === undefined ? {} : { before: this.before }),
    };
  }
}

/** `ext:md,txt` is `ext:md OR ext:txt`. */
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
