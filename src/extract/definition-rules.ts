/**
 * What a definition looks like in each language, as far as one line shows it. Sticky patterns, tried where a line's text
 * begins; group 1 (or 2) is the name. They only say where to cut and what to call a hit; syntax trees know better.
 */

export interface DefinitionRule {
  /** Tried on lines without indentation. */
  readonly outer: RegExp;
  /** Tried on lines that are indented by at most four columns. */
  readonly inner?: RegExp;
  /** Tried where an outer definition starts: only within such ones inner lines count (methods, not local functions). */
  readonly innerIn?: RegExp;
  /** Inner lines must end in "{" to be tried. */
  readonly innerOpensBlock?: boolean;
  /** An unindented line that begins with a letter and is no definition belongs to none: it ends the one before it. */
  readonly outerLineEnds?: boolean;
}

const SCRIPT: DefinitionRule = {
  outer:
    /(?:export\s+(?:default\s+)?)?(?:declare\s+)?(?:(?:abstract\s+|async\s+|const\s+(?=enum))*(?:function\b\s*\*?|class\b|interface\b|enum\b|type\b|namespace\b|module\b)\s*([\w$]+)|(?:const|let|var)\s+([\w$]+)(?:\s*:[^=\n]{0,200})?\s*=\s*(?:async\s+)?(?:function\b|class\b|\([^\n]{0,300}=>|[\w$]+\s*=>))|export\s+(?:const|let|var)\s+([\w$]+)|(?:module\.)?(?:[\w$]+\.){1,4}([\w$]+)\s*=\s*(?:async\s+)?(?:function\b|class\b)/y,
  inner:
    /(?:(?:public|private|protected|static|async|get|set|override|abstract)\s+)*(?:\*\s{0,8})?(?!(?:if|for|while|switch|catch|return|function|else|do|with|new|await|super|typeof)\b)([#\w$]+)\s*(?:<[^\n(]{0,100}>)?\((?:(?!function|=>)[^\n]){0,300}\)(?:\s*:[^\n{]{1,100})?\s*\{/y,
  innerOpensBlock: true,
  outerLineEnds: true,
};

const PYTHON: DefinitionRule = {
  outer: /(?:async\s+)?(?:c?p?def|class|cdef\s+class)\s+(\w+)/y,
  inner: /(?:async\s+)?(?:c?p?def|class)\s+(\w+)/y,
  innerIn: /(?:cdef\s+)?class\b/y,
  outerLineEnds: true,
};

const GO: DefinitionRule = { outer: /(?:func\s+(?:\([^)\n]{0,100}\)\s*)?|type\s+)(\w+)/y };

const RUST_ITEM =
  /(?:pub(?:\([^)\n]{0,50}\))?\s+)?(?:(?:default|async|const(?=\s+(?:fn|unsafe|extern))|unsafe|extern(?:\s+"[^"\n]{0,20}")?)\s+)*(?:(?:fn|struct|enum|union|trait|mod|type|static|const|macro_rules!)\s+(?:mut\s+)?(\w+)|impl\b(?:<[^\n{]{0,100}?>)?\s*(?:[^\n{]{1,100}?\sfor\s+)?&?([\w:]+))/y;
const RUST: DefinitionRule = { outer: RUST_ITEM, inner: RUST_ITEM };

/** Java, C#, Kotlin, Scala, Swift, Dart: types and functions by keyword; methods by their modifiers. */
const MODIFIERS =
  "(?:(?:public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|data|inline|partial|override|virtual|async|case|implicit|lazy|mutating|suspend|operator|synchronized|native|default|export|readonly|unsafe|extern|external|new)\\s+)";
const TYPED_KEYWORD =
  "(?:class|interface|enum|record|struct|trait|object|protocol|extension|actor|namespace|fun|func|def|@interface|typealias|delegate|mixin|module)\\s+(?:<[^\\n>]{0,80}>\\s*)?([\\w.`]+)";
const TYPED: DefinitionRule = {
  outer: new RegExp(`${MODIFIERS}*${TYPED_KEYWORD}`, "y"),
  inner: new RegExp(
    `${MODIFIERS}*${TYPED_KEYWORD}|${MODIFIERS}+(?:[\\w<>\\[\\],.?]+ ){0,4}(\\w+)\\s*\\([^;\\n]{0,300}$`,
    "my",
  ),
};

const C: DefinitionRule = {
  outer:
    /#\s*define\s+(\w+)|(?:typedef\s+)?(?:struct|class|enum(?:\s+class)?|union|namespace)\s+(?:\[\[[^\]\n]{0,50}\]\]\s*)?([\w:]+)(?![^\n]{0,300};\s*$)|(?!(?:if|for|while|switch|return|else|do|using|case|goto|typedef|delete|throw)\b)[A-Za-z_][\w \t*&:<>,~[\]]{0,150}?([\w~][\w:~]{0,99}|operator[^\s(]{1,3})\s*\([^;\n]{0,300}$/my,
};

const RUBY: DefinitionRule = {
  outer: /(?:def\s+(?:self\.)?|class\s+|module\s+)([\w:?!=]+)/y,
  inner: /(?:def\s+(?:self\.)?|class\s+|module\s+)([\w:?!=]+)/y,
};

const PHP_ITEM =
  /(?:(?:abstract|final|readonly|public|private|protected|static)\s+)*(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+|namespace\s+)([\w\\]+)/iy;
const PHP: DefinitionRule = { outer: PHP_ITEM, inner: PHP_ITEM };

const SHELL: DefinitionRule = { outer: /function\s+([\w:.-]+)|([\w:.-]+)\s*\(\s*\)/y };

const LUA: DefinitionRule = { outer: /(?:local\s+)?function\s+([\w.:]+)|([\w.]+)\s*=\s*function\b/y };

const SQL: DefinitionRule = {
  outer:
    /create\s+(?:or\s+replace\s+)?(?:(?:temp|temporary|unique|global|materialized|virtual)\s+)*(?:table|view|function|procedure|trigger|index|type|schema)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/iy,
};

const ELIXIR_ITEM = /(?:defmodule|defp?|defmacrop?|defprotocol|defimpl)\s+([\w.?!]+)/y;

/** By the names of corpus/languages.ts. */
const RULES: readonly (readonly [names: string, rule: DefinitionRule])[] = [
  ["javascript typescript", SCRIPT],
  ["python cython starlark", PYTHON],
  ["go", GO],
  ["rust", RUST],
  ["java csharp kotlin scala swift dart groovy", TYPED],
  ["c cpp objectivec cuda arduino glsl hlsl", C],
  ["ruby crystal", RUBY],
  ["php", PHP],
  ["shell", SHELL],
  ["lua", LUA],
  ["sql plsql", SQL],
  ["perl", { outer: /(?:sub|package)\s+([\w:]+)/y }],
  ["elixir", { outer: ELIXIR_ITEM, inner: ELIXIR_ITEM }],
  ["julia", { outer: /(?:function|macro|module|abstract\s+type|(?:mutable\s+)?struct)\s+([\w.!]+)/y }],
  ["r", { outer: /([\w.]+)\s*(?:<-|=)\s*function\b/y }],
  ["zig", { outer: /(?:pub\s+)?(?:export\s+)?(?:inline\s+)?(?:fn|const)\s+(\w+)/y }],
  ["nim", { outer: /(?:proc|func|method|iterator|template|macro)\s+(\w+)/y }],
  ["haskell", { outer: /(?:data|newtype|type|class|module)\s+([\w.']+)|([a-z_][\w']*)\s*::/y }],
  ["ocaml fsharp", { outer: /(?:let(?:\s+rec)?|module(?:\s+type)?|type|class)\s+([\w.']+)/y }],
  ["clojure commonlisp scheme elisp", { outer: /\(def[\w-]*\s+\^?([^\s()]+)/y }],
  ["erlang", { outer: /([a-z]\w*)\([^\n]{0,200}->/y }],
  [
    "protobuf thrift",
    { outer: /(?:message|service|enum|struct|extend)\s+(\w+)/y, inner: /(?:rpc|message|enum)\s+(\w+)/y },
  ],
  ["graphql", { outer: /(?:extend\s+)?(?:type|interface|enum|input|union|scalar|query|mutation|fragment)\s+(\w+)/y }],
  [
    "terraform hcl",
    { outer: /(?:resource|data|module|variable|output|provider|locals)\s+"([^"\n]+)"(?:\s+"([^"\n]+)")?/y },
  ],
  ["makefile", { outer: /([\w./%-]+)\s*:(?!=)/y }],
];

const BY_LANGUAGE = new Map(RULES.flatMap(([names, rule]) => names.split(" ").map((name) => [name, rule] as const)));

/** The rule of a language, undefined where there is none. */
export function definitionRule(language: string | null): DefinitionRule | undefined {
  return language === null ? undefined : BY_LANGUAGE.get(language);
}
