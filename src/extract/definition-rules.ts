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
  /** Indented lines are never outer ones. */
  readonly outerUnindented?: boolean;
  /** Lines with the name of the definition before go on with it: clauses of one function. */
  readonly clauses?: boolean;
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

const LUA_ITEM = /(?:local\s+)?function\s+([\w.:]+)|(?:local\s+)?([\w.:]+)\s*=\s*function\b/y;
const LUA: DefinitionRule = { outer: LUA_ITEM, inner: LUA_ITEM };

const SQL: DefinitionRule = {
  outer:
    /create\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|unique|global|local|materialized|virtual|unlogged|foreign|recursive|constraint|clustered|nonclustered|fulltext|spatial|editionable|noneditionable|public|private|event|definer\s*=\s*\S+|algorithm\s*=\s*\w+|sql\s+security\s+\w+)\s+)*(?:table|view|function|procedure|proc|trigger|index|type|schema|sequence|domain|extension|role|user|database|policy|rule|aggregate|synonym|package(?:\s+body)?|event)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w$."`[\]]+)/iy,
};

const ELIXIR_ITEM =
  /(?:defmodule|defp?|defmacrop?|defguardp?|defdelegate|defprotocol|defimpl|defn?p?)\s+(?:\w+\s+when\b)?([\w.]+[?!]?)|@(?:type|typep|opaque|callback|macrocallback)\s+([a-z_]\w*[?!]?)|(defstruct|defexception)\b/y;

/** Contexts in front of the name: `(Eq a, Show a) =>`, `Monad m =>`. */
const HASKELL_CONTEXT = "(?:(?:\\([^\\n=]*\\)|[A-Z][^\\n=>]*?)\\s*=>\\s*)?";
const HASKELL_NAMES =
  "(?:([a-z_][\\w']*)|\\(([^\\w\\s()\"'`]+)\\))(?:\\s*,\\s*(?:[a-z_][\\w']*|\\([^\\w\\s()]+\\)))*\\s*::";
const HASKELL_NO_NAME =
  "(?!(?:module|import|data|newtype|type|class|instance|deriving|infix[lr]?|foreign|default|pattern|if|then|else|case|of|let|in|where|do|main_is)\\b)";
const HASKELL: DefinitionRule = {
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

/** Scala: definitions by keyword behind any modifiers; values of classes and objects too. */
const SCALA_ITEM =
  /(?:(?:@\w+(?:\([^)\n]*\))?|private(?:\[\w+\])?|protected(?:\[\w+\])?|final|abstract|sealed|override|implicit|lazy|case|inline|transparent|open|infix|opaque)\s+)*(?:package\s+object|class|trait|object|enum|def|type|given(?=\s+\w+[\s:[(]))\s+(`[^`\n]+`|[\w$]+(?:_[^\w\s([:={]+)?|[^\w\s([{:=;,.'"`)\]}]+)/y;

const JULIA_ITEM =
  /(?:@[\w.]+\s+)*(?:function\s+(?:\([^)\n]*\)\s*)?([\w.!:]+)|macro\s+(\w+!?)|(?:bare)?module\s+(\w+)|(?:abstract|primitive)\s+type\s+(\w+)|(?:mutable\s+)?struct\s+(\w+)|const\s+(\w+)\s*=|(?!(?:if|for|while|return|elseif|let|using|import|export|begin|end|try|catch)\b)([A-Za-z_][\w.!]*)(?:\{[^}\n]*\})?\([^\n=]*\)(?:::[\w.{}, ]+)?(?:\s+where\s[^=\n]+)?\s*=(?![=>]))/y;

const OCAML_ITEM =
  /(?:let(?:%\w+)?(?:\s+rec)?|and|external|val|method(?:\s+private)?|module(?:\s+rec)?(?:\s+type)?|type(?:\s+nonrec)?|class(?:\s+type)?(?:\s+virtual)?|exception)\s+(?:\(\s*[^\w\s()]+\s*\)|(?:(?:'\w+|\([^)\n]*\)|[+-]'\w+)\s+)?(?!rec\b|type\b|open\b|_\b)([A-Za-z_][\w']*))/y;
const OCAML: DefinitionRule = {
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

/** By the names of corpus/languages.ts. */
const RULES: readonly (readonly [names: string, rule: DefinitionRule])[] = [
  ["javascript typescript", SCRIPT],
  ["python cython starlark", PYTHON],
  ["go", GO],
  ["rust", RUST],
  ["java csharp kotlin swift dart groovy", TYPED],
  ["scala", { outer: SCALA_ITEM, inner: SCALA_ITEM }],
  ["c cpp objectivec cuda arduino glsl hlsl", C],
  ["ruby crystal", RUBY],
  ["php", PHP],
  ["shell", SHELL],
  ["lua", LUA],
  ["sql plsql", SQL],
  ["perl", { outer: /(?:sub|package|class|role|method|has)\s+['"]?\+?([\w:]+)/y }],
  ["elixir", { outer: ELIXIR_ITEM, inner: ELIXIR_ITEM }],
  ["julia", { outer: JULIA_ITEM }],
  ["r", { outer: R_ITEM }],
  ["zig", { outer: ZIG_ITEM, inner: ZIG_ITEM }],
  ["nim", { outer: /(?:proc|func|method|iterator|template|macro)\s+(\w+)/y }],
  ["haskell", HASKELL],
  ["ocaml", OCAML],
  [
    "fsharp",
    {
      outer:
        /(?:let(?:\s+(?:rec|inline|mutable|private|internal))*|module(?:\s+(?:rec|private|internal|public))*|type|namespace|exception)\s+([\w.']+)/y,
      inner:
        /(?:(?:static|abstract|override|default)\s+)*(?:member|val|new)\s+(?:(?:inline|private|internal)\s+)*(?:\w+\.)?(\w+)/y,
    },
  ],
  ["clojure commonlisp scheme elisp", { outer: /\(def[\w-]*\s+\^?([^\s()]+)/y }],
  [
    "erlang",
    { outer: /-(?:module|record|type|opaque|callback)\(?\s*([a-z]\w*)|([a-z]\w*)\([^\n]{0,200}->/y, clauses: true },
  ],
  [
    "protobuf thrift",
    { outer: /(?:message|service|enum|struct|extend)\s+(\w+)/y, inner: /(?:rpc|message|enum)\s+(\w+)/y },
  ],
  ["graphql", { outer: /(?:extend\s+)?(?:type|interface|enum|input|union|scalar|query|mutation|fragment)\s+(\w+)/y }],
  [
    "terraform hcl",
    {
      outer:
        /(?:resource|data|module|variable|output|provider|check|ephemeral|action|list)\s+"([^"\n]+)"(?:\s+"([^"\n]+)")?\s*\{/y,
    },
  ],
  ["dockerfile", { outer: /from\s+(?:--\S+\s+)*\S+\s+as\s+([\w.-]+)|(?:arg|env)\s+(\w+)/iy }],
  [
    "makefile",
    {
      outer:
        /(?:override\s+|export\s+)?define\s+([\w.-]+)|(?!\.(?:PHONY|SUFFIXES|DEFAULT|PRECIOUS|INTERMEDIATE|SECONDARY|SECONDEXPANSION|DELETE_ON_ERROR|IGNORE|LOW_RESOLUTION_TIME|SILENT|EXPORT_ALL_VARIABLES|NOTPARALLEL|ONESHELL|POSIX)\b)([\w./%$(){}-][\w./%$(){} -]*?)\s*::?(?![=:])/y,
      outerUnindented: true,
    },
  ],
];

const BY_LANGUAGE = new Map(RULES.flatMap(([names, rule]) => names.split(" ").map((name) => [name, rule] as const)));

/** The rule of a language, undefined where there is none. */
export function definitionRule(language: string | null): DefinitionRule | undefined {
  return language === null ? undefined : BY_LANGUAGE.get(language);
}
