/**
 * Terms as FTS5 expressions. Every expression finds at least the rows that the matcher accepts; for phrases, prefixes and
 * exclusions it may find more, and the stored text decides. User text reaches FTS5 only as quoted tokens, and tokens hold
 * letters, digits and non-ASCII characters only.
 */
import { OVERLAP_TOKENS } from "./parts.ts";
import type { PatternUnit, PatternWord } from "./pattern.ts";
import type { QueryNode, Term } from "./query-tree.ts";
import { shorterStems, stemPrefix } from "./stem.ts";
import { cutToken } from "./tokens.ts";
import { CHARACTER_UNIT, WORD_UNIT } from "./units.ts";

/** Longer phrases are looked up by their beginning, which lies in one part (parts.ts); the text decides on the rest. */
const MAX_WORDS = 24;
const MAX_UNITS = OVERLAP_TOKENS;

/**
 * Column filters, each with its colon. Plain words may also stand in the path or the symbols; terms matched as written stand in
 * the text alone. All columns need no filter: FTS5 does not see that a filter names all, and costs a tenth more.
 */
interface Columns {
  /** Columns that hold tokens by position. */
  readonly parts: string;
  /** As `parts`, and `ident`. */
  readonly all: string;
  /** Columns that hold whole identifiers. */
  readonly wholes: string;
}
const EVERYWHERE: Columns = { parts: "{body path} : ", all: "", wholes: "{ident symbols path} : " };
const TEXT: Columns = { parts: "body : ", all: "{body ident} : ", wholes: "ident : " };

/** The expression of one term; null when it has no token (then it is literal punctuation and matches nothing). */
export function ftsExpression(term: Term): string | null {
  const columns = term.kind === "word" ? EVERYWHERE : TEXT;
  const words = term.words.slice(0, MAX_WORDS);
  const last = words.length - 1;
  if (last < 0) return null;
  // A phrase cut at MAX_WORDS loses its last word, and with that word the star.
  const prefix = term.kind === "prefix" && words.length === term.words.length;
  if (term.kind === "part") return partExpression(term, columns);
  if (last === 0 && words[0]) return singleExpression(term, words[0], columns, prefix);
  const sequence = sequenceExpression(
    words.flatMap((word) => word.units),
    columns.parts,
    prefix,
  );
  // A phrase whose words are parts of the text's names is found by position. Where the text writes a word in another style
  // (GitHub for github), `ident` holds at least one whole, and each word alone is somewhere.
  const wholes = words.flatMap((word, at) => wholeExpression(word, columns, prefix && at === last) ?? []);
  const values =
    term.kind === "word" ? [] : words.flatMap((word, at) => valueExpressions(word, columns, prefix && at === last));
  if (wholes.length === 0) return [sequence, ...values].join(" AND ");
  const each = words.map((word, at) => wordExpression(word, columns, prefix && at === last));
  return [`(${sequence} OR ((${wholes.join(" OR ")}) AND ${each.join(" AND ")}))`, ...values].join(" AND ");
}

/** A private character, which the tokens of no text hold: no row matches it. */
const NO_TOKEN = "\ue0ff";

/** Any of the tokens whose words may hold the part; no row where no word holds it. */
function partExpression({ tokens = [] }: Term, { all }: Columns): string {
  return `${all}(${(tokens.length === 0 ? [NO_TOKEN] : tokens).map(quote).join(" OR ")})`;
}

/** One word. For a value as written: exactly that value; for a plain value: also longer values that begin with it. */
function singleExpression(term: Term, word: PatternWord, columns: Columns, prefix: boolean): string {
  if (word.values.length !== 1) return wordExpression(word, columns, prefix);
  const [value = ""] = word.values;
  if (term.kind === "word")
    return `(${wordExpression(word, columns, false)} OR ${columns.wholes}${quote(cutToken(value))} *)`;
  return valueExpressions(word, columns, prefix).join(" AND ");
}

/** The values of a word as written; in a prefix the last value may continue. */
function valueExpressions({ values, whole }: PatternWord, { wholes }: Columns, prefix: boolean): string[] {
  return values.map((value, at) => {
    const isOpen = prefix && at === values.length - 1 && whole?.endsWith(value) === true;
    return `${wholes}${quote(cutToken(value))}${isOpen ? " *" : ""}`;
  });
}

/**
 * True where the expression finds exactly the rows whose text, path or symbols the matcher accepts, so that the stored text
 * need not be read: one plain word by its stem, one identifier by its parts or its whole, one run of characters.
 */
export function isDecidedByIndex(term: Term): boolean {
  const [word, ...others] = term.words;
  if (term.kind !== "word" || word === undefined || others.length > 0) return false;
  return word.units.length <= MAX_UNITS && word.suffix === "" && word.values.length === 0;
}

/** Expression of a term that no part holds: a term of punctuation alone. */
export const NOWHERE = "";

/**
 * FTS5 expression of the parts for which a tree may be true, as far as one part decides; null: any part may match, NOWHERE:
 * none. NOT is decided on whole documents.
 */
export function treeExpression(node: QueryNode): string | null {
  switch (node.op) {
    case "term":
      return ftsExpression(node.term) ?? NOWHERE;
    case "filter":
    case "not":
      return null;
    case "and": {
      const each = node.nodes.map(treeExpression).filter((one) => one !== null);
      if (each.includes(NOWHERE)) return NOWHERE;
      return each.length === 0 ? null : each.map((one) => `(${one})`).join(" AND ");
    }
    case "or": {
      const each = node.nodes.map(treeExpression).filter((one) => one !== NOWHERE);
      if (each.includes(null)) return null;
      return each.length === 0 ? NOWHERE : each.map((one) => `(${one})`).join(" OR ");
    }
  }
}

/** Expression of the rows with any of the tokens in any column: candidates for ranking, and rows for a document frequency. */
export function tokensExpression(
  tokens: readonly { readonly token: string; readonly prefix: boolean }[],
): string | null {
  return tokens.length === 0 ? null : tokenExpressions(tokens).join(" OR ");
}

/** As above, one for each token. */
export function tokenExpressions(
  tokens: readonly { readonly token: string; readonly prefix: boolean }[],
): readonly string[] {
  return tokens.map(({ token, prefix }) => `${EVERYWHERE.all}${quote(token)}${prefix ? " *" : ""}`);
}

function quote(tokens: string): string {
  return `"${tokens}"`;
}

/** One word: its parts in a row, or the whole identifier. */
function wordExpression(word: PatternWord, columns: Columns, prefix: boolean): string {
  const whole = wholeToken(word, prefix);
  if (whole === null) return sequenceExpression(word.units, columns.parts, prefix);
  const found = prefix ? prefixExpression(cutToken(word.whole ?? ""), columns.all) : `${columns.all}${whole}`;
  if (word.units.length === 1) return found;
  return `(${found} OR ${sequenceExpression(word.units, columns.parts, prefix)})`;
}

/**
 * Words with this prefix: stems with it and the few shorter ones. Just one shorter prefix, `st` for `std`, is most of the
 * index.
 */
function prefixExpression(prefix: string, columns: string): string {
  const shorter = shorterStems(prefix).map((stem) => `${columns}${quote(stem)}`);
  const open = `${columns}${quote(prefix)} *`;
  return shorter.length === 0 ? open : `(${[open, ...shorter].join(" OR ")})`;
}

/** The whole token of a word that is not just its parts in a row: only then must a phrase be looked up word by word. */
function wholeExpression(word: PatternWord, columns: Columns, prefix: boolean): string | null {
  const whole = wholeToken(word, prefix);
  if (whole === null) return null;
  return `${word.units.length > 1 ? columns.all : columns.wholes}${whole}`;
}

function wholeToken(word: PatternWord, prefix: boolean): string | null {
  if (word.whole === null || word.wholeToken === null) return null;
  return prefix ? `${quote(stemPrefix(cutToken(word.whole)))} *` : quote(word.wholeToken);
}

/**
 * Units in a row, as FTS5 phrases joined by AND. A run of characters becomes its bigrams; the token of the run's last character
 * depends on the next character in the text: alone before a word, a bigram with any follower otherwise. Where a second run
 * follows after a space, the text may have no space, so a new phrase begins.
 */
function sequenceExpression(units: readonly PatternUnit[], columns: string, prefix: boolean): string {
  const phrases: string[] = [];
  let tokens: string[] = [];
  const end = Math.min(units.length, MAX_UNITS);
  const close = (star: boolean) => {
    if (tokens.length > 0) phrases.push(`${columns}${quote(tokens.join(" "))}${star ? " *" : ""}`);
    tokens = [];
  };
  for (let at = 0; at < end; at++) {
    const unit = units[at];
    const next = at + 1 < units.length ? units[at + 1] : undefined;
    if (!unit) break;
    if (unit.kind !== CHARACTER_UNIT) {
      const starred = prefix && at === units.length - 1 && unit.kind === WORD_UNIT;
      tokens.push(starred ? stemPrefix(cutToken(unit.exact)) : unit.token);
      if (starred) close(true);
    } else if (next?.glued) tokens.push(unit.exact + next.exact);
    else if (next && next.kind !== CHARACTER_UNIT) tokens.push(unit.exact);
    else if (unit.glued) close(false);
    else {
      tokens.push(unit.exact);
      close(true);
    }
  }
  close(false);
  return phrases.length === 1 ? (phrases[0] ?? "") : `(${phrases.join(" AND ")})`;
}
