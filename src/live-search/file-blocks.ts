/**
 * The blocks of the few shown files: from their syntax trees if available, else from the outline. Trees have definitions that
 * line patterns miss: up to half in C++, Kotlin and interfaces in TypeScript.
 */

import { lineRules } from "../languages/line-rules.ts";
import { languageOf, type SymbolLanguage, symbolLanguage } from "../languages/names.ts";
import type { Block } from "../symbols/block.ts";
import type { CodeSymbol } from "../symbols/file-symbols.ts";
import { outlineOf } from "../symbols/outline-by-lines.ts";
import { scriptSource } from "../symbols/script-blocks.ts";
import type { FileAnalysis } from "./analysis.ts";

export type Outlines = ReadonlyMap<FileAnalysis, readonly Block[]>;

/** `trees`: whether syntax trees are made. */
export async function outlinesOf(files: readonly FileAnalysis[], trees: boolean): Promise<Outlines> {
  const outlines = new Map<FileAnalysis, readonly Block[]>();
  for (const file of files) {
    const scripts = scriptSource(file.text, file.language);
    const language = trees ? (scripts?.grammar ?? symbolLanguage(file.rel, file.language)) : null;
    const blocks =
      language === null ? null : await blocksOfTree({ ...file, text: scripts?.text ?? file.text }, language);
    outlines.set(file, blocks ?? outlineOf(file.text, file.language));
  }
  return outlines;
}

async function blocksOfTree({ text, starts }: FileAnalysis, language: SymbolLanguage): Promise<Block[] | null> {
  const { sharedReader } = await import("../symbols/symbol-reader.ts");
  const { lane, symbols } = (await sharedReader(language, true)).symbols(text, language);
  if (lane !== "tree-sitter") return null;
  const blocks = symbols.flatMap((symbol) => (isBlock(symbol) ? [blockOf(symbol, text, starts)] : []));
  const { signatureEnd } = lineRules(languageOf(language));
  if (signatureEnd === undefined) return blocks;
  return blocks.map((block) =>
    VALUES.has(block.type) ? block : { ...block, signature: block.signature + signatureEnd },
  );
}

/** A value on a line or two tells less than the lines around it. */
function isBlock({ name, kind, lineStart, lineEnd }: CodeSymbol): boolean {
  return name !== "" && (!VALUES.has(kind) || lineEnd - lineStart >= LONG_VALUE);
}

const VALUES: ReadonlySet<string> = new Set(["constant", "property", "macro", "type"]);
const LONG_VALUE = 3;

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?![![])|--|$)/;

function blockOf(symbol: CodeSymbol, text: string, starts: Uint32Array): Block {
  const { kind, name, signature, lineStart, lineEnd, headLine } = symbol;
  // Decorators are part of the shown lines, a comment only if it holds a match.
  let first = lineStart;
  while (first < headLine && COMMENT.test(text.slice(starts[first - 1], (starts[first] ?? text.length) - 1))) first++;
  return { type: kind, name, signature, first, last: lineEnd, lead: lineStart, head: headLine };
}
