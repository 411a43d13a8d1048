/** The definitions that the best blocks call, as blocks of their own, to fill remaining room. */
import type { SymbolPlace } from "../../call-graph/values.ts";
import { categorise } from "../../corpus/categories.ts";
import type { CodeBlock } from "./blocks.ts";
import { definitionsOfSymbols } from "./file-definitions.ts";
import type { PackedFile } from "./packing.ts";
import { sourceText } from "./source-file.ts";

/** In the order given, each definition once. */
export function calledFiles(places: readonly SymbolPlace[]): PackedFile[] {
  const seen = new Set<string>();
  return places.flatMap(({ file, index }): PackedFile[] => {
    const symbol = file.symbol(index);
    const key = `${file.rel} ${index}`;
    if (symbol === undefined || seen.has(key)) return [];
    seen.add(key);
    const { category, language } = categorise(file.rel);
    const source = sourceText(file.text, language, false);
    const definition = definitionsOfSymbols(file.found).definitions.find(
      ({ nameStart }) => nameStart === symbol.nameStart,
    );
    const block: CodeBlock = {
      file: { rel: file.rel, category, size: file.text.length, key: "", source },
      definition: definition ?? null,
      first: symbol.lineStart,
      last: symbol.lineEnd,
      members: [],
      score: 0,
    };
    return [{ rel: file.rel, score: 0, rrfScore: 0, source: "ast", blocks: [block], graph: [] }];
  });
}
