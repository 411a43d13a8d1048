/** Line rules of languages without a folder, by the names of corpus/languages.ts; languages with equal rules share a row. */
import { C_LIKE, HASHED, HEREDOC, TEXT_BLOCKS, TYPED } from "./base-lines.ts";
import { SCRIPT_SYNTAX } from "./javascript/lines.ts";
import type { DefinitionRule, LineRules, Syntax } from "./types.ts";

const DASHED: Syntax = { ...HASHED, lineComments: ["--"] };

const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const closer = (sign = "") => CLOSERS[sign] ?? sign;

const HASKELL_SYNTAX: Syntax = {
  ...DASHED,
  lineComments: [],
  blockComments: [["{-", "-}"]],
  nested: true,
  quotes: '"',
  characters: true,
  primes: true,
  // Two dashes before another sign are an operator.
  others: [{ signs: "-", begins: /--+(?![!#$%&*+./<=>?@\\^|~:-])/y, ends: () => "\n" }],
};
const ML_SYNTAX: Syntax = {
  ...C_LIKE,
  lineComments: [],
  blockComments: [["(*", "*)"]],
  nested: true,
  quotes: "",
  longQuotes: ['"'],
  primes: true,
  others: [{ signs: "{", begins: /\{([a-z_]*)\|/y, ends: ([, id = ""]) => `|${id}}` }],
};
const ELIXIR_SYNTAX: Syntax = {
  ...HASHED,
  longQuotes: ['"""', "'''"],
  others: [
    { signs: "?", begins: /(?<![\w)\]?])\?(?:\\.|[^\s\w]|\w(?!\w))/y, ends: () => null },
    { signs: "~", begins: /~[a-zA-Z]+("""|''')/y, ends: ([, quote = ""]) => quote },
    { signs: "~", begins: /~[a-z]+([/|"'([{<])/y, ends: ([, sign]) => closer(sign) },
    { signs: "~", begins: /~[A-Z]+([/|"'([{<])/y, ends: ([, sign]) => closer(sign) },
  ],
};
const PERL_SYNTAX: Syntax = {
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
const SQL_SYNTAX: Syntax = {
  ...DASHED,
  blockComments: [["/*", "*/"]],
  quotes: '"`',
  others: [
    { signs: "'", begins: /'(?:[^']|'')*(?:'|$)/y, ends: () => null },
    { signs: "$", begins: /\$(\w*)\$/y, ends: ([, tag = ""]) => `$${tag}$` },
  ],
};

const LUA_ITEM = /(?:local\s+)?function\s+([\w.:]+)|(?:local\s+)?([\w.:]+)\s*=\s*function\b/y;

const SQL_DEFINITIONS: DefinitionRule = {
  outer:
    /create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|unique|global|local|materialized|virtual|unlogged|foreign|recursive|constraint|clustered|nonclustered|fulltext|spatial|editionable|noneditionable|public|private|event|definer\s*=\s*\S+|algorithm\s*=\s*\w+|sql\s+security\s+\w+)\s+)*(?:table|view|function|procedure|proc|trigger|index|type|schema|sequence|domain|extension|role|user|database|policy|rule|aggregate|synonym|package(?:\s+body)?|event)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w$."`[\]]+)/iy,
};

const ELIXIR_ITEM =
  /(?:defmodule|defp?|defmacrop?|defguardp?|defdelegate|defprotocol|defimpl|defn?p?)\s+(?:\w+\s+when\b)?([\w.]+[?!]?)|@(?:type|typep|opaque|callback|macrocallback)\s+([a-z_]\w*[?!]?)|(defstruct|defexception)\b/y;

/** Contexts before the name: `(Eq a, Show a) =>`, `Monad m =>`. */
const HASKELL_CONTEXT = "(?:(?:\\([^\\n=]*\\)|[A-Z][^\\n=>]*?)\\s*=>\\s*)?";

const HASKELL_NAMES =
  "(?:([a-z_][\\w']*)|\\(([^\\w\\s()\"'`]+)\\))(?:\\s*,\\s*(?:[a-z_][\\w']*|\\([^\\w\\s()]+\\)))*\\s*::";

const HASKELL_NO_NAME =
  "(?!(?:module|import|data|newtype|type|class|instance|deriving|infix[lr]?|foreign|default|pattern|if|then|else|case|of|let|in|where|do|main_is)\\b)";

const HASKELL_DEFINITIONS: DefinitionRule = {
  outer: new RegExp(
    [
      "module\\s+([\\w.']+)",
      `(?:data|type)\\s+family\\s+${HASKELL_CONTEXT}\\(?([A-Z][\\w']*)`,
      `(?:data|newtype|type|class)\\s+(?!instance\\b|family\\b|role\\b)${HASKELL_CONTEXT}\\(?([A-Z][\\w']*)`,
      "pattern\\s+([A-Z][\\w']*)",
      "foreign\\s+(?:import|export)\\s[^\\n]*?([a-z_][\\w']*)\\s*::",
      HASKELL_NO_NAME + HASKELL_NAMES,
      `${HASKELL_NO_NAME}([a-z_][\\w']*)(?:[ \\t]+[\\w(\\["'~!][^\\n=|:]*)?[ \\t]*(?:=(?![=>])|\\|(?![|]))`,
    ].join("|"),
    "y",
  ),
  inner: new RegExp(`${HASKELL_NO_NAME}${HASKELL_NAMES}|(?:type|data)\\s+(?:family\\s+)?([A-Z][\\w']*)`, "y"),
  innerIn: /class\b/y,
  outerUnindented: true,
  clauses: true,
};

/** Scala: definitions by keyword behind any modifiers; also values of classes and objects. */
const SCALA_ITEM =
  /(?:(?:@\w+(?:\([^)\n]*\))?|private(?:\[\w+\])?|protected(?:\[\w+\])?|final|abstract|sealed|override|implicit|lazy|case|inline|transparent|open|infix|opaque)\s+)*(?:package\s+object|class|trait|object|enum|def|type|given(?=\s+\w+[\s:[(]))\s+(`[^`\n]+`|[\w$]+(?:_[^\w\s([:={]+)?|[^\w\s([{:=;,.'"`)\]}]+)/y;

const JULIA_ITEM =
  /(?:@[\w.]+\s+)*(?:function\s+(?:\([^)\n]*\)\s*)?([\w.!:]+)|macro\s+(\w+!?)|(?:bare)?module\s+(\w+)|(?:abstract|primitive)\s+type\s+(\w+)|(?:mutable\s+)?struct\s+(\w+)|const\s+(\w+)\s*=|(?!(?:if|for|while|return|elseif|let|using|import|export|begin|end|try|catch)\b)([A-Za-z_][\w.!]*)(?:\{[^}\n]*\})?\([^\n=]*\)(?:::[\w.{}, ]+)?(?:\s+where\s[^=\n]+)?\s*=(?![=>]))/y;

const OCAML_ITEM =
  /(?:let(?:%\w+)?(?:\s+rec)?|and|external|val|method(?:\s+private)?|module(?:\s+rec)?(?:\s+type)?|type(?:\s+nonrec)?|class(?:\s+type)?(?:\s+virtual)?|exception)\s+(?:\(\s*[^\w\s()]+\s*\)|(?:(?:'\w+|\([^)\n]*\)|[+-]'\w+)\s+)?(?!rec\b|type\b|open\b|_\b)([A-Za-z_][\w']*))/y;

const OCAML_DEFINITIONS: DefinitionRule = {
  outer: OCAML_ITEM,
  inner:
    /(?:val|method(?:\s+private)?|module(?:\s+type)?|type|external|exception|let(?:\s+rec)?(?![^\n]*\bin\b))\s+(?:(?:'\w+|\([^)\n]*\))\s+)?([A-Za-z_][\w']*)/y,
  innerIn: /(?:module|class)\b/y,
  outerUnindented: true,
};

const R_ITEM =
  /([\w.]+|`[^`\n]+`)\s*(?:<<?-|=)\s*(?:function\b|\\\()|(?:set(?:Class|Generic|RefClass|Validity)|R6Class)\(\s*["']([^"'\n]+)["']|setMethod\(\s*["']([^"'\n]+)["']|([\w.]+)\s*(?:<-|=)\s*(?:R6::)?(?:R6Class|setRefClass)\b/y;

const ZIG_ITEM =
  /(?:(?:pub|export|inline|noinline|extern(?:\s+"[^"\n]*")?|threadlocal)\s+)*(?:fn\s+(\w+|@"[^"\n]+")|(?:const|var)\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:(?:packed|extern)\s+)?(?:struct|enum|union|opaque|error)\b|test\s+"([^"\n]+)")/y;

export const OTHER_LINES: readonly (readonly [names: string, rules: LineRules])[] = [
  ["groovy", { definitions: TYPED, syntax: TEXT_BLOCKS }],
  ["scala", { definitions: { outer: SCALA_ITEM, inner: SCALA_ITEM }, syntax: { ...TEXT_BLOCKS, nested: true } }],
  [
    "lua",
    {
      definitions: { outer: LUA_ITEM, inner: LUA_ITEM },
      syntax: {
        ...DASHED,
        others: [{ signs: "-[", begins: /(?:--)?\[(=*)\[/y, ends: ([, level = ""]) => `]${level}]` }],
      },
      blocks: "word",
    },
  ],
  ["sql plsql", { definitions: SQL_DEFINITIONS, syntax: SQL_SYNTAX }],
  [
    "perl",
    { definitions: { outer: /(?:sub|package|class|role|method|has)\s+['"]?\+?([\w:]+)/y }, syntax: PERL_SYNTAX },
  ],
  ["elixir", { definitions: { outer: ELIXIR_ITEM, inner: ELIXIR_ITEM }, syntax: ELIXIR_SYNTAX, blocks: "word" }],
  [
    "julia",
    {
      definitions: { outer: JULIA_ITEM },
      syntax: {
        ...HASHED,
        quotes: '"',
        blockComments: [["#=", "=#"]],
        nested: true,
        longQuotes: ['"""'],
        characters: true,
        primes: true,
      },
      blocks: "word",
    },
  ],
  ["r", { definitions: { outer: R_ITEM }, syntax: { ...HASHED, quotes: "`", longQuotes: ['"', "'"] } }],
  [
    "zig",
    {
      definitions: { outer: ZIG_ITEM, inner: ZIG_ITEM },
      syntax: { ...C_LIKE, blockComments: [], others: [{ signs: "\\", begins: /\\\\/y, ends: () => "\n" }] },
    },
  ],
  [
    "nim",
    {
      definitions: { outer: /(?:proc|func|method|iterator|template|macro)\s+(\w+)/y },
      syntax: HASHED,
      blocks: "indentation",
    },
  ],
  ["haskell", { definitions: HASKELL_DEFINITIONS, syntax: HASKELL_SYNTAX, blocks: "indentation" }],
  ["elm purescript", { syntax: HASKELL_SYNTAX }],
  ["ocaml", { definitions: OCAML_DEFINITIONS, syntax: ML_SYNTAX, blocks: "indentation" }],
  [
    "fsharp",
    {
      definitions: {
        outer:
          /(?:let(?:\s+(?:rec|inline|mutable|private|internal))*|module(?:\s+(?:rec|private|internal|public))*|type|namespace|exception)\s+([\w.']+)/y,
        inner:
          /(?:(?:static|abstract|override|default)\s+)*(?:member|val|new)\s+(?:(?:inline|private|internal)\s+)*(?:\w+\.)?(\w+)/y,
      },
      syntax: { ...ML_SYNTAX, lineComments: ["//"], longQuotes: ['"""', '"'] },
      blocks: "indentation",
    },
  ],
  ["clojure commonlisp scheme elisp", { definitions: { outer: /\(def[\w-]*\s+\^?([^\s()]+)/y } }],
  [
    "erlang",
    {
      definitions: {
        outer: /-(?:module|record|type|opaque|callback)\(?\s*([a-z]\w*)|([a-z]\w*)\([^\n]{0,200}->/y,
        clauses: true,
      },
    },
  ],
  [
    "protobuf thrift",
    {
      definitions: { outer: /(?:message|service|enum|struct|extend)\s+(\w+)/y, inner: /(?:rpc|message|enum)\s+(\w+)/y },
    },
  ],
  [
    "graphql",
    {
      definitions: {
        outer: /(?:extend\s+)?(?:type|interface|enum|input|union|scalar|query|mutation|fragment)\s+(\w+)/y,
      },
    },
  ],
  [
    "terraform hcl",
    {
      definitions: {
        outer:
          /(?:resource|data|module|variable|output|provider|check|ephemeral|action|list)\s+"([^"\n]+)"(?:\s+"([^"\n]+)")?\s*\{/y,
      },
      syntax: { ...HASHED, quotes: '"', lineComments: ["#", "//"], blockComments: [["/*", "*/"]], others: [HEREDOC] },
    },
  ],
  [
    "dockerfile",
    {
      definitions: { outer: /from\s+(?:--\S+\s+)*\S+\s+as\s+([\w.-]+)|(?:arg|env)\s+(\w+)/iy },
      syntax: { ...HASHED, others: [HEREDOC] },
    },
  ],
  [
    "makefile",
    {
      definitions: {
        outer:
          /(?:override\s+|export\s+)?define\s+([\w.-]+)|(?!\.(?:PHONY|SUFFIXES|DEFAULT|PRECIOUS|INTERMEDIATE|SECONDARY|SECONDEXPANSION|DELETE_ON_ERROR|IGNORE|LOW_RESOLUTION_TIME|SILENT|EXPORT_ALL_VARIABLES|NOTPARALLEL|ONESHELL|POSIX)\b)([\w./%$(){}-][\w./%$(){} -]*?)\s*::?(?![=:])/y,
        outerUnindented: true,
      },
      syntax: {
        ...HASHED,
        others: [{ signs: "d", begins: /(?<=^|\n)define\b[^\n]*\n/y, ends: () => "endef", ownLine: true }],
      },
    },
  ],
  ["yaml toml", { syntax: HASHED }],
  ["fish", { syntax: { ...HASHED, others: [HEREDOC] } }],
  ["vue svelte astro", { syntax: SCRIPT_SYNTAX }],
];
