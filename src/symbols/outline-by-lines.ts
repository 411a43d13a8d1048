/**
 * The blocks of a source file: functions, classes and the like with their lines, by the patterns of their language and by
 * brackets, indentation or closing words. Heuristic: a syntax tree, where available, is more exact.
 */
import { lineRules, syntaxOf } from "../languages/line-rules.ts";
import type { LineRules } from "../languages/types.ts";
import { lineStarts } from "../text/lines.ts";
import type { Block, Lines } from "./block.ts";
import { endByBrackets, endByIndentation, endByWord, indentOf, isBlank } from "./block-ends.ts";
import { type CodeMask, maskCode } from "./code-mask.ts";
import { definedName } from "./definition-line.ts";
import { sections } from "./sections.ts";

const MARKUP: ReadonlySet<string> = new Set(["markdown", "mdx", "rmarkdown", "quarto"]);

/** Longest signature that is shown, UTF-16 units. */
const MAX_SIGNATURE = 300;
const MAX_COMMENT_LINES = 60;
/** In larger files (minified, data) no block helps a reader. */
const MAX_UNITS = 5_000_000;

/** Blocks in the order of their first lines; nested ones after their parents. Empty without patterns for the language. */
export function outlineOf(text: string, language: string | null): Block[] {
  if (text.length > MAX_UNITS) return [];
  const lines: Lines = { text, starts: lineStarts(text) };
  if (language !== null && MARKUP.has(language)) return sections(lines);
  return new Outliner(lines, language).run();
}

/** The innermost block that holds the line; null when none does. */
export function enclosingBlock(blocks: readonly Block[], line: number): Block | null {
  let best: Block | null = null;
  for (const block of blocks) {
    if (block.first > line || block.last < line) continue;
    if (best === null || block.last - block.first <= best.last - best.first) best = block;
  }
  return best;
}

class Outliner {
  readonly #mask: CodeMask;
  readonly #rules: LineRules;

  constructor(
    private readonly lines: Lines,
    private readonly language: string | null,
  ) {
    this.#rules = lineRules(language);
    this.#mask = maskCode(lines.text, lines.starts, syntaxOf(language));
  }

  run(): Block[] {
    const blocks: Block[] = [];
    const around: Block[] = [];
    for (let index = 0; index < this.lines.starts.length; index++) {
      if (this.#mask.inside(index) || isBlank(this.lines, index)) continue;
      const name = this.#nameAt(index);
      if (name === null) continue;
      while ((around.at(-1)?.last ?? Number.POSITIVE_INFINITY) < index + 1) around.pop();
      if (this.#isElsewhere(index, around.at(-1) ?? null)) continue;
      const before = blocks.at(-1);
      if (this.#rules.definitions?.clauses === true && before?.name === name && indentOf(this.lines, index) === 0) {
        blocks[blocks.length - 1] = { ...before, last: Math.max(before.last, this.#end(index).last + 1) };
        continue;
      }
      const block = this.#block(index, name, around.at(-1) ?? null);
      blocks.push(block);
      if (block.last > block.head) around.push(block);
    }
    return blocks;
  }

  /** Whether an indented line lies outside every block that may hold definitions. */
  #isElsewhere(index: number, parent: Block | null): boolean {
    const { definitions } = this.#rules;
    const innerIn = definitions?.outerUnindented === true ? definitions.innerIn : undefined;
    if (innerIn === undefined || indentOf(this.lines, index) === 0) return false;
    innerIn.lastIndex = 0;
    return parent === null || !innerIn.test(parent.signature);
  }

  #nameAt(index: number): string | null {
    const { text, starts } = this.lines;
    return definedName(text, starts[index] ?? 0, this.#lineEnd(index), this.language);
  }

  #lineEnd(index: number): number {
    const next = this.lines.starts[index + 1];
    return next === undefined ? this.lines.text.length : next - 1;
  }

  #block(index: number, name: string, parent: Block | null): Block {
    const { last, bodyAt } = this.#end(index);
    const start = this.lines.starts[index] ?? 0;
    const head = this.lines.text.slice(start, Math.max(start, bodyAt ?? this.#lineEnd(index)));
    const first = this.#leading(index);
    const signature = head.replace(/\s+/g, " ").trim().slice(0, MAX_SIGNATURE).toWellFormed();
    return {
      type: typeOf(signature, name, parent),
      name,
      signature,
      first: first + 1,
      lead: this.#comment(first) + 1,
      last: last + 1,
      head: index + 1,
    };
  }

  #end(index: number): { last: number; bodyAt: number | null } {
    const { blocks } = this.#rules;
    const end = blocks === "indentation" ? endByIndentation : blocks === "word" ? endByWord : endByBrackets;
    return end(this.lines, this.#mask, index);
  }

  /** Index of the first line of the comment right above a line. */
  #comment(index: number): number {
    const { text, starts } = this.lines;
    let top = index;
    while (top > 0 && index - top < MAX_COMMENT_LINES) {
      const line = text.slice(starts[top - 1] ?? 0, this.#lineEnd(top - 1)).trim();
      if (!/^(?:\/\/|\/\*|\*|#(?![a-z]+\b)|--|;;|%|<!--)/.test(line) && !line.endsWith("*/")) break;
      top--;
    }
    return top;
  }

  /** Index of the first of the decorators and attributes right above a line. */
  #leading(index: number): number {
    const { text, starts } = this.lines;
    const indent = indentOf(this.lines, index);
    let top = index;
    for (let above = index - 1; above >= 0 && index - above <= 40; above--) {
      const line = text.slice(starts[above] ?? 0, this.#lineEnd(above)).trim();
      const decorates = /^(?:@\w|#\[|\[\w.*\]$)/.test(line) && indentOf(this.lines, above) <= indent;
      if (decorates) top = above;
      // A decorator's arguments may continue over lines.
      else if (line === "" || !this.#mask.inside(above)) {
        if (!/^[)\]}]+$/.test(line)) break;
      }
    }
    return top;
  }
}

const CLASS_LIKE =
  /(?:^|\s)(class|interface|trait|struct|enum|union|record|object|protocol|actor|mixin|module|namespace|package|impl|extension|service|message)\b/;
const FUNCTION = /(?:^|\s)(?:def|fn|fun|func|function\*?|sub|proc|defp|defmacro|defn-?)\b/;
const OTHER =
  /(?:^|\s|@)(type|typedef|newtype|callback|typealias|table|view|procedure|trigger|index|resource|data|variable|output|defmodule)\b/i;
const VALUE = /(?:^|\s)(?:const|let|var|val|static|final)\s+(?:mut\s+)?$/;
/** Types whose functions are called methods. */
const HOLDERS: ReadonlySet<string> = new Set(
  "class interface trait struct object protocol actor mixin impl extension record enum".split(" "),
);

/** The type that the words around the name tell; "function" by default. */
function typeOf(signature: string, name: string, parent: Block | null): string {
  const at = Math.max(0, signature.indexOf(name));
  const before = signature.slice(0, at);
  const after = signature.slice(at + name.length);
  const found = CLASS_LIKE.exec(before)?.[1];
  if (found !== undefined) return found;
  if (/#\s*define\b|macro/.test(before)) return "macro";
  if (FUNCTION.test(before)) return parent !== null && HOLDERS.has(parent.type) ? "method" : goMethod(before);
  // Go: type Name struct.
  if (/(?:^|\s)type\s+$/.test(before)) return /^(?:\[[^\]]*\])?\s+(struct|interface)\b/.exec(after)?.[1] ?? "type";
  if (VALUE.test(before) && !/=>|\bfunction\b|\bclass\b/.test(after)) return "constant";
  const other = OTHER.exec(before)?.[1];
  if (other !== undefined) return other.toLowerCase();
  return parent !== null && HOLDERS.has(parent.type) ? "method" : "function";
}

function goMethod(before: string): string {
  return /^func\s+\(/.test(before) ? "method" : "function";
}
