/** Line rules shared by several languages. */
import type { DefinitionRule, Other, Syntax } from "./types.ts";

export const C_LIKE: Syntax = {
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

export const HASHED: Syntax = { ...C_LIKE, lineComments: ["#"], blockComments: [], quotes: "\"'", characters: false };

export const TEXT_BLOCKS: Syntax = { ...C_LIKE, longQuotes: ['"""'] };

export const HEREDOC: Other = {
  signs: "<",
  begins: /<<[-~]?\s*(["']?)([A-Za-z_]\w*)\1[^\n]*\n/y,
  ends: ([, , word = ""]) => word,
  ownLine: true,
};

const MODIFIERS =
  "(?:(?:public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|data|inline|partial|override|virtual|async|case|implicit|lazy|mutating|suspend|operator|synchronized|native|default|export|readonly|unsafe|extern|external|new)\\s+)";
const TYPED_KEYWORD =
  "(?:class|interface|enum|record|struct|trait|object|protocol|extension|actor|namespace|fun|func|def|@interface|typealias|delegate|mixin|module)\\s+(?:<[^\\n>]{0,80}>\\s*)?([\\w.`]+)";

/** Types and functions by keyword; methods by their modifiers. */
export const TYPED: DefinitionRule = {
  outer: new RegExp(`${MODIFIERS}*${TYPED_KEYWORD}`, "y"),
  inner: new RegExp(
    `${MODIFIERS}*${TYPED_KEYWORD}|${MODIFIERS}+(?:[\\w<>\\[\\],.?]+ ){0,4}(\\w+)\\s*\\([^;\\n]{0,300}$`,
    "my",
  ),
};

export const C_DEFINITIONS: DefinitionRule = {
  outerOpensBlock: true,
  outer:
    /#\s*define\s+(\w+)|(?:typedef\s+)?(?:struct|class|enum(?:\s+class)?|union|namespace)\s+(?:\[\[[^\]\n]{0,50}\]\]\s*)?([\w:]+)(?![^\n]{0,300};\s*$)|(?!(?:if|for|while|switch|return|else|do|using|case|goto|typedef|delete|throw)\b)[A-Za-z_][\w \t*&:<>,~[\]]{0,150}?([\w~][\w:~]{0,99}|operator[^\s(]{1,3})\s*\([^;\n]{0,300}$/my,
};
