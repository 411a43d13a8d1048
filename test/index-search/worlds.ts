/** Random worlds and random questions about them, made of the same few words so that hits are common. */
import fc from "fast-check";
import type { Doc, Group, Item, Question } from "./brute-force.ts";

const WORDS =
  "run runs running cache caches cached query queries parse parsing header headers http server error index golden bearing " +
  "alpha beta gamma file files Data Version users naïve café";
const NAMES =
  "parseHTTPHeader parse_http_header http-server HTTPServer cacheIndex v1.0 1.0.21 ABC-123 utf8Decoder userIDs getData";
const VALUES =
  "1,299.99 1.299,99 1299 2026-01-31 31.01.2026 10.0.0.11 10.0.0.1 10.0.0 10:15 030-1234567 25.4mm M25.4mm 25.4 4mm 1021 1_0 3/4 " +
  "1.0 1.0.21-rc1 v1.0.21 2024/03/15 49-30-1234567 1,000 50";
const CHARACTERS = "水化学 化学 加速 步骤2 GPU加速 重跑gen-itgc 学习 検索する サーバー 水 学 数据data 日本語";
const SIGNS = [" ", " ", " ", " ", "\n", "\n\n", ", ", ". ", "(", ") ", "/", ":", "", "-", "_", "、", "。", "\t"];

const word = fc.constantFrom(...WORDS.split(" "));
const name = fc.constantFrom(...NAMES.split(" "));
const value = fc.constantFrom(...VALUES.split(" "));
const characters = fc.constantFrom(...CHARACTERS.split(" "));
const token = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: name },
  { weight: 1, arbitrary: value },
  { weight: 3, arbitrary: characters },
);

/** Tokens with signs between them. */
function prose(maxLength: number): fc.Arbitrary<string> {
  const pair = fc.tuple(token, fc.constantFrom(...SIGNS));
  return fc.array(pair, { maxLength, size: "max" }).map((pairs) => pairs.flat().join(""));
}

const FOLDERS = ["", "", "docs/", "src/", "src/http/", "notes/水/"];
const BASES = ["a", "b", "readme", "http_server", "goldenBearing", "queries", "化学", "café"];
const EXTENSIONS = [".md", ".txt", ".py", ".txt"];

const rel = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...BASES), fc.constantFrom(...EXTENSIONS))
  .map((parts) => parts.join(""));

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const mtime = fc.nat({ max: 9 }).map((day) => FIRST_DAY + day * DAY);

const doc: fc.Arbitrary<Doc> = fc.record({
  rel,
  text: fc.oneof({ weight: 3, arbitrary: prose(30) }, { weight: 2, arbitrary: prose(250) }),
  mtime,
});

export interface RandomWorld {
  readonly docs: readonly Doc[];
  readonly overlap: number;
}

export const randomWorld: fc.Arbitrary<RandomWorld> = fc.record({
  docs: fc.uniqueArray(doc, { minLength: 2, maxLength: 14, selector: (each) => each.rel }),
  overlap: fc.constantFrom(0, 40, 100),
});

/** Something a phrase may be: neighbouring words of a text, cut anywhere between characters of no surrogate pair. */
function cutFrom(docs: readonly Doc[]): fc.Arbitrary<string> {
  const texts = docs.map(({ text }) => text).filter((text) => text.length > 0);
  if (texts.length === 0) return fc.constant("alpha beta");
  return fc
    .tuple(fc.constantFrom(...texts), fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 2, max: 40 }))
    .map(([text, at, length]) => text.slice(Math.floor(at * text.length)).slice(0, length));
}

/** A single character is a question as well. */
const oneCharacter = fc.constantFrom("水", "学", "速", "索");

function item(docs: readonly Doc[]): fc.Arbitrary<Item> {
  const plain = fc.oneof(token, oneCharacter).map((text): Item => ({ kind: "word", text }));
  const phrase = fc
    .oneof(
      cutFrom(docs),
      fc.array(token, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
    )
    .map((text) => text.replace(/["“”„「」『』＂]/g, " "))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map((text): Item => ({ kind: "phrase", text }));
  const prefix = fc
    .tuple(fc.oneof(word, name, value, characters), fc.integer({ min: 1, max: 6 }))
    .map(([text, length]) => text.slice(0, length).replace(/[^\p{L}\p{N}]+$/u, ""))
    .filter((text) => text !== "")
    .map((text): Item => ({ kind: "prefix", text }));
  const part = fc
    .tuple(fc.oneof(word, name, value), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 3, max: 6 }), fc.boolean())
    .map(([text, at, length, isOpen]): Item => {
      const cut = isOpen ? text.slice(at, at + length) : text.slice(-length);
      return { kind: isOpen ? "part" : "ending", text: cut.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") };
    })
    .filter(({ text }) => text.length >= 2);
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 3, arbitrary: phrase },
    { weight: 2, arbitrary: prefix },
    { weight: 1, arbitrary: part },
  );
}

function sometimes<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

export function question(docs: readonly Doc[]): fc.Arbitrary<Question> {
  const one = item(docs);
  const some = (member: fc.Arbitrary<Group>) => fc.array(member, { minLength: 2, maxLength: 3 });
  const flat = fc.oneof(
    { weight: 1, arbitrary: some(one).map((any): Group => ({ any })) },
    { weight: 1, arbitrary: some(one).map((each): Group => ({ each })) },
  );
  const nested = some(fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: flat })).chain((members) =>
    fc.constantFrom<Group>({ any: members }, { each: members }),
  );
  const group: fc.Arbitrary<Group> = fc.oneof(
    { weight: 10, arbitrary: one },
    { weight: 2, arbitrary: flat },
    { weight: 1, arbitrary: nested },
  );
  const ext = fc.constantFrom("md", "txt", "py");
  const part = fc.constantFrom("/docs/", "src", "readme", "水", "h", "_", ".md");
  const day = fc.nat({ max: 9 }).map((days) => FIRST_DAY + days * DAY);
  return fc
    .record({
      all: fc.array(group, { maxLength: 3 }),
      none: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(group, { maxLength: 2 }) },
      ),
      path: sometimes(part),
      notPath: sometimes(part),
      ext: sometimes(ext),
      notExt: sometimes(ext),
      after: sometimes(day),
      before: sometimes(day),
      prefix: sometimes(fc.constantFrom("docs", "src", "src/http", "src/h", "nowhere")),
    })
    .filter((asked) => asked.all.length > 0 || Object.keys(filters(asked)).length > 0);
}

function filters({ all: _all, none, prefix: _prefix, ...rest }: Question): object {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return none.length > 0 ? { none } : Object.fromEntries(given);
}

/** The question as a person types it; the path prefix is an option beside it. */
export function typed({ all, none, path, notPath, ext, notExt, after, before }: Question): string {
  const filter = (key: string, value: string | undefined) => (value === undefined ? [] : [`${key}:${value}`]);
  const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
  return [
    ...filter("path", path),
    ...all.map(typedGroup),
    ...filter("-path", notPath),
    ...none.map((each, at) => (at === 0 ? `-${typedGroup(each)}` : `NOT ${typedGroup(each)}`)),
    ...filter("ext", ext),
    ...filter("-ext", notExt),
    ...filter("after", iso(after)),
    ...filter("before", iso(before)),
  ].join(" ");
}

function typedGroup(group: Group): string {
  if ("any" in group) return `(${group.any.map(typedGroup).join(" OR ")})`;
  if ("each" in group) return `(${group.each.map(typedGroup).join(group.each.length === 2 ? " AND " : " ")})`;
  const { kind, text } = group;
  if (kind === "phrase") return `"${text}"`;
  if (kind === "part") return `*${text}*`;
  if (kind === "ending") return `*${text}`;
  return kind === "prefix" ? `${text}*` : text;
}
