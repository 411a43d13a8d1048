/**
 * Symbols without a syntax tree: the blocks that indentation or braces delimit, with exact ranges. For languages where this is
 * reliable; calls and imports need a tree.
 */

import { lineRules } from "../languages/line-rules.ts";
import { languageOf, type SymbolLanguage } from "../languages/names.ts";
import { lineStarts } from "../text/lines.ts";
import type { Block } from "./block.ts";
import type { CodeSymbol, FileSymbols, SymbolKind } from "./file-symbols.ts";
import { outlineOf } from "./outline-by-lines.ts";

const KINDS: ReadonlyMap<string, SymbolKind> = new Map([
  ["class", "class"],
  ["interface", "interface"],
  ["enum", "enum"],
  ["type", "type"],
  ["namespace", "module"],
  ["module", "module"],
  ["constant", "constant"],
  ["method", "method"],
]);

/** null for a language without such a reader. */
export function symbolsOfBlocks(text: string, language: SymbolLanguage): FileSymbols | null {
  const name = languageOf(language);
  if (lineRules(name).standsIn !== true) return null;
  const starts = lineStarts(text);
  const open: { readonly index: number; readonly last: number }[] = [];
  const symbols = outlineOf(text, name).map((block, index): CodeSymbol => {
    while ((open.at(-1)?.last ?? Number.POSITIVE_INFINITY) < block.head) open.pop();
    const parent = open.at(-1)?.index ?? -1;
    open.push({ index, last: block.last });
    return symbolOf(text, starts, block, parent);
  });
  return { lane: "reader", symbols, calls: [], imports: [], partial: false };
}

function symbolOf(text: string, starts: Uint32Array, block: Block, parent: number): CodeSymbol {
  const { type, name, lead, last, head, signature } = block;
  const at = starts[head - 1] ?? 0;
  const behind = starts[last] ?? text.length + 1;
  const found = text.indexOf(name, at);
  return {
    name,
    kind: KINDS.get(type) ?? "function",
    start: blankFree(text, starts[lead - 1] ?? 0),
    end: Math.min(text.length, behind - 1),
    nameStart: found === -1 ? at : found,
    lineStart: lead,
    lineEnd: last,
    headLine: head,
    signature: signature.replace(/[\s{:=]+$/, ""),
    parent,
    receiver: null,
    bases: [],
  };
}

function blankFree(text: string, offset: number): number {
  let at = offset;
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
