/** How many of a query's words a text holds: what "most of the words" means where a search is relaxed. */
import type { Postings } from "../store/postings.ts";
import { ftsExpression } from "../text/fts.ts";
import type { MatchText } from "../text/matcher.ts";
import { type PatternWord, patternOf } from "../text/pattern.ts";
import type { Term } from "../text/query.ts";
import { CHARACTER_UNIT } from "../text/units.ts";
import type { Wanted } from "./plan.ts";

/** Of words, so large a share must be held; of the character pairs of a run (CJK), which no one typed as words, less. */
const ENOUGH = { word: 0.5, pair: 0.25 } as const;

interface Part {
  readonly term: Term;
  readonly match: string;
}

interface Group {
  readonly wanted: Wanted;
  /** The words of one that was typed together: parts of a name or path, pairs of a run. Empty for a single word. */
  readonly parts: readonly Part[];
}

export interface Words {
  readonly groups: readonly Group[];
  /** Number of words. */
  readonly count: number;
  /** Share of them, 0–1, from which on a file is a partial hit. */
  readonly enough: number;
}

export function wordsOf(wanted: readonly Wanted[]): Words {
  const groups = wanted.map((each) => ({ wanted: each, parts: partsOf(each) }));
  let count = 0;
  let needed = 0;
  for (const { parts } of groups) {
    count += Math.max(1, parts.length);
    needed += parts.length === 0 ? ENOUGH.word : 0;
    for (const { term } of parts) needed += isPair(term) ? ENOUGH.pair : ENOUGH.word;
  }
  return { groups, count, enough: count === 0 ? 1 : Math.ceil(needed) / count };
}

/** Share of the words in an analysed text; `holds` adds what is known of a wanted thing from elsewhere, such as the path. */
export function coverageOf({ groups, count }: Words, text: MatchText, holds: (wanted: Wanted) => boolean): number {
  let held = 0;
  for (const { wanted, parts } of groups) {
    if (wanted.alternative.terms.some((term) => text.has(term)) || holds(wanted)) held += Math.max(1, parts.length);
    else held += parts.filter(({ term }) => text.has(term)).length;
  }
  return held / count;
}

/** Share of the words in each of the files, by the index; files without any are left out. */
export function coverageByIndex(
  { groups, count }: Words,
  postings: Postings,
  files: readonly number[],
): Map<number, number> {
  const held = new Map<number, number>();
  const add = (id: number, words: number) => held.set(id, (held.get(id) ?? 0) + words / count);
  for (const { wanted, parts } of groups) {
    const whole = new Set(postings.filesMatching(wanted.match, files));
    for (const id of whole) add(id, Math.max(1, parts.length));
    const rest = parts.length === 0 ? [] : files.filter((id) => !whole.has(id));
    for (const { match } of parts) for (const id of postings.filesMatching(match, rest)) add(id, 1);
  }
  return held;
}

/** Names, paths and runs that were typed as one word, taken apart. Alternatives and marked terms stay whole. */
function partsOf({ alternative, marked }: Wanted): Part[] {
  const [term, ...others] = alternative.terms;
  if (term === undefined || others.length > 0 || marked) return [];
  const pieces = term.words.flatMap(piecesOf);
  if (pieces.length < 2) return [];
  return pieces.flatMap((text) => {
    const part: Term = { kind: "word", text, words: patternOf(text) };
    const match = ftsExpression(part);
    return match === null ? [] : [{ term: part, match }];
  });
}

function piecesOf({ units }: PatternWord): string[] {
  return units.flatMap((unit, at) => {
    if (unit.kind !== CHARACTER_UNIT) return [unit.exact];
    const next = units[at + 1];
    if (next?.glued) return [unit.exact + next.exact];
    return unit.glued ? [] : [unit.exact];
  });
}

function isPair({ words }: Term): boolean {
  return words[0]?.units[0]?.kind === CHARACTER_UNIT;
}
