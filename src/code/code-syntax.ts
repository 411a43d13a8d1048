/** What is no code in each language, as far as a light lexer (code-mask.ts) needs it: comments, strings, characters. */

export interface Syntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Block comments hold block comments. */
  readonly nested: boolean;
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** Quotes of strings that go on over lines; with `escapes` a backslash keeps one open. */
  readonly longQuotes: readonly string[];
  /** 'x' is a character: a lone apostrophe is something else (lifetimes, digit separators). */
  readonly characters: boolean;
  /** An apostrophe behind a letter belongs to a name (foldl') or an operator (A'). */
  readonly primes: boolean;
  /** `…${…}…` */
  readonly templates: boolean;
  /** /…/ where a value is expected. */
  readonly regularExpressions: boolean;
  /** What else is no code: a sticky pattern of its beginning, and how it ends by what the beginning's groups say. */
  readonly others: readonly Other[];
}

export interface Other {
  /** Signs with which it begins: the pattern is tried at these alone. */
  readonly signs: string;
  readonly begins: RegExp;
  /** A mark; "\n" for the end of the line, null where `begins` takes all of it. */
  readonly ends: (match: RegExpExecArray) => string | null;
  /** Whether the mark must stand at the beginning of a line, blanks aside. */
  readonly ownLine?: boolean;
}

const C_LIKE: Syntax = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  nested: false,
  quotes: '"',
  longQuotes: [],
  characters: true,
  primes: false,
  templates: false,
  regularExpressions: false,
  others: [],
};
const SCRIPT: Syntax = { ...C_LIKE, quotes: "\"'", characters: false, templates: true, regularExpressions: true };
const TEXT_BLOCKS: Syntax = { ...C_LIKE, longQuotes: ['"""'] };
const HASHED: Syntax = { ...C_LIKE, lineComments: ["#"], blockComments: [], quotes: "\"'", characters: false };
const DASHED: Syntax = { ...HASHED, lineComments: ["--"] };

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const closer = (sign = "") => CLOSERS[sign] ?? sign;

const HEREDOC: Other = {
  signs: "<",
  begins: /<<[-~]?\s*(["']?)([A-Za-z_]\w*)\1[^\n]*\n/y,
  ends: ([, , word = ""]) => word,
  ownLine: true,
};
const HASKELL: Syntax = {
  ...DASHED,
  lineComments: [],
  blockComments: [["{-", "-}"]],
  nested: true,
  quotes: '"',
  characters: true,
  primes: true,
  // Two dashes with another sign behind them are an operator.
  others: [{ signs: "-", begins: /--+(?![!#$%&*+./<=>?@\\^|~:-])/y, ends: () => "\n" }],
};
const ML: Syntax = {
  ...C_LIKE,
  lineComments: [],
  blockComments: [["(*", "*)"]],
  nested: true,
  quotes: "",
  longQuotes: ['"'],
  primes: true,
  others: [{ signs: "{", begins: /\{([a-z_]*)\|/y, ends: ([, id = ""]) => `|${id}}` }],
};
const ELIXIR: Syntax = {
  ...HASHED,
  longQuotes: ['"""', "'''"],
  others: [
    { signs: "?", begins: /(?<![\w)\]?])\?(?:\\.|[^\s\w]|\w(?!\w))/y, ends: () => null },
    { signs: "~", begins: /~[a-zA-Z]+("""|''')/y, ends: ([, quote = ""]) => quote },
    { signs: "~", begins: /~[a-z]+([/|"'([{<])/y, ends: ([, sign]) => closer(sign) },
    { signs: "~", begins: /~[A-Z]+([/|"'([{<])/y, ends: ([, sign]) => closer(sign) },
  ],
};
const PERL: Syntax = {
  ...HASHED,
  lineComments: [],
  others: [
    { signs: "=", begins: /(?<=^|\n)=[a-z]\w*/y, ends: () => "\n=cut" },
    { signs: "_", begins: /(?<=^|\n)__(?:END|DATA)__/y, ends: () => "\0" },
    { signs: "#", begins: /(?<![$\w{])#/y, ends: () => "\n" },
    { signs: "<", begins: /<<~?(["']?)([A-Z_]\w*)\1[^\n]*\n/y, ends: ([, , word = ""]) => word, ownLine: true },
    { signs: "qm", begins: /(?<![\w$@%&>:-])(?:q[qwrx]?|m)\s?([{(<[!|/])(?!\s*=>)/y, ends: ([, sign]) => closer(sign) },
  ],
};
const SQL: Syntax = {
  ...DASHED,
  blockComments: [["/*", "*/"]],
  quotes: '"`',
  others: [
    { signs: "'", begins: /'(?:[^']|'')*(?:'|$)/y, ends: () => null },
    { signs: "$", begins: /\$(\w*)\$/y, ends: ([, tag = ""]) => `$${tag}$` },
  ],
};

const SYNTAXES: readonly (readonly [names: string, syntax: Syntax])[] = [
  ["javascript typescript jsx tsx javascriptreact typescriptreact vue svelte astro", SCRIPT],
  ["go", { ...C_LIKE, longQuotes: ["`"] }],
  ["java kotlin swift groovy csharp", TEXT_BLOCKS],
  ["scala", { ...TEXT_BLOCKS, nested: true }],
  ["dart", { ...C_LIKE, quotes: "\"'", characters: false, longQuotes: ['"""', "'''"] }],
  ["php", { ...C_LIKE, lineComments: ["//", "#"], quotes: "\"'", characters: false }],
  ["python cython starlark", { ...HASHED, longQuotes: ['"""', "'''"] }],
  ["ruby crystal nim yaml toml", HASHED],
  [
    "makefile",
    { ...HASHED, others: [{ signs: "d", begins: /(?<=^|\n)define\b[^\n]*\n/y, ends: () => "endef", ownLine: true }] },
  ],
  ["r", { ...HASHED, quotes: "`", longQuotes: ['"', "'"] }],
  [
    "julia",
    {
      ...HASHED,
      quotes: '"',
      blockComments: [["#=", "=#"]],
      nested: true,
      longQuotes: ['"""'],
      characters: true,
      primes: true,
    },
  ],
  ["elixir", ELIXIR],
  ["perl", PERL],
  ["shell bash sh zsh fish dockerfile", { ...HASHED, others: [HEREDOC] }],
  ["lua", { ...DASHED, others: [{ signs: "-[", begins: /(?:--)?\[(=*)\[/y, ends: ([, level = ""]) => `]${level}]` }] }],
  ["sql plsql", SQL],
  ["haskell elm purescript", HASKELL],
  ["ocaml", ML],
  ["fsharp", { ...ML, lineComments: ["//"], longQuotes: ['"""', '"'] }],
  ["zig", { ...C_LIKE, blockComments: [], others: [{ signs: "\\", begins: /\\\\/y, ends: () => "\n" }] }],
  [
    "hcl terraform",
    { ...HASHED, quotes: '"', lineComments: ["#", "//"], blockComments: [["/*", "*/"]], others: [HEREDOC] },
  ],
];

const BY_LANGUAGE = new Map(
  SYNTAXES.flatMap(([names, syntax]) => names.split(" ").map((name) => [name, syntax] as const)),
);

export function syntaxOf(language: string | null): Syntax {
  return (language === null ? undefined : BY_LANGUAGE.get(language)) ?? C_LIKE;
}
