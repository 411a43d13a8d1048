import { expect, test } from "bun:test";
import fc from "fast-check";
import { inverseDocumentFrequency, saturation } from "../../src/ranking/bm25.ts";
import { WEIGHTS } from "../../src/ranking/candidate.ts";
import { CandidateOrder } from "../../src/ranking/candidate-order.ts";
import { definitionStrength } from "../../src/ranking/definitions.ts";
import { areAkin, NameMatcher } from "../../src/ranking/name-match.ts";
import { pathColumns } from "../../src/ranking/path-columns.ts";
import { type RankCandidate, rankCandidates } from "../../src/ranking/rank.ts";
import { scoringTerms } from "../../src/ranking/scoring-terms.ts";
import { pathPenalty, pathWords, stemOf } from "../../src/ranking/signals.ts";
import { createTermCounter } from "../../src/ranking/term-counter.ts";
import { parseQuery } from "../../src/text/query.ts";
import { rounds } from "../rounds.ts";

const query = (input: string) => parseQuery(input, { timezone: "UTC", now: 0 });
const context = { size: 100, averageLength: 50, documentFrequency: new Map<string, number>() };

let nextId = 0;
function chunk(rel: string, text: string, more: Partial<RankCandidate> = {}): RankCandidate {
  nextId++;
  return { chunkId: nextId, fileId: nextId, rel, category: "source", language: null, text, line: 1, ...more };
}
const order = (input: string, candidates: readonly RankCandidate[]) =>
  rankCandidates(query(input), candidates, context).map(({ candidate }) => candidate.rel);

test("the score falls with rank and grows with the hits (qmd#76)", () => {
  const fill = (hits: number) => `${"needle ".repeat(hits)}${"straw ".repeat(40 - hits)}`;
  const ranked = rankCandidates(
    query("needle"),
    [chunk("a", fill(1)), chunk("c", fill(20)), chunk("b", fill(5))],
    context,
  );
  expect(ranked.map(({ candidate }) => candidate.rel)).toEqual(["c", "b", "a"]);
  const scores = ranked.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(Math.min(...scores)).toBeGreaterThan(0);
});

test("a word that is in most chunks of a small folder still ranks", () => {
  expect(inverseDocumentFrequency(5, 5)).toBeGreaterThan(0);
  expect(inverseDocumentFrequency(5, 1)).toBeGreaterThan(inverseDocumentFrequency(5, 4));
  expect(saturation(3, 50, 50)).toBeGreaterThan(saturation(1, 50, 50));
  expect(saturation(1, 10, 50)).toBeGreaterThan(saturation(1, 100, 50));
});

test("a file named like the query comes before one that mentions it as often", () => {
  const text = "session handling of the session";
  expect(order("session handling", [chunk("src/misc.py", text), chunk("src/session.py", text)])[0]).toBe(
    "src/session.py",
  );
});

test("the file that defines a symbol comes before those that use it", () => {
  const use = "HttpClient HttpClient client = new HttpClient(); use HttpClient";
  const definition = "export class HttpClient {\n  constructor() {}\n}";
  expect(order("HttpClient", [chunk("a.ts", use), chunk("b.ts", definition), chunk("c.ts", use)])[0]).toBe("b.ts");
  expect(order("http_client", [chunk("a.ts", use), chunk("b.ts", "x", { defined: ["HttpClient"] })])[0]).toBe("b.ts");
});

test("an identifier named in a longer query brings up its definition", () => {
  const use = chunk("a.py", "retry with HttpAdapter: HttpAdapter, then retry");
  const definition = chunk("b.py", "class HttpAdapter:\n    def retry(self): ...");
  expect(order("how does HttpAdapter retry", [use, definition])[0]).toBe("b.py");
});

test("of the parts that the index finds, those are read first whose files are named for the query, tests and generated ones last", () => {
  const part = (rel: string, bm25: number, category: RankCandidate["category"] = "source") => ({ rel, bm25, category });
  const parts = [
    part("dist/retry.min.js", -9, "generated"),
    part("test/retry.ts", -8, "test"),
    part("src/client.ts", -7),
    part("src/equal.ts", -7),
    part("src/retry.ts", -3),
  ];
  const read = (text: string) => new CandidateOrder(query(text)).sorted(parts).map(({ rel }) => rel);
  const named = ["src/retry.ts", "test/retry.ts", "src/client.ts", "src/equal.ts"];
  expect(read("retry of requests")).toEqual([...named, "dist/retry.min.js"]);
  expect(read("unheard words")).toEqual([
    "src/client.ts",
    "src/equal.ts",
    "test/retry.ts",
    "src/retry.ts",
    "dist/retry.min.js",
  ]);
  expect(read("unheard type:generated")[0]).toBe("dist/retry.min.js");
});

test("candidates for one word are picked by what they define", () => {
  const symbolsWeight = (text: string) => new CandidateOrder(query(text)).weights[2];
  expect(symbolsWeight("HttpClient")).toBeGreaterThan(symbolsWeight("http client pool"));
});

test("a definition as written counts more than one in another style, a file of its name more than a part of it", () => {
  const wanted = { written: "FromRequest", whole: "fromrequest" };
  expect(definitionStrength("trait FromRequest {", [], wanted)).toBe(1);
  expect(definitionStrength("fn from_request() {", [], wanted)).toBeLessThan(1);
  expect(definitionStrength("", ["from_request", "FromRequest"], wanted)).toBe(1);
  const definition = "interface Flow {}";
  const files = [chunk("ChannelFlow.kt", definition), chunk("Other.kt", definition), chunk("Flow.kt", definition)];
  expect(order("Flow", files)[0]).toBe("Flow.kt");
});

test("definitions in many languages", () => {
  const foo = { written: "foo", whole: "foo" };
  for (const text of [
    "class Foo:",
    "public final class Foo<T> {",
    "export default function Foo() {}",
    "async function* foo() {}",
    "func (r *Router) Foo(x int) {",
    "fun <T> List<T>.foo() {",
    "pub(crate) fn foo() {}",
    "def self.foo",
    "#define FOO 1",
    "export const foo = 1",
    "typedef struct foo {",
    "macro_rules! foo {",
    "let mut foo = 1;",
  ]) {
    expect(definitionStrength(text, [], foo), text).toBeGreaterThan(0);
  }
  for (const text of [
    "new Foo()",
    "foo()",
    "classFoo",
    "class FooBar",
    "return foo",
    "import { foo }",
    "undefined foo",
  ])
    expect(definitionStrength(text, [], foo), text).toBe(0);
});

test("tests, examples and declarations are rarely the answer", () => {
  expect(pathPenalty("src/app.ts", "source")).toBe(1);
  expect(pathPenalty("test/app.ts", "test")).toBeLessThan(1);
  expect(pathPenalty("examples/app.ts", "source")).toBeLessThan(1);
  expect(pathPenalty("src/legacy/app.ts", "source")).toBeLessThan(1);
  expect(pathPenalty("pkg/__init__.py", "source")).toBeLessThan(1);
  expect(pathPenalty("types/app.d.ts", "source")).toBeLessThan(1);
  // A shell script is no test for its name alone: the category decides.
  expect(pathPenalty("bin/test_runner", "source")).toBe(1);
});

test("path words are parts and wholes of the name and of three folders", () => {
  const words = pathWords("a/b/http/httpClients.test.ts");
  expect(words.stem).toEqual(["http", "client", "test", "httpclient"]);
  expect(words.parent).toEqual(["http"]);
  expect(words.folders).toEqual(["a", "b", "http"]);
  expect(pathWords("café.md").stem).toEqual(["cafe"]);
  expect(pathWords(".profile").stem).toEqual(["profil"]);
  expect(pathWords("3/chapter-12-2026.md")).toMatchObject({
    stem: ["chapter", "2026", "chapter12\ue0022026", "12\ue0022026"],
    parent: [],
  });
});

test.each([
  ["utiliti", "util", true],
  ["configur", "config", true],
  ["deserializ", "deserializer", true],
  ["composit", "compos", true],
  ["lockfil", "lock", true],
  ["context", "ctx", true],
  ["message", "msg", true],
  ["tes", "test", true],
  ["te", "test", false],
  ["interfac", "internal", true],
  ["interfac", "integer", false],
  ["network", "net", false],
  ["express", "expand", false],
  ["context", "cta", false],
])("%s and %s: akin %p", (word, part, expected) => {
  expect(areAkin(word, part)).toBe(expected);
});

test("a name is met by words akin to its parts", () => {
  const match = (words: string[], stem: string, parent = "") => new NameMatcher(words).match(stem, parent);
  expect(match(["http", "pool"], "httpClients", "net")).toMatchObject({ share: 0.5, whole: 0 });
  expect(match(["http", "pool"], "pool")).toMatchObject({ share: 0.5, whole: 0.5 });
  expect(match(["http", "pool"], "index", "http")).toMatchObject({ share: 0.5, whole: 0 });
  expect(match(["http", "pool"], "http").subject).toBeGreaterThan(match(["http", "pool"], "pool").subject);
  expect(match(["http"], "httpUtils")).toMatchObject({ share: 1, subject: 1, whole: 1 });
  expect(match(["util"], "utils")).toMatchObject({ share: 1, subject: 1, whole: 1 });
  expect(match(["file", "system", "watch"], "fs").whole).toBe(1);
  expect(match(["file", "system", "watch"], "fs-watch").whole).toBe(1);
  expect(match(["http"], "3")).toEqual({ share: 0, subject: 0, whole: 0 });
  expect(match([], "http")).toEqual({ share: 0, subject: 0, whole: 0 });
});

test("a name that is met whole counts only where the file's text is not much worse than the best", () => {
  const bonus = (text: string) => {
    const candidates = [chunk("a/other.ts", "alpha beta gamma ".repeat(6)), chunk("a/alpha.ts", text)];
    const weigh = (wholeName: number) =>
      rankCandidates(query("alpha beta gamma"), candidates, context, { ...WEIGHTS, wholeName }).find(
        ({ candidate }) => candidate.rel === "a/alpha.ts",
      )?.parts.path_match ?? 0;
    return weigh(0.9) - weigh(0);
  };
  expect(bonus("alpha beta gamma beta gamma")).toBeGreaterThan(0);
  expect(bonus("straw ".repeat(300))).toBe(0);
});

test("without any weight of the path, scores are numbers and blocks come by their text", () => {
  const none = { ...WEIGHTS, fileTotal: 0, proseTotal: 0, fileName: 0, folder: 0, pathMatch: 0, wholeName: 0 };
  const blocks = [1, 2, 3].map((times, at) => ({
    ...chunk("alpha/alpha.ts", "alpha ".repeat(times)),
    chunkId: at,
    line: at + 1,
  }));
  const ranked = rankCandidates(query("alpha"), blocks, context, none);
  expect(ranked.every(({ score }) => Number.isFinite(score))).toBe(true);
  expect(ranked.map(({ candidate }) => candidate.chunkId)).toEqual([2, 1, 0]);
});

test("what a query is scored by: stems once with their weight, parts and wholes, bigrams, no stop words", () => {
  const shape = (input: string) =>
    scoringTerms(query(input)).map(
      ({ token, prefix, weight }) => `${token}${prefix ? "*" : ""}${weight > 1 ? `×${weight}` : ""}`,
    );
  expect(shape("how to parse headers, parsing the header")).toEqual(["pars×2", "header×2"]);
  expect(shape("parseHTTPHeader")).toEqual(["parsehttpheader", "pars", "http", "header"]);
  expect(shape("深度学习 水 conf*")).toEqual(["深度", "度学", "学习", "水*", "conf*"]);
  expect(shape("the of")).toEqual(["the", "of"]);
});

test("the order does not depend on the order of the candidates", () => {
  const candidates = ["alpha beta", "alpha alpha", "beta", "alpha beta gamma", "class alpha {}"].flatMap(
    (text, index) =>
      ["x/a.ts", "x/b.ts", "y/alpha.ts"].map((rel, file) =>
        chunk(rel, text, { fileId: file, chunkId: file * 100 + index, line: index }),
      ),
  );
  const expected = rankCandidates(query("alpha beta"), candidates, context).map(({ candidate }) => candidate.chunkId);
  fc.assert(
    fc.property(fc.shuffledSubarray(candidates, { minLength: candidates.length }), (shuffled) => {
      const ids = rankCandidates(query("alpha beta"), shuffled, context).map(({ candidate }) => candidate.chunkId);
      expect(ids).toEqual(expected);
    }),
    { seed: 1, numRuns: rounds(50) },
  );
});

test("equal scores are ordered by path bytes, then line", () => {
  const same = (rel: string, line: number) => chunk(rel, "alpha", { line, category: "doc" });
  const ranked = rankCandidates(
    query("alpha"),
    [same("é", 1), same("b", 2), same("b", 1), same("Z", 1), same("🐘", 1), same("\uff5a", 1)],
    context,
  );
  const places = ranked.map(({ candidate }) => `${candidate.rel}:${candidate.line}`);
  expect(places).toEqual(["Z:1", "b:1", "b:2", "é:1", "\uff5a:1", "🐘:1"]);
});

test("the parts of a score explain it", () => {
  const [best] = rankCandidates(query("alpha"), [chunk("alpha.ts", "class Alpha {}"), chunk("b.ts", "alpha")], context);
  const { bm25, path_match, file_total, definition, path_penalty, total } = best?.parts ?? {};
  expect(total).toBeCloseTo(
    (Number(bm25) + Number(path_match) + Number(file_total) + Number(definition)) * Number(path_penalty),
    4,
  );
  expect(best?.matchText.text).toBe("class Alpha {}");
  expect([...(best?.frequencies ?? [])]).toEqual([1]);
});

test("no candidates, no ranking", () => {
  expect(rankCandidates(query("alpha"), [], context)).toEqual([]);
});

test("paths in columns say what pathWords and a matcher of names say of each", () => {
  const part = fc.constantFrom(
    "src",
    "http",
    "HTTPClient",
    "12",
    "3",
    "2026",
    "naïve",
    "深度学习",
    "a_b",
    "e\u0301",
    "x.test",
    "",
  );
  const rel = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  const ending = fc.constantFrom("", ".ts", ".d.ts", ".", ".3");
  const rels = fc.array(
    fc.tuple(rel, ending).map((parts) => parts.join("")),
    { maxLength: 12 },
  );
  const terms = ["http", "深度", "12", "2026", "src"].map((token) => ({ token, prefix: token === "src" }));
  const tokens = ["ht", "http", "cli", "naiv", "x", "2026", "12"];
  fc.assert(
    fc.property(rels, (paths) => {
      const counter = createTermCounter(terms);
      const options = { width: terms.length, fileName: 6, folder: 1 };
      const columns = pathColumns(paths, counter, new NameMatcher(tokens), options);
      for (const [at, path] of paths.entries()) {
        const words = pathWords(path);
        // Values (12/3) stand beside their parts and make nothing longer.
        const counted = [...words.stem, ...words.folders].filter((token) => !/[\ue001-\ue005]/.test(token));
        expect(columns.lengths[at]).toBe(counted.length);
        const name = path.slice(path.lastIndexOf("/") + 1);
        const parent = path.includes("/") ? (path.split("/").at(-2) ?? "") : "";
        const { share, whole } = new NameMatcher(tokens).match(stemOf(name), parent);
        expect([columns.matches[at], columns.wholes[at]]).toEqual([share, whole]);
        for (const [column, { token, prefix }] of terms.entries()) {
          const count = (names: readonly string[]) =>
            names.filter((name) => name === token || (prefix && name.startsWith(token))).length;
          const expected = 6 * count(words.stem) + count(words.folders);
          expect(columns.counts[at * terms.length + column]).toBe(expected);
        }
      }
    }),
    { seed: 23, numRuns: rounds(400) },
  );
});
