/**
 * The query language of src/text/query.ts decided on plain texts, without index, chunks or the product's matcher: slow,
 * simple, and written from the documented rules (text/units.ts, text/matcher.ts, index-search/lexical.ts). Only the stems are
 * the product's: they are the definition of which words are alike.
 */
import { stem } from "../../src/text/stem.ts";

export interface Item {
  /** "part": `*text*`; "ending": `*text`. */
  readonly kind: "word" | "phrase" | "prefix" | "part" | "ending";
  readonly text: string;
}

/** An item, or a group in parentheses: one of its members, or each of them, must hold. */
export type Group = Item | { readonly any: readonly Group[] } | { readonly each: readonly Group[] };

export interface Question {
  /** Every one must hold. */
  readonly all: readonly Group[];
  /** None may hold; words are meant as written. */
  readonly none: readonly Group[];
  readonly path?: string | undefined;
  readonly notPath?: string | undefined;
  readonly ext?: string | undefined;
  readonly notExt?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** Beneath the root; the option --path-prefix. */
  readonly prefix?: string | undefined;
}

export interface Doc {
  /** Beneath the root. */
  readonly rel: string;
  readonly text: string;
  readonly mtime: number;
}

/** The documents beneath `root` that a question is about, in the order given. */
export function answer(question: Question, docs: readonly Doc[], root: string): Doc[] {
  return docs.filter((doc) => passes(question, doc, root) && matches(question, doc));
}

function passes(question: Question, { rel, mtime }: Doc, root: string): boolean {
  const { path, notPath, ext, notExt, after, before, prefix } = question;
  const dot = rel.lastIndexOf(".");
  const own = dot > rel.lastIndexOf("/") + 1 ? rel.slice(dot + 1).toLowerCase() : "";
  if (path !== undefined && !`${root}/${rel}`.includes(path)) return false;
  if (notPath !== undefined && `${root}/${rel}`.includes(notPath)) return false;
  if (ext !== undefined && own !== ext) return false;
  if (notExt !== undefined && own === notExt) return false;
  if (after !== undefined && mtime < after) return false;
  if (before !== undefined && mtime >= before) return false;
  return prefix === undefined || rel === prefix || rel.startsWith(`${prefix}/`);
}

function matches({ all, none }: Question, { rel, text }: Doc): boolean {
  // A file without text has no chunk that its name could be found by; filters list it.
  if (all.length > 0 && text.trim() === "") return false;
  const body = unitsOf(text);
  const name = unitsOf(rel);
  const holds = (item: Item) => found(item, body) || (item.kind === "word" && found(item, name));
  const written = (item: Item) => found(item.kind === "word" ? { kind: "phrase", text: item.text } : item, body);
  return all.every((group) => isTrue(group, holds)) && !none.some((group) => isTrue(group, written));
}

function isTrue(group: Group, holds: (item: Item) => boolean): boolean {
  if ("any" in group) return group.any.some((member) => isTrue(member, holds));
  if ("each" in group) return group.each.every((member) => isTrue(member, holds));
  return holds(group);
}

/** A part of a word, or a character of a script without spaces. */
interface Unit {
  readonly text: string;
  readonly isCharacter: boolean;
  /** Number of the run or name it belongs to; units of one run or name have the same. */
  readonly group: number;
  /** The sign that joins its first digit to the last digit of the unit before it; "" where nothing does. */
  readonly sign: string;
}

const CHARACTER = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]";
const ALNUM = `(?:(?!${CHARACTER})[\\p{L}\\p{M}\\p{N}])`;
const JOINT = `(?:_+|-|\\.(?=\\p{N})|(?<=\\p{N})[:/,](?=\\p{N}))`;
const PIECES = new RegExp(`(${CHARACTER}+)|(${ALNUM}+(?:${JOINT}${ALNUM}+)*)`, "gu");
const BROKEN_LINE = new RegExp(`(${CHARACTER})[ \\t]*\\n[ \\t]*(?=${CHARACTER})`, "gu");

function unitsOf(text: string): Unit[] {
  const folded = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(BROKEN_LINE, "$1");
  const units: Unit[] = [];
  let group = 0;
  for (const [, run, name] of folded.matchAll(PIECES)) {
    group++;
    for (const character of run ?? "") units.push({ text: character, isCharacter: true, group, sign: "" });
    for (const { part, sign } of name === undefined ? [] : partsOf(name)) {
      units.push({ text: part.toLowerCase(), isCharacter: false, group, sign });
    }
  }
  return units;
}

/** The parts of a name. Signs between digits stay: an underscore, or several, is the sign "-". */
function partsOf(name: string): { part: string; sign: string }[] {
  const pieces = name.split(/(_+|[-.:/,])/);
  return pieces.flatMap((piece, at) => {
    if (at % 2 === 1) return [];
    const joint = pieces[at - 1] ?? "";
    const isBetweenDigits = /\p{N}$/u.test(pieces[at - 2] ?? "") && /^\p{N}/u.test(piece);
    const sign = isBetweenDigits ? joint.replace(/_+/, "-") : "";
    const parts = piece
      .replace(/^([vV])(?=\p{N})/u, "$1 ")
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
      .replace(/(?<=[\p{Lu}\p{N}])(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, " ")
      .split(" ");
    return parts.map((part, i) => ({ part, sign: i === 0 ? sign : "" }));
  });
}

const alike = (a: string, b: string) => a === b || stem(a) === stem(b);
/** Units in one piece: without what separated them, but for the signs between digits. */
const joined = (units: readonly Unit[]) => units.map(({ text, sign }, at) => (at === 0 ? text : sign + text)).join("");
const nameAt = (units: readonly Unit[], at: number) => units.filter((unit) => unit.group === units[at]?.group);
const isFirst = (units: readonly Unit[], at: number) => units[at - 1]?.group !== units[at]?.group;
const VALUE = /\p{N}+(?:[-.:/,]\p{N}+)+/gu;

function found({ kind, text }: Item, units: readonly Unit[]): boolean {
  const wanted = unitsOf(text);
  if (kind === "part" || kind === "ending") return holdsPart(kind, joined(wanted), units);
  const words = [...Map.groupBy(wanted, (unit) => unit.group).values()];
  const [only, ...more] = words;
  if (only !== undefined && more.length === 0 && holdsValue(kind, only, units)) return true;
  return words.length > 0 && units.some((_, at) => follows(kind, words, units, at));
}

/** Whether a word, or a name in one piece, holds the part: anywhere, or at its end. */
function holdsPart(kind: "part" | "ending", part: string, units: readonly Unit[]): boolean {
  const holds = (word: string) => (kind === "part" ? word.includes(part) : word.endsWith(part));
  const words = units.filter(({ isCharacter }) => !isCharacter);
  return words.some((word) => holds(word.text) || holds(joined(words.filter((other) => other.group === word.group))));
}

/** Whether a name holds the one value of the word: this value, or for a plain word and a beginning a longer one that begins with it. */
function holdsValue(kind: Item["kind"], word: readonly Unit[], units: readonly Unit[]): boolean {
  const [wanted, ...others] = valuesOf(joined(word));
  if (wanted === undefined || others.length > 0) return false;
  return units.some((unit, at) => {
    if (unit.isCharacter || !isFirst(units, at)) return false;
    const name = nameAt(units, at);
    return valuesOf(joined(name)).some(({ before, value, after }) => {
      if (wanted.before !== "" && before !== wanted.before) return false;
      if (wanted.after === "") {
        if (value === wanted.value) return true;
        if (kind === "prefix") return value.startsWith(wanted.value);
        return kind === "word" && value.startsWith(wanted.value) && /^[-.:/,]/.test(value.slice(wanted.value.length));
      }
      if (value !== wanted.value) return false;
      if (kind === "prefix" ? after.startsWith(wanted.after) : after === wanted.after) return true;
      // 25.4mm as 25.4 mm.
      return kind === "word" && after === "" && units[at + name.length]?.text === wanted.after;
    });
  });
}

function valuesOf(whole: string): { before: string; value: string; after: string }[] {
  return Array.from(whole.matchAll(VALUE), ({ 0: value, index }) => ({
    before: whole.slice(0, index),
    value,
    after: whole.slice(index + value.length),
  }));
}

/** Whether the words stand in a row from unit `at` on. */
function follows(kind: Item["kind"], words: readonly (readonly Unit[])[], units: readonly Unit[], at: number): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return true;
  return endsOf(kind, word, rest.length === 0, units, at).some((end) => follows(kind, rest, units, end));
}

/** Where one word ends if it stands at unit `at`: as its own parts, as one unit, or as one name with other parts. */
function endsOf(
  kind: Item["kind"],
  word: readonly Unit[],
  isLast: boolean,
  units: readonly Unit[],
  at: number,
): number[] {
  const isOpen = kind === "prefix" && isLast;
  const same = (own: string, wanted: string, open: boolean) => {
    if (kind === "word") return alike(own, wanted);
    return isOpen && open ? own.startsWith(wanted) : own === wanted;
  };
  const ends: number[] = [];
  const end = at + word.length;
  const row = units.slice(at, end);
  const inRow = word.every((part, i) => {
    const unit = row[i];
    if (unit === undefined || unit.isCharacter !== part.isCharacter) return false;
    if (part.isCharacter && unit.group !== row[0]?.group) return false;
    return part.isCharacter ? unit.text === part.text : same(unit.text, part.text, i === word.length - 1);
  });
  const whole = joined(word);
  if (row.length === word.length && inRow && hasSigns(kind, word, isOpen, units, at)) ends.push(end);
  const first = units[at];
  if (first === undefined || first.isCharacter || word[0]?.isCharacter !== false) return ends;
  if (word.length > 1 && same(first.text, whole, true)) ends.push(at + 1);
  const name = nameAt(units, at);
  if (isFirst(units, at) && name.length > 1 && same(joined(name), whole, true)) ends.push(at + name.length);
  return ends;
}

/** A word with a value stands with the same signs; what is meant as written has no further digits joined to it. */
function hasSigns(
  kind: Item["kind"],
  word: readonly Unit[],
  isOpen: boolean,
  units: readonly Unit[],
  at: number,
): boolean {
  if (valuesOf(joined(word)).length === 0) return true;
  const end = at + word.length;
  const own = joined(units.slice(at, end));
  if (isOpen ? !own.startsWith(joined(word)) : own !== joined(word)) return false;
  return kind === "word" || (units[at]?.sign === "" && (isOpen || (units[end]?.sign ?? "") === ""));
}
