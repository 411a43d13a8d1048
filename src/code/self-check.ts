/** Whether every grammar loads and its query finds a definition: what `doctor` asks. */
import { SYMBOL_LANGUAGES, type SymbolLanguage } from "./languages.ts";
import { openSymbolReader } from "./symbol-reader.ts";

/** A definition named `golden` in each language. */
const SAMPLES: Readonly<Record<SymbolLanguage, string>> = {
  bash: "golden() {\n  true\n}\n",
  c: "int golden(void) { return 1; }\n",
  cpp: "int golden() { return 1; }\n",
  csharp: "class golden { }\n",
  dart: "int golden() {\n  return 1;\n}\n",
  go: "package a\n\nfunc golden() {}\n",
  java: "class golden { }\n",
  javascript: "function golden() {}\n",
  kotlin: "fun golden() { }\n",
  php: "<?php\nfunction golden() { }\n",
  python: "def golden():\n    pass\n",
  ruby: "def golden\nend\n",
  rust: "fn golden() {}\n",
  swift: "func golden() { }\n",
  tsx: "const golden = () => <a />;\n",
  typescript: "function golden(): void {}\n",
};

/** How many there are. Throws naming those that do not work. */
export async function checkGrammars(): Promise<number> {
  const reader = await openSymbolReader(SYMBOL_LANGUAGES, { treeSitter: true });
  const broken = SYMBOL_LANGUAGES.filter((language) => {
    const { lane, symbols } = reader.symbols(SAMPLES[language], language);
    return lane !== "tree-sitter" || !symbols.some(({ name }) => name === "golden");
  });
  reader.close();
  if (broken.length > 0) throw new Error(`no symbols of ${broken.join(", ")}`);
  return SYMBOL_LANGUAGES.length;
}
