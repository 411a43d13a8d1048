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
import bashLocals from "./queries/locals/bash.scm" with { type: "text" };
import cLocals from "./queries/locals/c.scm" with { type: "text" };
import cppLocals from "./queries/locals/cpp.scm" with { type: "text" };
import csharpLocals from "./queries/locals/csharp.scm" with { type: "text" };
import dartLocals from "./queries/locals/dart.scm" with { type: "text" };
import ecmascriptLocals from "./queries/locals/ecmascript.scm" with { type: "text" };
import goLocals from "./queries/locals/go.scm" with { type: "text" };
import javaLocals from "./queries/locals/java.scm" with { type: "text" };
import javascriptLocals from "./queries/locals/javascript.scm" with { type: "text" };
import kotlinLocals from "./queries/locals/kotlin.scm" with { type: "text" };
import phpLocals from "./queries/locals/php.scm" with { type: "text" };
import pythonLocals from "./queries/locals/python.scm" with { type: "text" };
import rubyLocals from "./queries/locals/ruby.scm" with { type: "text" };
import rustLocals from "./queries/locals/rust.scm" with { type: "text" };
import swiftLocals from "./queries/locals/swift.scm" with { type: "text" };
import tsxLocals from "./queries/locals/tsx.scm" with { type: "text" };
import typescriptLocals from "./queries/locals/typescript.scm" with { type: "text" };
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

const LOCALS: Readonly<Record<string, string>> = {
  bash: bashLocals,
  c: cLocals,
  cpp: cppLocals,
  csharp: csharpLocals,
  dart: dartLocals,
  ecmascript: ecmascriptLocals,
  go: goLocals,
  java: javaLocals,
  javascript: javascriptLocals,
  kotlin: kotlinLocals,
  php: phpLocals,
  python: pythonLocals,
  ruby: rubyLocals,
  rust: rustLocals,
  swift: swiftLocals,
  tsx: tsxLocals,
  typescript: typescriptLocals,
};

/** With what it inherits in front. */
export function queryText(name: SymbolLanguage): string {
  return withInherited(QUERIES, name);
}

/** Of expressions, local names, fields and results. */
export function recordQueryText(name: SymbolLanguage): string {
  return withInherited(LOCALS, name);
}

function withInherited(queries: Readonly<Record<string, string>>, name: string): string {
  const text = queries[name] ?? "";
  const inherited = /^; inherits: (.+)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  return [...inherited.map((other) => withInherited(queries, other)), text].join("\n");
}
