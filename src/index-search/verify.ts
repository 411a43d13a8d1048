/**
 * Checks on the stored texts what the index only proposes. The index, or the counts of a passage, decide on a plain word;
 * phrases, prefixes and exclusions are read: in the parts that the index names, first by a pattern that can confirm at once.
 */

import type { FoundFile } from "../store/found.ts";
import { ordinalOfPart } from "../store/parts.ts";
import type { QueryFilter } from "../text/filters.ts";
import { ftsExpression, isDecidedByIndex } from "../text/fts.ts";
import { MatchText } from "../text/matcher.ts";
import { OVERLAP_TOKENS } from "../text/parts.ts";
import type { PatternWord } from "../text/pattern.ts";
import type { Term } from "../text/query.ts";
import { isTrue, type QueryNode } from "../text/query-tree.ts";
import { stemPrefix } from "../text/stem.ts";
import { isStopWord } from "../text/stopwords.ts";
import { cutToken } from "../text/tokens.ts";
import { CHARACTER_UNIT, WORD_UNIT } from "../text/units.ts";
import type { Candidates } from "./candidates.ts";
import type { Counted, Passage, Passages } from "./passages.ts";
import type { SearchPlan, Wanted } from "./plan.ts";

/** UTF-16 units that a phrase longer than the overlap of parts may continue beyond its part. */
const LONG_PHRASE = 32 * 1024;

export class Verifier {
  readonly #documents = new Map<Term, Map<number, number | null>>();
  readonly #patterns = new Map<Term, RegExp | null>();
  readonly #expressions = new Map<Term, string | null>();

  constructor(
    private readonly plan: SearchPlan,
    private readonly candidates: Candidates,
    private readonly passages: Passages,
  ) {}

  /** The passages with everything wanted, one thing in their own text; by names alone, the first of a file. */
  holdingAll({ passages, counts, width }: Counted, wanted: readonly Wanted[]): Set<Passage> {
    const holding = new Set<Passage>();
    const columns = wanted.map((each) => this.#columnsOf(each));
    // Columns of all wanted things in a row, each list ended by -1.
    const flat = Int32Array.from(columns.flatMap((own) => [...(own ?? []), -1]));
    const isSimple = columns.every((own) => own !== null);
    for (let row = 0; row < passages.length; row++) {
      const passage = passages[row];
      if (passage === undefined) break;
      const at = row * width;
      if (isSimple) {
        let missing = false;
        let held = false;
        for (let next = 0; next < flat.length && !missing; next++) {
          const column = flat[next] ?? -1;
          if (column === -1) {
            missing = !held;
            held = false;
          } else if ((counts[at + column] ?? 0) > 0) held = true;
        }
        if (!missing) {
          holding.add(passage);
          continue;
        }
        if (!passage.isNamedBeyondText) continue;
      }
      if (this.#holdsAll(passage, counts, at, wanted)) holding.add(passage);
    }
    return holding;
  }

  /** Columns, any of which proves a wanted thing in a text; null where counts are not enough. */
  #columnsOf({ node, terms }: Wanted): readonly number[] | null {
    if (node.op !== "term" && (node.op !== "or" || node.nodes.some(({ op }) => op !== "term"))) return null;
    const columns: number[] = [];
    for (const { kind, words } of terms) {
      const [word, ...others] = words;
      if (kind !== "word" || word === undefined || others.length > 0) return null;
      if (word.units.length !== 1 || word.wholeToken === null || word.suffix !== "" || word.values.length > 0)
        return null;
      const column = this.passages.column(word.wholeToken);
      if (column === -1) return null;
      columns.push(column);
    }
    return columns;
  }

  #holdsAll(passage: Passage, counts: Float64Array, at: number, all: readonly Wanted[]): boolean {
    let inText = false;
    for (const wanted of all) {
      const { id } = passage.file;
      const passes = (filter: QueryFilter) => this.plan.filters.passes(id, filter);
      const isInText = (term: Term) => this.#isInText(passage, counts, at, term);
      // NOT is evaluated on the whole document: on a passage it would be true too often.
      const isSimple = wanted.terms.length > 0 && isPositive(wanted.node);
      if (!isSimple && !this.documentHolds(passage.file, [wanted])) return false;
      if (isTrue(wanted.node, isInText, passes)) inText = true;
      else if (!isTrue(wanted.node, (term) => isInText(term) || this.#isInName(passage, term), passes)) return false;
    }
    return inText || passage.ordinal === 0;
  }

  #isInText(passage: Passage, counts: Float64Array, at: number, term: Term): boolean {
    if (term.kind === "part") return passage.matchText.has(term);
    let isSure = term.kind === "word" && term.words.length === 1;
    for (const [index, word] of term.words.entries()) {
      const isPrefix = term.kind === "prefix" && index === term.words.length - 1;
      const held = this.#isCounted(word, isPrefix, term.words.length > 1, counts, at);
      if (held === "no") return false;
      if (held === "perhaps" || word.suffix !== "") isSure = false;
    }
    return isSure || this.#patternOf(term)?.test(passage.text) === true || passage.matchText.has(term);
  }

  /** Whether the counts prove a word: by its whole, or by all of its parts, whose order is unknown. */
  #isCounted(
    { whole, wholeToken, units, values }: PatternWord,
    isPrefix: boolean,
    isInCompany: boolean,
    counts: Float64Array,
    at: number,
  ): "yes" | "no" | "perhaps" {
    // A value may be inside a longer one.
    if (values.length > 0) return "perhaps";
    // Stop words beside others are not counted.
    if (isInCompany && whole !== null && isStopWord(whole)) return "perhaps";
    const has = (token: string, prefix: boolean): boolean | null => {
      const column = this.passages.column(token, prefix);
      return column === -1 ? null : (counts[at + column] ?? 0) > 0;
    };
    if (whole !== null && wholeToken !== null) {
      const found = isPrefix ? has(stemPrefix(cutToken(whole)), true) : has(wholeToken, false);
      if (found === null) return "perhaps";
      if (found) return isPrefix ? "perhaps" : "yes";
      if (units.length === 1) return "no";
    }
    const [only, second] = units;
    if (units.length === 1 && only?.kind === CHARACTER_UNIT) {
      const found = has(only.exact, true);
      return found === null ? "perhaps" : found ? "yes" : "no";
    }
    for (const [index, unit] of units.entries()) {
      const next = units[index + 1];
      if (unit.kind === CHARACTER_UNIT) {
        if (next?.glued && has(unit.exact + next.exact, false) === false) return "no";
        continue;
      }
      const isOpen = isPrefix && index === units.length - 1 && unit.kind === WORD_UNIT;
      if ((isOpen ? has(stemPrefix(cutToken(unit.exact)), true) : has(unit.token, false)) === false) return "no";
    }
    return units.length === 2 && second?.glued ? "yes" : "perhaps";
  }

  #isInName(passage: Passage, term: Term): boolean {
    if (this.candidates.isNamed(passage.file, term)) return true;
    return passage.symbol !== "" && this.candidates.isInName(passage.symbol, term);
  }

  /** True when the file holds every wanted thing, in its text or, for plain words, in its path. */
  documentHolds(file: FoundFile, wanted: readonly Wanted[]): boolean {
    return wanted.every(({ node }) => this.#isTrueOf(file, node));
  }

  #isTrueOf(file: FoundFile, node: QueryNode): boolean {
    const passes = (filter: QueryFilter) => this.plan.filters.passes(file.id, filter);
    return isTrue(node, (term) => this.#isIn(file, term), passes);
  }

  #isIn(file: FoundFile, term: Term): boolean {
    return this.candidates.isNamed(file, term) || this.placeOf(file, term) !== null;
  }

  /** Whether anything unwanted is true of the file; for words its text decides. */
  isExcluded(file: FoundFile): boolean {
    return this.plan.unwanted.some((node) => this.#isTrueOf(file, node));
  }

  /**
   * Offset near a term's first match in the text of a file; null without a match. Only parts that the index names are read, and
   * none where the index decides.
   */
  placeOf(file: FoundFile, term: Term): number | null {
    const known = this.#documents.get(term) ?? new Map<number, number | null>();
    this.#documents.set(term, known);
    const before = known.get(file.id);
    if (before !== undefined) return before;
    const place = this.#look(file, term);
    known.set(file.id, place);
    return place;
  }

  #look(file: FoundFile, term: Term): number | null {
    const expression = this.#expressions.get(term) ?? ftsExpression(term);
    this.#expressions.set(term, expression);
    const table = this.candidates.table(file);
    if (expression === null || table === null) return null;
    for (const id of this.candidates.postings.partsOfFileMatching(expression, file.id)) {
      const { start, end } = table.part(ordinalOfPart(id));
      if (isDecidedByIndex(term)) return start;
      const isLong = term.words.reduce((sum, { units }) => sum + units.length, 0) > OVERLAP_TOKENS;
      const text = this.candidates.slice(file, start, isLong ? end + LONG_PHRASE : end);
      const sure = this.#patternOf(term)?.exec(text) ?? null;
      if (sure !== null) return start + sure.index;
      const [span] = new MatchText(text).find(term);
      if (span !== undefined) return start + span.start;
    }
    return null;
  }

  #patternOf(term: Term): RegExp | null {
    const known = this.#patterns.get(term);
    if (known !== undefined) return known;
    const pattern = surePattern(term);
    this.#patterns.set(term, pattern);
    return pattern;
  }
}

/** Whether a node holds no NOT. */
function isPositive(node: QueryNode): boolean {
  if (node.op === "not") return false;
  return node.op === "and" || node.op === "or" ? node.nodes.every(isPositive) : true;
}

/** No character of a word or a name. */
const BESIDE = "[A-Za-z0-9_.\\-\\u0080-\\uffff]";
const BETWEEN = "[^A-Za-z0-9_.\\-\\u0080-\\uffff]{1,80}";

/**
 * Finds words of ASCII letters as typed, each between characters that are in no word or name. A text without such a match may
 * still hold the term, in another form or as part of a name. Null for other terms.
 */
function surePattern(term: Term): RegExp | null {
  if (term.kind === "part") return null;
  const words: string[] = [];
  for (const [index, { units, suffix, whole }] of term.words.entries()) {
    const text = units.length === 1 && whole !== null ? (units[0]?.exact ?? "") : "";
    const isLast = index === term.words.length - 1;
    if (!/^[a-z][a-z0-9]*$/.test(text) || suffix !== "") return null;
    if (term.kind !== "prefix" || !isLast) words.push(text);
    else if (!/^[a-z]+$/.test(text)) return null;
    else return new RegExp(`(?<!${BESIDE})${[...words, `${text}[a-z]*`].join(BETWEEN)}(?!${BESIDE})`);
  }
  if (words.length === 0) return null;
  return new RegExp(`(?<!${BESIDE})${words.join(BETWEEN)}(?!${BESIDE})`, "i");
}
