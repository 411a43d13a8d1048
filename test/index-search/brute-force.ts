/**
 * The query language of src/text/query.ts decided on plain texts, without index, chunks or the product's matcher: slow,
 * simple, and written from the documented rules (text/units.ts, text/matcher.ts, index-search/lexical.ts). Only the stems are
 * the product's: they are the definition of which words are alike.
 */
import { stem } from "../../src/text/stem.ts";

export interface Item {
  readonly kind: "word" | "phrase" | "prefix";
  readonly text: string;
}

export interface Question {
  /** Every one must hold; any of its items makes it hold. */
  readonly all: readonly (readonly Item[])[];
  /** None may hold; words are meant as written. */
  readonly none: readonly Item[];
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
  const written = (item: Item): Item => (item.kind === "word" ? { kind: "phrase", text: item.text } : item);
  return all.every((items) => items.some(holds)) && !none.some((item) => found(written(item), body));
}

/** A part of a word, or a character of a script without spaces. */
interface Unit {
  readonly text: string;
  readonly isCharacter: boolean;
  /** Number of the run or name it belongs to; units of one run or name have the same. */
  readonly group: number;
}

const CHARACTER = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]";
const ALNUM = `(?:(?!${CHARACTER})[\\p{L}\\p{M}\\p{N}])`;
const PIECES = new RegExp(`(${CHARACTER}+)|(${ALNUM}+(?:(?:_+|-|\\.(?=\\p{N}))${ALNUM}+)*)`, "gu");
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
    for (const character of run ?? "") units.push({ text: character, isCharacter: true, group });
    for (const part of name === undefined ? [] : partsOf(name)) {
      units.push({ text: part.toLowerCase(), isCharacter: false, group });
    }
  }
  return units;
}

function partsOf(name: string): string[] {
  return name.split(/_+|-|\./).flatMap((piece) =>
    piece
      .replace(/^([vV])(?=\p{N})/u, "$1 ")
      .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
      .replace(/(?<=[\p{Lu}\p{N}])(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, " ")
      .split(" "),
  );
}

const alike = (a: string, b: string) => a === b || stem(a) === stem(b);

function found({ kind, text }: Item, units: readonly Unit[]): boolean {
  const wanted = unitsOf(text);
  const words = [...Map.groupBy(wanted, (unit) => unit.group).values()];
  return words.length > 0 && units.some((_, at) => follows(kind, words, units, at));
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
  const same = (own: string, wanted: string, open: boolean) => {
    if (kind === "word") return alike(own, wanted);
    return kind === "prefix" && open ? own.startsWith(wanted) : own === wanted;
  };
  const ends: number[] = [];
  const row = units.slice(at, at + word.length);
  const inRow = word.every((part, i) => {
    const unit = row[i];
    if (unit === undefined || unit.isCharacter !== part.isCharacter) return false;
    if (part.isCharacter && unit.group !== row[0]?.group) return false;
    return part.isCharacter ? unit.text === part.text : same(unit.text, part.text, isLast && i === word.length - 1);
  });
  if (row.length === word.length && inRow) ends.push(at + word.length);
  const first = units[at];
  if (first === undefined || first.isCharacter || word[0]?.isCharacter !== false) return ends;
  const whole = word.map((part) => part.text).join("");
  if (word.length > 1 && same(first.text, whole, isLast)) ends.push(at + 1);
  if (units[at - 1]?.group !== first.group) {
    const name = units.filter((unit) => unit.group === first.group);
    if (name.length > 1 && same(name.map((unit) => unit.text).join(""), whole, isLast)) ends.push(at + name.length);
  }
  return ends;
}
