/** Finds definitions in source code line by line: cheap enough to run on every file. */
import { definitionRule } from "../languages/line-rules.ts";
import type { DefinitionRule } from "../languages/types.ts";
import { lineStarts } from "../text/lines.ts";
import { MarkList, type Marks, NO_MARKS } from "./source.ts";

const TAB = 0x09;
const NEWLINE = 0x0a;
const BLANK = 0x20;
const BRACE = 0x7b;
/** Columns of indentation up to which a line may hold an inner definition: a class body's first level. */
const INNER_COLUMNS = 4;
/** Lines above a definition that may belong to it: comment, decorators, attributes. */
const MAX_LEADING_LINES = 60;

/** Borders where definitions (with the comments and decorators above them) start, and their names as headings. */
export function definitionMarks(text: string, language: string | null): Marks {
  const rule = definitionRule(language);
  return rule === undefined ? NO_MARKS : new DefinitionFinder(text, rule).run();
}

class DefinitionFinder {
  readonly #text: string;
  readonly #rule: DefinitionRule;
  readonly #starts: Uint32Array;
  readonly #marks = new MarkList();
  /** Whether an outer definition continues, and whether inner definitions count within it. */
  #isOpen = false;
  #takesInner = false;

  constructor(text: string, rule: DefinitionRule) {
    this.#text = text;
    this.#rule = rule;
    this.#starts = lineStarts(text);
  }

  run(): Marks {
    const text = this.#text;
    this.#takesInner = this.#rule.inner !== undefined && this.#rule.innerIn === undefined;
    for (let line = 0; line < this.#starts.length; line++) {
      const start = this.#starts[line] ?? 0;
      const first = text.charCodeAt(start);
      if (first === NEWLINE) continue;
      if (first !== BLANK && first !== TAB) this.#outer(line, start, first);
      else if (this.#takesInner) this.#inner(line, start, first);
    }
    return this.#marks;
  }

  #outer(line: number, start: number, first: number): void {
    const name = nameAt(this.#rule.outer, this.#text, start);
    if (name !== null) {
      this.#marks.heading(this.#leading(line), name, 1);
      this.#isOpen = true;
      if (this.#rule.innerIn !== undefined) this.#takesInner = matchesAt(this.#rule.innerIn, this.#text, start);
    } else if (this.#isOpen && this.#rule.outerLineEnds === true && isLetter(first)) {
      this.#marks.headings.push({ offset: start, title: "", level: 1 });
      this.#isOpen = false;
    }
  }

  #inner(line: number, start: number, first: number): void {
    const text = this.#text;
    let at = start + 1;
    if (first === BLANK) while (at - start <= INNER_COLUMNS && text.charCodeAt(at) === BLANK) at++;
    if (at - start > INNER_COLUMNS) return;
    if (this.#rule.innerOpensBlock === true && text.charCodeAt(this.#lastOf(line)) !== BRACE) return;
    const name = this.#rule.inner === undefined ? null : nameAt(this.#rule.inner, text, at);
    if (name === null) return;
    const offset = this.#leading(line);
    this.#marks.border(offset, 1);
    this.#marks.headings.push({ offset, title: name, level: 2 });
    this.#isOpen = true;
  }

  /** Offset of the last character of a line. */
  #lastOf(line: number): number {
    return (this.#starts[line + 1] ?? this.#text.length + 1) - 2;
  }

  /** Start of a definition at `line`, with the comments, decorators and attributes directly above. */
  #leading(line: number): number {
    const earliest = this.#marks.headings.at(-1)?.offset ?? -1;
    let top = line;
    while (top > 0 && line - top < MAX_LEADING_LINES) {
      const above = this.#starts[top - 1] ?? 0;
      if (above <= earliest || !this.#isLeading(above)) break;
      top--;
    }
    return this.#starts[top] ?? 0;
  }

  #isLeading(start: number): boolean {
    const text = this.#text;
    let at = start;
    while (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB) at++;
    switch (text[at]) {
      case "/":
        return text[at + 1] === "/" || text[at + 1] === "*";
      case "*":
      case "@":
        return true;
      case "#":
        // "# comment", "#[attribute]"; not "#include" and not JavaScript's private fields.
        return !isLetter(text.charCodeAt(at + 1));
      case "-":
        return text[at + 1] === "-";
      case ";":
        return text[at + 1] === ";";
      case "[":
        return text[at + 1] !== "]";
      case "t":
        return text.startsWith("template", at) && text[at + 8] !== "(";
      default:
        return false;
    }
  }
}

function nameAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  if (match === null) return null;
  for (let group = match.length - 1; group > 0; group--) {
    const name = match[group];
    if (name !== undefined) return name;
  }
  return null;
}

function matchesAt(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

function isLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower > 0x60 && lower < 0x7b;
}
