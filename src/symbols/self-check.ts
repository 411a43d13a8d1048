/** Checks for `doctor` that every grammar loads and that its query finds a definition. */
import { GRAMMAR } from "../languages/all-grammar.ts";
import { SYMBOL_LANGUAGES } from "../languages/names.ts";
import { openSymbolReader } from "./symbol-reader.ts";

/** Number of grammars. Each must find the definition `golden` in its folder's sample; throws naming those that fail. */
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
