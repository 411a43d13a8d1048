/**
 * Names a stretch of code defines, by patterns: enough to tell the file that defines a symbol from those that use it
 * before (and where) no syntax tree says so. Headings are no definitions.
 */

/** Modifiers that may stand before a defining keyword in one of the languages. */
const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|fileprivate|static|final|abstract|async|override|open|sealed|data|value|inline|infix|operator|tailrec|external|expect|actual|annotation|inner|companion|case|implicit|lazy|given|suspend|unsafe|extern|virtual|partial|readonly|local|pub(?:\\([^)\\n]{0,40}\\))?|const)\\s+)*";

/** Keywords that are followed by the name they define, wherever they stand on the line. */
const KEYWORDS =
  "class|interface|trait|struct|enum|union|record|object|protocol|actor|mixin|module|namespace|package|function\\*?|func|fun|fn|def|defp|defn|defmodule|defmacro|sub|proc|type|typealias|typedef|macro_rules!|macro|impl";

/** Generic parameters, a Go receiver, a Kotlin or Lua owner, Ruby's self. */
const BEFORE_NAME = "(?:<[^>\\n]{0,80}>\\s*)?(?:\\([^)\\n]{0,80}\\)\\s*)?(?:[A-Za-z_][\\w<>?]*[.:])?";

const KEYWORD_DEFINITION = new RegExp(
  `(?:^|[\\n;{}(=]|\\*/)[ \\t]*(?:@[\\w.]+(?:\\([^)\\n]{0,80}\\))?\\s+)*${MODIFIERS}(?:${KEYWORDS})\\s+${BEFORE_NAME}([A-Za-z_$][\\w$]*)`,
  "g",
);

/** Top-level values: only where the line begins, or every local variable would be a definition. */
const VALUE_DEFINITION =
  /(?:^|\n)(?:export\s+)?(?:pub(?:\([^)\n]{0,40}\))?\s+)?(?:const|let|var|val|static|final)\s+(?:mut\s+)?([A-Za-z_$][\w$]*)/g;

/** JavaScript before classes: `app.use = function`, `exports.parse = (`. */
const ASSIGNED_FUNCTION =
  /(?:^|\n)[ \t]*(?:[A-Za-z_$][\w$]*\.)+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?(?:function\b|\([^)\n]{0,120}\)\s*=>)/g;

/** Python and Ruby constants, shell functions. */
const PLAIN_ASSIGNMENT = /(?:^|\n)([A-Za-z_]\w*)\s*(?::\s*[\w[\], .|]{1,80})?=[^=]/g;
const SHELL_FUNCTION = /(?:^|\n)[ \t]*([A-Za-z_][\w:-]*)\s*\(\)\s*\{/g;

/** C, C++, Java, C#: a type, a name, parameters, and no semicolon before the body. */
const TYPED_FUNCTION =
  /(?:^|\n)[ \t]*(?:[A-Za-z_][\w:<>,.?&*[\]]*[ \t*&]+){1,5}(?:[A-Za-z_]\w*::)*~?([A-Za-z_]\w*)[ \t]*\([^;{}()]{0,400}(?:\([^()]{0,80}\)[^;{}()]{0,200})*\)\s*(?:const\s*)?(?:throws\s+[\w., ]+)?(?:noexcept\s*)?\{/g;
const DEFINE = /(?:^|\n)[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)/g;
const TYPEDEF_END = /\}\s*([A-Za-z_]\w*)\s*;/g;

const TYPED_LANGUAGES = new Set(["c", "cpp", "java", "csharp", "objective-c", "cuda", "d", "dart", "glsl"]);
const ASSIGNING_LANGUAGES = new Set(["python", "ruby", "r", "julia"]);
const SHELLS = new Set(["bash", "shell", "sh", "zsh", "fish", "bats"]);
const SCRIPTS = new Set(["javascript", "typescript", "tsx", "jsx", "coffeescript"]);
/** Words that the typed pattern takes for names: `else if (…) {`, `return new (…) {`. */
const NO_NAMES = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "return",
  "else",
  "do",
  "sizeof",
  "new",
  "function",
  "in",
  "of",
]);

/** Names defined in `text`, as written, in text order, each once. */
export function definedNames(text: string, language: string | null): string[] {
  const patterns = [KEYWORD_DEFINITION];
  if (language !== null) {
    if (TYPED_LANGUAGES.has(language)) patterns.push(TYPED_FUNCTION, DEFINE, TYPEDEF_END);
    else if (ASSIGNING_LANGUAGES.has(language)) patterns.push(PLAIN_ASSIGNMENT);
    else if (SHELLS.has(language)) patterns.push(SHELL_FUNCTION);
    else patterns.push(VALUE_DEFINITION);
    if (SCRIPTS.has(language)) patterns.push(ASSIGNED_FUNCTION);
  }
  const names = new Set<string>();
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const name = match[1];
      if (name !== undefined && !NO_NAMES.has(name)) names.add(name);
    }
  }
  return [...names];
}
