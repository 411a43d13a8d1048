/**
 * Definitions and calls without a syntax tree: in languages without a grammar, and in files too long for one. Line patterns
 * find both (symbols/outline-by-lines.ts), so a call is never certain: it is a candidate.
 */

import { categorise } from "../../corpus/categories.ts";
import { displayPath } from "../../corpus/path-bytes.ts";
import { syntaxOf } from "../../languages/line-rules.ts";
import type { CallEnd, GraphCall, GraphDefinition } from "../../request/graph-request.ts";
import type { Block } from "../../symbols/block.ts";
import { maskCode } from "../../symbols/code-mask.ts";
import { definedName } from "../../symbols/definition-line.ts";
import { enclosingBlock, outlineOf } from "../../symbols/outline-by-lines.ts";
import { MAX_TREE_CHARS } from "../../symbols/symbol-reader.ts";
import { lineStarts } from "../../text/lines.ts";
import type { LiveTree } from "./live-tree.ts";
import { short } from "./shown.ts";

export interface PatternDefinition {
  readonly rel: string;
  readonly text: string;
  readonly language: string;
  readonly block: Block;
}

/** Most names of one block examined as calls. */
const MOST_NAMES = 200;
const WORD = /[A-Za-z_][\w']*[!?]?/g;

/** Whether only line patterns find definitions of a file; `text`: its content. */
function isPatternFile(tree: LiveTree, rel: string, text: string): boolean {
  return tree.languageOf(rel) === null || text.length > MAX_TREE_CHARS;
}

/** In path order. `isListed`: whether a file counts. */
export async function definitionsByPatterns(
  tree: LiveTree,
  name: string,
  isListed: (rel: string) => boolean,
): Promise<PatternDefinition[]> {
  const last = lastPart(name);
  const found: PatternDefinition[] = [];
  for (const rel of await tree.holdersByPatterns(last)) {
    const text = isListed(rel) ? tree.text(rel) : null;
    const { language } = categorise(rel);
    if (text === null || language === null || !isPatternFile(tree, rel, text)) continue;
    for (const block of outlineOf(text, language)) {
      if (block.name === name || lastPart(block.name) === last) found.push({ rel, text, language, block });
    }
    await tree.rest();
  }
  return found;
}

/** Other places where the name is a word of code, in files of its definitions' languages. */
export async function callersByPatterns(
  tree: LiveTree,
  name: string,
  targets: readonly PatternDefinition[],
  isListed: (rel: string) => boolean,
): Promise<GraphCall[]> {
  if (targets.length === 0) return [];
  const last = lastPart(name);
  const languages = new Set(targets.map(({ language }) => language));
  const calls: GraphCall[] = [];
  for (const rel of await tree.holdersByPatterns(last)) {
    const text = isListed(rel) ? tree.text(rel) : null;
    const { language } = categorise(rel);
    if (text === null || language === null || !languages.has(language) || !isPatternFile(tree, rel, text)) continue;
    const blocks = outlineOf(text, language);
    const starts = lineStarts(text);
    // A further clause of a definition is no call.
    const defines = (line: number) => {
      const name = definedName(text, starts[line - 1] ?? 0, (starts[line] ?? text.length + 1) - 1, language);
      return name !== null && lastPart(name) === last;
    };
    const ends = targets.filter((target) => target.language === language).map(endOf);
    for (const { line, column, isCode } of places(text, language, last)) {
      if (!isCode || defines(line)) continue;
      const from = enclosingBlock(blocks, line);
      calls.push(callOf(rel, line, column, last, from, ends));
    }
    await tree.rest();
  }
  return calls;
}

/** Names in the targets' blocks that are also definitions of the same file. */
export function calleesByPatterns(targets: readonly PatternDefinition[]): GraphCall[] {
  return targets.flatMap(({ rel, text, language, block }) => {
    const blocks = outlineOf(text, language);
    const byName = Map.groupBy(blocks, (each) => lastPart(each.name));
    const starts = lineStarts(text);
    const seen = new Set<string>();
    const calls: GraphCall[] = [];
    for (const [name] of text.slice(starts[block.head - 1] ?? 0, starts[block.last] ?? text.length).matchAll(WORD)) {
      const ends = byName.get(name) ?? [];
      if (seen.has(name) || seen.size > MOST_NAMES || ends.length === 0 || name === lastPart(block.name)) continue;
      seen.add(name);
      const place = places(text, language, name).find(
        ({ line, isCode }) =>
          isCode && line > block.head - 1 && line <= block.last && !ends.some(({ head }) => head === line),
      );
      if (place === undefined) continue;
      calls.push(
        callOf(
          rel,
          place.line,
          place.column,
          name,
          block,
          ends.map((each) => endOf({ rel, text, language, block: each })),
        ),
      );
    }
    return calls;
  });
}

export function shownPattern({ rel, language, block }: PatternDefinition): GraphDefinition {
  return {
    path: displayPath(rel),
    language,
    name: short(block.name),
    kind: block.type,
    line_start: Math.min(block.lead, block.first),
    line: block.head,
    line_end: block.last,
    signature: short(block.signature),
    bases: [],
  };
}

interface Word {
  readonly line: number;
  readonly column: number;
  readonly isCode: boolean;
}

/** Places where a name is a separate word; lines that begin in a comment or string of the mask are skipped. */
function places(text: string, language: string, name: string): Word[] {
  const starts = lineStarts(text);
  const mask = maskCode(text, starts, syntaxOf(language));
  const found: Word[] = [];
  let line = 0;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= at) line++;
    const isWord = !/[\w']/.test(text[at - 1] ?? "") && !/[\w']/.test(text[at + name.length] ?? "");
    if (isWord) found.push({ line: line + 1, column: at - (starts[line] ?? 0) + 1, isCode: !mask.isSkipped(at) });
  }
  return found;
}

function callOf(
  rel: string,
  line: number,
  column: number,
  call: string,
  from: Block | null,
  to: readonly CallEnd[],
): GraphCall {
  const caller =
    from === null ? null : { path: displayPath(rel), line: from.head, name: short(from.name), kind: from.type };
  return {
    depth: 1,
    state: "candidate",
    path: displayPath(rel),
    line,
    column,
    call: short(call),
    from: caller,
    to: [...to],
    through: null,
    outside: null,
  };
}

function endOf({ rel, block }: PatternDefinition): CallEnd {
  return { path: displayPath(rel), line: block.head, name: short(block.name), kind: block.type };
}

function lastPart(name: string): string {
  return name.split(/\.|::|:|#|->|\\|\//).findLast((part) => part !== "") ?? name;
}
