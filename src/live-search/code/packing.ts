/**
 * Fills a reply's budget: the best block of each file first, in the order of the files, whole if it fits into its share; then
 * further blocks of the best files. The budget is strict: it counts the whole reply as JSON, with names and braces.
 */
import type { CodeSnippet, CodeSource } from "../../request/code-request.ts";
import { replySize } from "../reply-budget.ts";
import type { CodeBlock } from "./blocks.ts";
import { cutBlockExcerpt, ShownLines } from "./excerpt.ts";
import { relationsOf } from "./relations.ts";

export interface PackedFile {
  readonly rel: string;
  readonly score: number;
  readonly rrfScore: number;
  readonly source: CodeSource;
  /** Best first. */
  readonly blocks: readonly CodeBlock[];
  /** Lines of the call graph of the best block; empty if not requested. */
  readonly graph: readonly string[];
}

export interface Packed {
  readonly snippets: readonly CodeSnippet[];
  /** Number of blocks that found no room. */
  readonly dropped: number;
  /** Whether a snippet shows only a part of its block. */
  readonly trimmed: boolean;
}

/**
 * Limit of a file's first block, as a share of the whole room, by the file's rank: the first file is mostly the right one and
 * is read whole; of later files, more files help more than more lines.
 */
const SHARES: readonly number[] = [0.16, 0.085, 0.06, 0.045, 0.038];
const LATER_SHARE = 0.03;
/** Factor of a block's room with lines of the call graph. */
const WITH_GRAPH = 1.6;
/** Least room of a block, if available (UTF-16 units). */
const LEAST = 420;
/** Ranks of files whose first block grows into the room left at the end, and by which share at most. */
const UPGRADED: readonly number[] = [0];
const UPGRADE_SHARE = 0.1;
/** A request for more than the default's room wants whole blocks: the excess completes them at the end (UTF-16 units). */
const DEFAULT_ROOM = 4000 * 3.8;
/** Least share of the best score, and most number, of further blocks. */
const FURTHER = { score: 0.5, blocks: 2 } as const;
/** Limit of a further block's room, as a share of the whole room. */
const FURTHER_SHARE = 0.2;
/** Limit of a called definition's room, as that share. */
const CALLED_SHARE = 0.25;
/** Share of a snippet's room for lines with exact matches beside it. */
const EXACT_SHARE = 0.15;
const EXACT = { lines: 3, length: 120 } as const;

/** `room`: UTF-16 units of the list of snippets as JSON. `called`: definitions for the remaining room. */
export function packSnippets(
  files: readonly PackedFile[],
  most: number,
  room: number,
  words: RegExp | null,
  called: readonly PackedFile[] = [],
): Packed {
  const packer = new Packer(room, words);
  let shown = 0;
  const candidates = files.slice(0, most);
  for (const [rank, file] of candidates.entries()) {
    const [best] = file.blocks;
    if (best === undefined) continue;
    const hasGraph = file.graph.length > 0;
    const share = Math.max(LEAST, room * (SHARES[rank] ?? LATER_SHARE)) * (hasGraph ? WITH_GRAPH : 1);
    const block = hasGraph ? best : blockToShow(file.blocks, best, share);
    if (packer.add(file, block, share, rank === 0)) shown++;
  }
  let dropped = candidates.length - shown;
  for (const rank of UPGRADED) packer.enlarge(rank, UPGRADE_SHARE * room);
  for (const file of candidates) {
    const [best, ...rest] = file.blocks;
    if (best === undefined) continue;
    const further = rest.filter(({ score }) => score >= best.score * FURTHER.score).slice(0, FURTHER.blocks);
    for (const block of further) {
      if (packer.holds(file, block)) continue;
      if (shown < most && packer.add(file, block, room * FURTHER_SHARE, false)) shown++;
      else dropped++;
    }
  }
  // Called definitions fill the remaining room, nearest first, whole or only their heads.
  for (const file of called) {
    const [block] = file.blocks;
    if (shown >= most || block === undefined) break;
    if (!packer.holds(file, block) && packer.add(file, block, room * CALLED_SHARE, false)) shown++;
  }
  packer.complete(room - DEFAULT_ROOM);
  return { snippets: packer.snippets, dropped, trimmed: packer.snippets.some(({ partial }) => partial === true) };
}

/** A class is shown instead of a member if it fits and so many of its members score nearly as its best. */
const SHARED = { members: 2, score: 0.75 } as const;

function blockToShow(blocks: readonly CodeBlock[], best: CodeBlock, room: number): CodeBlock {
  const holder = blocks.find(({ members }) => members.includes(best) || members.some((m) => isSame(m, best)));
  if (holder === undefined) return best;
  const near = holder.members.filter(({ score }) => score >= best.score * SHARED.score);
  const { text, starts } = holder.file.source;
  const length = (starts[holder.last] ?? text.length) - (starts[holder.first - 1] ?? 0);
  return near.length >= SHARED.members && length * 1.1 < room ? holder : best;
}

function isSame(a: CodeBlock, b: CodeBlock): boolean {
  return a.first === b.first && a.last === b.last;
}

class Packer {
  readonly snippets: CodeSnippet[] = [];
  readonly #made: { readonly file: PackedFile; readonly block: CodeBlock }[] = [];
  readonly #shown = new Map<string, { readonly first: number; readonly last: number }[]>();

  constructor(
    private room: number,
    private readonly words: RegExp | null,
  ) {}

  /** Whether the block, or an overlapping one, is already shown. */
  holds(file: PackedFile, { first, last }: CodeBlock): boolean {
    return (this.#shown.get(file.rel) ?? []).some((block) => block.first <= last && first <= block.last);
  }

  /** Adds a snippet of at most `share` units; `trims`: even if hardly a line fits. */
  add(file: PackedFile, block: CodeBlock, share: number, trims: boolean): boolean {
    const snippet = this.#make(file, block, Math.min(share, this.room), trims);
    const size = snippet === null ? 0 : replySize(snippet) + 1;
    if (snippet === null || size > this.room) return false;
    this.room -= size;
    this.snippets.push(snippet);
    this.#made.push({ file, block });
    const known = this.#shown.get(file.rel) ?? [];
    known.push({ first: block.first, last: block.last });
    this.#shown.set(file.rel, known);
    return true;
  }

  /** Extends a partial snippet by at most `by` units. */
  enlarge(at: number, by: number): void {
    const [before, made] = [this.snippets[at], this.#made[at]];
    if (before?.partial !== true || made === undefined) return;
    const size = replySize(before);
    const snippet = this.#make(made.file, made.block, size + Math.min(by, this.room), true);
    if (snippet === null || snippet.content.length <= before.content.length) return;
    const more = replySize(snippet) - size;
    if (more > this.room) return;
    this.room -= more;
    this.snippets[at] = snippet;
  }

  /** Extends all partial snippets, by at most `by` units together: equal shares, and the unused rest goes to the next. */
  complete(by: number): void {
    const partial = [...this.snippets.keys()].filter((at) => this.snippets[at]?.partial === true);
    let left = by;
    for (const [index, at] of partial.entries()) {
      if (left <= 0) return;
      const before = this.room;
      this.enlarge(at, left / (partial.length - index));
      left -= before - this.room;
    }
  }

  #make(file: PackedFile, block: CodeBlock, room: number, trims: boolean): CodeSnippet | null {
    const { text, starts } = block.file.source;
    const frame: CodeSnippet = {
      file: file.rel,
      lines: `${block.last}-${block.last}`,
      rrf_score: file.rrfScore,
      score: file.score,
      relations: relationsOf(block, room, block === file.blocks[0] ? file.graph : []),
      exact_matches: [],
      content: "",
      source: file.source,
      partial: true,
    };
    const left = room - replySize(frame) - 1;
    const lines = new ShownLines(text, starts, this.words, left);
    const excerpt = cutBlockExcerpt(block, lines, left * (1 - EXACT_SHARE));
    if (excerpt === null && !trims) return null;
    const shown = excerpt ?? { content: "", first: block.first, last: block.first, partial: true };
    const { partial: _, ...rest } = frame;
    return {
      ...rest,
      lines: `${shown.first}-${shown.last}`,
      exact_matches: exactMatches(shown, lines, left - JSON.stringify(shown.content).length),
      content: shown.content,
      ...(shown.partial ? { partial: true } : {}),
    };
  }
}

/** The lines with most different words of the query, in text order. */
function exactMatches(
  { content, first, last }: { readonly content: string; readonly first: number; readonly last: number },
  lines: ShownLines,
  room: number,
): CodeSnippet["exact_matches"] {
  const found: { line: number; matches: number; text: string }[] = [];
  const shown = new Set(content.split("\n"));
  for (let line = first; line <= last; line++) {
    const text = lines.line(line);
    const matches = shown.has(text) ? lines.matches(line) : 0;
    if (matches > 0) found.push({ line, matches, text: text.trim().slice(0, EXACT.length).toWellFormed() });
  }
  found.sort((a, b) => b.matches - a.matches || a.line - b.line);
  let left = room;
  const kept = found.slice(0, EXACT.lines).filter(({ line, text }) => {
    left -= replySize({ line, text }) + 1;
    return left >= 0;
  });
  return kept.sort((a, b) => a.line - b.line).map(({ line, text }) => ({ line, text }));
}
