/** Texts and queries for property tests: small vocabularies, so that matches, borders and near misses are frequent. */
import fc from "fast-check";

/** Words that stems, case and separators treat differently. */
const WORDS = [
  ..."a b v s http HTTP Http header Headers parse parses parsed parsing parser query queries run running runs".split(
    " ",
  ),
  ..."file files fill filled name naming use used using embed embedding embedded control controlling".split(" "),
  ..."parseHTTPHeader parse_http_header parse-http-header parsehttpheader HTTPServer IDs URLs utf8Decoder GitHub github".split(
    " ",
  ),
  ..."ABC-123 1.0.21 v1.0.21 1021 1.0 2026-06-16 2026_06_16 10:15 3/4 1,299.00 25.4mm M25.4mm Ærø ÆRØ end-to-end x86_64 the of to café cafe\u0301 Straße STRASSE ﬁle ＧＰＵ İstanbul ΣΑΣ naïve".split(
    " ",
  ),
];
const CHARACTERS = [..."水化学加速步骤記录そうだガ한국어สวัสดี"];
const SEPARATORS = [
  " ",
  " ",
  " ",
  "\n",
  ", ",
  ".",
  "-",
  "_",
  "__",
  ":",
  "/",
  "'",
  '"',
  "(",
  ")",
  "*",
  "，",
  "\n  ",
  "\u3000",
  "",
];
const ODD = [
  "🐘",
  "👩‍👩‍👧",
  "☺️",
  "\ud800",
  "\udc00",
  "\u0301",
  "\u00ad",
  "\u200d",
  "\ufeff",
  "½",
  "Ⅷ",
  "㎏",
  "…",
  "ﾞ",
  "ｶﾞ",
  "كِتَاب",
  "\0",
  "İ",
  "ǆ",
  "\u3099",
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 3, arbitrary: fc.constantFrom(...CHARACTERS) },
  { weight: 4, arbitrary: fc.constantFrom(...SEPARATORS) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{1,7}$/) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
);

/** A text of up to `pieces` words, characters and separators. */
export function texts(pieces = 24): fc.Arbitrary<string> {
  return fc.array(piece, { maxLength: pieces }).map((parts) => parts.join(""));
}

/** Any UTF-16 string at all, lone surrogates included. */
export const anyString = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
);

const queryWord = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS, ...CHARACTERS) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 4 }).map((run) => run.join("")),
  },
  { weight: 2, arbitrary: texts(4).map((text) => text.replace(/[\s"]+/g, "")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...ODD, "OR", "AND", "NOT", "NEAR(", "^a", "*", "C++", "foo:bar", "-", "--x", "body:x"),
  },
);

const queryPiece = fc.oneof(
  { weight: 5, arbitrary: queryWord },
  { weight: 2, arbitrary: queryWord.map((word) => `${word}*`) },
  { weight: 3, arbitrary: fc.array(queryWord, { minLength: 1, maxLength: 4 }).map((words) => `"${words.join(" ")}"`) },
  { weight: 1, arbitrary: queryWord.map((word) => `-${word}`) },
  { weight: 1, arbitrary: fc.array(queryWord, { minLength: 1, maxLength: 3 }).map((words) => `-"${words.join(" ")}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "OR",
      '"',
      "(",
      ")",
      "-(",
      "AND",
      "NOT",
      "*par",
      "*art*",
      "ext:md",
      "path:a",
      "type:source",
      "lang:ts",
      'path:"a b"',
    ),
  },
);

/** A query whose filter values are right. */
export const queries = fc.array(queryPiece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(" "));

const FILTERS = ["ext:md", "ext:txt,pdf", "ext:.", "type:docs", "lang:ts", "path:a", 'path:"b) c"', 'path:“d"e”'];
const TIMES = ["after:2026-01-31", "before:2026-02-01T10:00:00.123Z", "after:3d", "symbol:Café", 'symbol:“a " b”'];

/** Groups, exclusions, operators, filters within them: queries that parse, of any depth. */
export const groups: fc.Arbitrary<string> = fc.letrec<{ all: string; any: string; one: string }>((tie) => ({
  all: fc
    .array(tie("any"), { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom(" ", " ", " AND ").map((between) => parts.join(between))),
  any: fc.array(tie("one"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" OR ")),
  one: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("cat", "mat", "dogs", "parseHTTPHeader", "1.0.21", "the", "not", "水化", "C++", "f(x)", "foo:bar"),
    fc.constantFrom('"golden bearing"', '"of the"', "conf*", "*part*", "*18n", "“smart”", "*水*", "-mat", "NOT dog"),
    fc.constantFrom(...FILTERS, ...TIMES, "-ext:log", "NOT path:old/", '-"a b"', "-conf*", "-*args", "NOT NOT cat"),
    tie("all").map((inner) => `(${inner})`),
    tie("all").map((inner) => `-(${inner})`),
    tie("all").map((inner) => `NOT （ ${inner} ）`),
  ),
})).all;

/** A query cut out of the text it will be asked of, so that it often matches: a phrase, a prefix, or plain words. */
export function queryFrom(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.integer({ min: 1, max: 14 }), fc.constantFrom("phrase", "prefix", "plain"))
    .map(([start, length, form]) => {
      const cut = text.slice(start, start + length);
      if (form === "phrase") return `"${cut.replaceAll('"', " ")}"`;
      return form === "prefix" ? `${cut.replace(/[\s"]+/g, "")}*` : cut;
    });
}
