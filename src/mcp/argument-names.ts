/** Names under which other tools know arguments of ours. */

/** The arguments that other tools call by this name. They are suggested and not taken: each means something else, too. */
export function otherNames(name: string, names: readonly string[]): string {
  const plain = name.replaceAll(/[^a-z]/gi, "").toLowerCase();
  const group = OTHER_NAMES.find(([given]) => given.includes(plain));
  const meant = group?.[1].filter((each) => names.includes(each)) ?? [];
  return meant.length === 0 ? "" : `Did you mean ${meant.join(" or ")}?`;
}

const OTHER_NAMES: readonly (readonly [given: readonly string[], meant: readonly string[]])[] = [
  [
    ["path", "paths", "folder", "dir", "root", "cwd", "repo", "repository"],
    ["directory", "workspace", "subpath", "path_prefix", "path"],
  ],
  [
    ["file", "files", "filepath", "filename", "uri", "url"],
    ["path", "file_paths", "subpath", "path_prefix"],
  ],
  [
    ["query", "q", "text", "pattern", "search", "keyword", "term", "terms", "question"],
    ["query", "keywords", "name"],
  ],
  [
    ["symbol", "function", "class", "method", "identifier"],
    ["name", "query", "keywords"],
  ],
  [
    ["glob", "include", "filepattern"],
    ["include_glob", "paths_include_glob", "ext"],
  ],
  [
    ["exclude", "ignore"],
    ["exclude_glob", "paths_exclude_glob"],
  ],
  [
    ["extension", "filetype", "type", "language", "lang"],
    ["ext", "extensions", "languages"],
  ],
  [
    ["count", "n", "k", "topk", "maxresults", "results", "size", "maxitems"],
    ["limit", "max_snippets", "max_files"],
  ],
  [
    ["line", "lines", "offset", "start"],
    ["start_line", "end_line"],
  ],
  [
    ["tokens", "budget", "maxchars"],
    ["max_tokens", "max_total_lines"],
  ],
  [["after", "date", "time", "from"], ["since"]],
];
