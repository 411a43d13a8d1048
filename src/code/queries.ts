/** The query of each language, as text. */
import type { SymbolLanguage } from "./languages.ts";
import bash from "./queries/bash.scm" with { type: "text" };
import c from "./queries/c.scm" with { type: "text" };
import cpp from "./queries/cpp.scm" with { type: "text" };
import csharp from "./queries/csharp.scm" with { type: "text" };
import dart from "./queries/dart.scm" with { type: "text" };
import ecmascript from "./queries/ecmascript.scm" with { type: "text" };
import go from "./queries/go.scm" with { type: "text" };
import java from "./queries/java.scm" with { type: "text" };
import javascript from "./queries/javascript.scm" with { type: "text" };
import jsx from "./queries/jsx.scm" with { type: "text" };
import kotlin from "./queries/kotlin.scm" with { type: "text" };
import php from "./queries/php.scm" with { type: "text" };
import python from "./queries/python.scm" with { type: "text" };
import ruby from "./queries/ruby.scm" with { type: "text" };
import rust from "./queries/rust.scm" with { type: "text" };
import swift from "./queries/swift.scm" with { type: "text" };
import tsx from "./queries/tsx.scm" with { type: "text" };
import typescript from "./queries/typescript.scm" with { type: "text" };

const QUERIES: Readonly<Record<string, string>> = {
  bash,
  c,
  cpp,
  csharp,
  dart,
  ecmascript,
  go,
  java,
  javascript,
  jsx,
  kotlin,
  php,
  python,
  ruby,
  rust,
  swift,
  tsx,
  typescript,
};

/** With what it inherits in front. */
export function queryText(name: SymbolLanguage): string {
  return withInherited(QUERIES[name] ?? "");
}

function withInherited(text: string): string {
  const inherited = /^; inherits: (.+)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  return [...inherited.map((name) => withInherited(QUERIES[name] ?? "")), text].join("\n");
}
