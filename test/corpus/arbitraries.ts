/** Names and ignore patterns as property tests draw them: few letters, so that they meet, and all the awkward ones. */
import fc from "fast-check";

/** A byte 0xff, no UTF-8 (see corpus/path-bytes.ts). */
const BAD = "\udcff";

export const NAMES = [
  "a",
  "b",
  "ab",
  "abc",
  "a.txt",
  "b.log",
  ".a",
  "a b",
  " a",
  "a ",
  "a[1]",
  "***",
  "{x,y}",
  "!a",
  "#a",
  "a\\b",
  "é",
  "中文",
  "e\u0301",
  "🐘.md",
  `a${BAD}`,
  `${BAD}.txt`,
  "build",
  "some_dir",
  "A",
  "a-b",
  "]",
  "^",
  "?",
] as const;

export const name = fc.constantFrom(...NAMES);

const piece = fc.constantFrom(
  ...["a", "b", "c", "ab", ".txt", "*", "*", "**", "***", "?", "/", "/", "**/", "/**", "/**/", " ", "\\ ", "\t"],
  ...["[ab]", "[!a]", "[^b]", "[a-c]", "[]a]", "[!]a]", "[a-]", "[-a]", "[[:alpha:]]", "[![:alpha:]]", "[[:upper:]]"],
  ...["[[:space:]]", "[[:punct:]]", "[[:nope:]]", "[[:alpha:", "[[:", "[a", "[", "]", "[]", "[!]", "[a\\]]", "[\\a-c]"],
  ...["[b-a]", "[a-b-c]", "[[:digit:]-z]", "[[a]", "[é]", "[!é]", "[\\", "[^", "[/]", "[!/]", "[a-/]"],
  ...[
    "\\",
    "\\a",
    "\\*",
    "\\?",
    "\\[",
    "\\\\",
    "\\/",
    "\\#",
    "\\!",
    "!",
    "#",
    "^",
    "-",
    "é",
    "中",
    "🐘",
    "{",
    "}",
    ",",
  ],
  ...[BAD, "build", "some_dir"],
);

/** A line of an ignore file: whole names with decorations, pieces at random, or letters at random. */
export const pattern: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "", "!", "/", "!/", "**/", "a/", "*/", "some_dir/"),
    fc.oneof(
      { weight: 3, arbitrary: name },
      { weight: 2, arbitrary: fc.tuple(name, name).map(([a, b]) => `${a}/${b}`) },
      { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")) },
      { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."ab*?[]!\\/-^:. #"), maxLength: 8 }) },
    ),
    fc.constantFrom("", "", "", "", "/", "/*", "/**", " ", "  ", "\\ ", "\r"),
  )
  .map(([before, middle, after]) => before + middle + after);
