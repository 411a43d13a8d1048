/** The blocks of a file with its matches, strongest first: whole definitions if their length is acceptable. */

import type { ScoringTermFacts } from "../ranking/file-score.ts";
import type { Block } from "../symbols/block.ts";
import { enclosingBlock } from "../symbols/outline-by-lines.ts";
import type { FileAnalysis, HitLine } from "./analysis.ts";
import { shrink, strongestLines } from "./snippets.ts";

export interface FoundBlock {
  readonly type: string;
  readonly signature: string;
  /** The shown lines, from 1, both inclusive. */
  readonly first: number;
  readonly last: number;
  readonly hits: readonly HitLine[];
  /** Weight of its terms; names of definitions count double. */
  readonly strength: number;
  /** Whether the definition extends beyond the shown lines. */
  readonly cut: boolean;
}

/** A longer class or module is shown in part: users look for its members. */
const LONG_HOLDER = 120;
/** A function within a function is shown with the outer one up to this length. */
const SHORT_OUTER = 80;
/** Lines shown around matches outside all blocks, and around matches in a holder that is too long. */
const AROUND = { before: 6, after: 18 };
/** Weight of lines outside all definitions (imports, headers), relative to a definition with the same terms. */
const LOOSE = 0.5;
/** Weight of further matches of a term, by their logarithm. */
const FURTHER_HITS = 0.1;

const HOLDERS: ReadonlySet<string> = new Set(
  "class interface trait struct object protocol actor mixin impl extension module namespace package section".split(" "),
);

/** `outline`: the file's blocks (file-blocks.ts). */
export function matchingBlocks(
  analysis: FileAnalysis,
  outline: readonly Block[],
  terms: readonly ScoringTermFacts[],
): FoundBlock[] {
  const byBlock = new Map<Block | null, HitLine[]>();
  for (const hit of analysis.lines) {
    const block = blockFor(outline, hit.line);
    const hits = byBlock.get(block);
    if (hits) hits.push(hit);
    else byBlock.set(block, [hit]);
  }
  const found: FoundBlock[] = [];
  for (const [block, hits] of byBlock) {
    if (block === null || isLongHolder(block)) found.push(...windows(analysis, outline, block, hits, terms));
    else found.push(whole(block, withNested(block, byBlock), terms));
  }
  return withoutNested(found).sort((a, b) => b.strength - a.strength || a.first - b.first);
}

/** The block cut to `room` lines, around its strongest match. */
export function cutBlock(block: FoundBlock, room: number, terms: readonly ScoringTermFacts[]): FoundBlock {
  const [strongest = block.first] = strongestLines(block.hits, terms);
  const { first, last } = shrink({ first: block.first, last: block.last, strongest }, room);
  const hits = block.hits.filter(({ line }) => line >= first && line <= last);
  return { ...block, first, last, hits, cut: block.cut || first > block.first || last < block.last };
}

/** The innermost block; for a local function the function around it. */
function blockFor(outline: readonly Block[], line: number): Block | null {
  let block = enclosingBlock(outline, line) ?? commented(outline, line);
  while (block !== null) {
    const inner: Block = block;
    const outer = enclosingBlock(
      outline.filter((other) => other !== inner && other.first <= inner.first && other.last >= inner.last),
      line,
    );
    if (outer === null || HOLDERS.has(outer.type) || outer.last - outer.first >= SHORT_OUTER) return block;
    block = outer;
  }
  return block;
}

/** The block with the line in its comment. */
function commented(outline: readonly Block[], line: number): Block | null {
  return outline.find(({ lead, first }) => lead <= line && line < first) ?? null;
}

function isLongHolder({ type, first, last }: Block): boolean {
  return HOLDERS.has(type) && last - first >= LONG_HOLDER;
}

function withNested(block: Block, byBlock: ReadonlyMap<Block | null, readonly HitLine[]>): HitLine[] {
  const hits: HitLine[] = [];
  for (const [other, own] of byBlock) {
    if (other !== null && other.first >= block.first && other.last <= block.last) hits.push(...own);
  }
  return hits.sort((a, b) => a.line - b.line);
}

function withoutNested(found: readonly FoundBlock[]): FoundBlock[] {
  return found.filter(
    (block) =>
      !found.some(
        (other) =>
          other !== block &&
          other.first <= block.first &&
          other.last >= block.last &&
          (other.last - other.first > block.last - block.first || found.indexOf(other) < found.indexOf(block)),
      ),
  );
}

function whole(block: Block, hits: readonly HitLine[], terms: readonly ScoringTermFacts[]): FoundBlock {
  const { type, signature, last } = block;
  const first = hits.some(({ line }) => line < block.first) ? block.lead : block.first;
  return { type, signature, first, last, hits, strength: strengthOf(hits, terms), cut: false };
}

/** Matches that are close together, with the lines around them up to the next definitions. */
function windows(
  analysis: FileAnalysis,
  outline: readonly Block[],
  block: Block | null,
  hits: readonly HitLine[],
  terms: readonly ScoringTermFacts[],
): FoundBlock[] {
  const least = (line: number) =>
    Math.max(block?.first ?? 1, ...outline.filter(({ last }) => last < line).map(({ last }) => last + 1));
  const most = (line: number) =>
    Math.min(
      block?.last ?? analysis.lineCount,
      ...outline.filter(({ lead }) => lead > line).map(({ lead }) => lead - 1),
    );
  const groups: HitLine[][] = [];
  for (const hit of hits) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const close = before !== undefined && hit.line - before.line <= AROUND.before;
    // Two matches with a definition between them stay separate.
    if (group !== undefined && close && most(before.line) >= hit.line) group.push(hit);
    else groups.push([hit]);
  }
  return groups.map((group) => {
    const [from, to] = [group[0]?.line ?? 1, group.at(-1)?.line ?? 1];
    return {
      type: block?.type ?? "lines",
      signature: block?.signature ?? "",
      first: Math.max(least(from), from - AROUND.before),
      last: Math.min(most(to), to + AROUND.after),
      hits: group,
      strength: strengthOf(group, terms) * (block === null ? LOOSE : 1),
      cut: block !== null,
    };
  });
}

function strengthOf(hits: readonly HitLine[], terms: readonly ScoringTermFacts[]): number {
  let strength = 0;
  terms.forEach(({ weight }, id) => {
    const lines = hits.filter(({ ids }) => ids.includes(id)).length;
    const defined = hits.some(({ defines }) => defines?.ids.includes(id) === true);
    if (lines > 0) strength += weight * ((defined ? 2 : 1) + FURTHER_HITS * Math.log(lines));
  });
  return Math.round(strength * 1e6) / 1e6;
}
