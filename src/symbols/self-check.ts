/** Whether every grammar loads and its query finds a definition: what `doctor` asks. */
import { GRAMMAR } from "../languages/all-grammar.ts";
import { SYMBOL_LANGUAGES } from "../languages/names.ts";
import { openSymbolReader } from "./symbol-reader.ts";

/** How many there are. Each finds the definition named `golden` in the sample of its folder. Throws naming those that do not work. */
export async function checkGrammars(): Promise<number> {
  const reader = await openSymbolReader(SYMBOL_LANGUAGES, { treeSitter: true });
  const broken = SYMBOL_LANGUAGES.filter((language) => {
    const { lane, symbols } = reader.symbols(GRAMMAR[language].sample, language);
    return lane !== "tree-sitter" || !symbols.some(({ name }) => name === "golden");
  });
  reader.close();
  if (broken.length > 0) throw new Error(`no symbols of ${broken.join(", ")}`);
  return SYMBOL_LANGUAGES.length;
}
