/**
 * A block cut to a given room: whole if it fits; else the most informative lines, in text order, with marks for omitted lines:
 * the declaration, the matching lines, and for a class its members' heads and whole matching members.
 */
import { cutLine } from "../../text/cut-line.ts";
import type { CodeBlock } from "./blocks.ts";

export interface BlockExcerpt {
  readonly content: string;
  readonly first: number;
  readonly last: number;
  /** Whether a part of the block is omitted. */
  readonly partial: boolean;
}

/** A longer line is shown around its first match, and so is a line that takes more than this share of the room. */
const LONGEST_LINE = { units: 400, share: 0.5, least: 40 } as const;
/** Lines shown above and below a match. */
const AROUND = { before: 2, after: 4 } as const;
/** Lines of a declaration, with the comments above, that are shown before all other lines. */
const HEAD_LINES = 6;
/** UTF-16 units of a mark such as `… 12-345`. */
const MARK = 24;
/** Members with at least this share of the best member's score are shown whole. */
const MATCHING = 0.6;
const NEWLINE = 2;

/** Lines of a file as shown, with their matches. */
export class ShownLines {
  readonly #longest: number;

  constructor(
    private readonly text: string,
    private readonly starts: Uint32Array,
    private readonly words: RegExp | null,
    room: number,
  ) {
    const { units, share, least } = LONGEST_LINE;
    this.#longest = Math.max(least, Math.min(units, Math.floor(room * share)));
  }

  /** Line from 1, without its break; a long line around its first match. */
  line(number: number): string {
    const start = this.starts[number - 1] ?? this.text.length;
    const next = this.starts[number] ?? this.text.length;
    const end = next > start && this.text[next - 1] === "\n" ? next - 1 : next;
    const match = end - start <= this.#longest ? start : this.#firstMatch(start, end);
    return cutLine(this.text, start, end, match, this.#longest);
  }

  /** Number of different query words on the line. */
  matches(number: number): number {
    if (this.words === null) return 0;
    const found = this.line(number).match(this.words) ?? [];
    return new Set(found.map((word) => word.toLowerCase())).size;
  }

  isClipped(number: number): boolean {
    return (this.starts[number] ?? this.text.length) - (this.starts[number - 1] ?? 0) > this.#longest + 1;
  }

  /** UTF-16 units of the line within a JSON string, with its break. */
  cost(number: number): number {
    return JSON.stringify(this.line(number)).length - 2 + NEWLINE;
  }

  #firstMatch(start: number, end: number): number {
    // Nobody looks far into a megabyte on one line.
    const found = this.words === null ? -1 : this.text.slice(start, Math.min(end, start + 100_000)).search(this.words);
    return found === -1 ? start : start + found;
  }
}

/** null if not even the first line fits. `room`: UTF-16 units of the content as JSON. */
export function cutBlockExcerpt(block: CodeBlock, lines: ShownLines, room: number): BlockExcerpt | null {
  const { first, last } = block;
  const whole = wholeOf(block, lines, room);
  if (whole !== null) return whole;
  const picked = new Picked(lines, room - MARK);
  for (const [from, to] of stretches(block, lines)) picked.add(from, to);
  const shown = picked.lines();
  const [top, bottom] = [shown[0], shown.at(-1)];
  if (top === undefined || bottom === undefined) return null;
  const content: string[] = [];
  let expected = top;
  for (const line of shown) {
    if (line > expected) content.push(mark(expected, line - 1));
    content.push(lines.line(line));
    expected = line + 1;
  }
  return { content: content.join("\n"), first: top, last: bottom, partial: shown.length < last - first + 1 };
}

/** All lines of the block, null if they do not fit. */
function wholeOf({ first, last }: CodeBlock, lines: ShownLines, room: number): BlockExcerpt | null {
  const content: string[] = [];
  let left = room;
  let partial = false;
  for (let line = first; line <= last; line++) {
    left -= lines.cost(line);
    if (left < 0) return null;
    content.push(lines.line(line));
    partial ||= lines.isClipped(line);
  }
  return { content: content.join("\n"), first, last, partial };
}

function mark(from: number, to: number): string {
  return from === to ? `… ${from}` : `… ${from}-${to}`;
}

type Stretch = readonly [from: number, to: number];

/** Line ranges in order of preference. */
function stretches(block: CodeBlock, lines: ShownLines): Stretch[] {
  const { definition, members, first, last } = block;
  const wanted: Stretch[] = [];
  const head = definition?.headLine ?? first;
  // The declaration itself precedes the comments above it.
  wanted.push([head, Math.min(last, head + 1)]);
  if (members.length > 0) {
    const best = Math.max(...members.map(({ score }) => score));
    const matching = members.filter(({ score }) => score > 0 && score >= best * MATCHING);
    const byScore = matching.sort((a, b) => b.score - a.score || a.first - b.first);
    for (const member of byScore.slice(0, 1)) wanted.push([member.first, member.last]);
    for (const member of members) {
      const at = member.definition?.headLine ?? member.first;
      wanted.push([at, at]);
    }
    for (const member of byScore) wanted.push([member.first, member.last]);
  }
  for (const line of strongest(block, lines)) {
    wanted.push([Math.max(first, line - AROUND.before), Math.min(last, line + AROUND.after)]);
    wanted.push([line, line]);
  }
  wanted.push([Math.max(first, head - HEAD_LINES), Math.min(last, head + HEAD_LINES)]);
  for (let line = head; line <= last; line++) wanted.push([line, line]);
  return wanted;
}

/** Matching lines outside members, those with most of the words first. */
function strongest({ first, last, members }: CodeBlock, lines: ShownLines): number[] {
  const found: { line: number; matches: number }[] = [];
  for (let line = first; line <= last; line++) {
    if (members.some((member) => member.first <= line && line <= member.last)) continue;
    const matches = lines.matches(line);
    if (matches > 0) found.push({ line, matches });
  }
  return found.sort((a, b) => b.matches - a.matches || a.line - b.line).map(({ line }) => line);
}

/** Lines that fit into a room together. */
class Picked {
  readonly #lines = new Set<number>();

  constructor(
    private readonly shown: ShownLines,
    private room: number,
  ) {}

  /** Adds a range if all of it fits. */
  add(from: number, to: number): void {
    const fresh: number[] = [];
    let cost = 0;
    for (let line = from; line <= to; line++) {
      if (this.#lines.has(line)) continue;
      fresh.push(line);
      cost += this.shown.cost(line);
      if (cost > this.room) return;
    }
    if (fresh.length === 0) return;
    // A range without neighbours needs a mark of its own.
    if (this.#lines.size > 0 && !this.#lines.has(from - 1) && !this.#lines.has(to + 1)) cost += MARK;
    if (cost > this.room) return;
    this.room -= cost;
    for (const line of fresh) this.#lines.add(line);
  }

  /** In text order, without blank lines at the ends; a single omitted line is shown, as its mark is as long. */
  lines(): number[] {
    const lines = [...this.#lines].sort((a, b) => a - b);
    while (this.#isBlank(lines[0])) lines.shift();
    while (this.#isBlank(lines.at(-1))) lines.pop();
    return lines.flatMap((line, at) => {
      const between = line - 1;
      return lines[at - 1] === line - 2 && this.shown.cost(between) <= MARK ? [between, line] : [line];
    });
  }

  #isBlank(line: number | undefined): boolean {
    return line !== undefined && this.shown.line(line).trim() === "";
  }
}
