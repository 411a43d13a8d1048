/** Indexed search on little worlds: what is found, where, in which order, and what the answer says of itself. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { searchHitSchema } from "../../src/request/search-request.ts";
import { openStore } from "../../src/store/store.ts";
import { world } from "../world.ts";
import { Indexed, indexed } from "./indexed.ts";

/** Words without any of the ones the tests ask for, several chunks long. */
const FILLER = Array.from({ length: 60 }, (_, line) => `line ${line} of plain filler that fills a chunk\n`).join("");

describe("stages", () => {
  test("all words in a chunk come before all words in a document, and those before most of the words", async () => {
    const it = await indexed({
      "chunk.txt": "golden bearing\n",
      "document.txt": `golden\n${FILLER}\nbearing\n`,
      "partial.txt": "golden golden golden golden\n",
      "none.txt": "silver\n",
    });
    const { hits, warnings } = it.answer("golden bearing");
    expect(hits.map((hit) => [hit.path.split("/").at(-1), hit.match])).toEqual([
      ["chunk.txt", "chunk"],
      ["document.txt", "document"],
      ["partial.txt", "partial"],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["relaxed"]);
  });

  test("nothing is relaxed where the strict hits reach the limit", async () => {
    const it = await indexed({ "a.txt": "golden bearing", "b.txt": "golden bearing too", "c.txt": "golden" });
    const { hits, warnings } = it.answer("golden bearing", { limit: 2 });
    expect(hits.map((hit) => hit.match)).toEqual(["chunk", "chunk"]);
    expect(warnings).toEqual([]);
  });

  test("stop words are never required, and alone they count", async () => {
    const it = await indexed({ "a.txt": "the bearing", "b.txt": "what is this" });
    expect(it.names("what is the bearing")).toEqual(["a.txt"]);
    expect(it.answer("what is the bearing").warnings).toEqual([]);
    expect(it.names("what is this")).toEqual(["b.txt"]);
  });

  test("a phrase across the border of two chunks is found, and one that spans three", async () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
    const it = await indexed({ "long.txt": words.join(" ") }, { chunkSize: 200, overlap: 0 });
    for (let at = 0; at + 3 < words.length; at++)
      expect(it.names(`"${words.slice(at, at + 3).join(" ")}"`)).toEqual(["long.txt"]);
    const [hit] = it.answer(`"${words.slice(10, 70).join(" ")}"`).hits;
    expect(hit?.match).toBe("document");
    expect(hit?.snippet).toContain("[[word10 word11");
  });

  test("marks are kept while anything holds them", async () => {
    const it = await indexed({
      "a.txt": "golden bearing here",
      "b.txt": "golden report",
      "c.txt": "report of bearing",
    });
    expect(it.names('"golden bearing" report')).toEqual(["a.txt"]);
    expect(it.names('"golden seal" report').sort()).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(it.names('"golden seal"')).toEqual([]);
  });

  test("an exclusion removes the document, as written", async () => {
    const it = await indexed({ "a.txt": `golden\n${FILLER}\nruns\n`, "b.txt": "golden running" });
    expect(it.names("golden -runs")).toEqual(["b.txt"]);
    expect(it.names("golden -run").sort()).toEqual(["a.txt", "b.txt"]);
    expect(it.names('golden -"plain filler"')).toEqual(["b.txt"]);
    expect(it.names("-runs")).toEqual(["b.txt"]);
  });

  test("a file found by its name alone appears once, by its beginning", async () => {
    const it = await indexed({ "manual.txt": FILLER, "other.txt": "see the manual" });
    const { hits } = it.answer("manual");
    expect(hits.map((hit) => [hit.path.split("/").at(-1), hit.chunk])).toEqual([
      ["manual.txt", 0],
      ["other.txt", 0],
    ]);
  });
});

describe("answers", () => {
  test("hits follow the published schema, scores fall from 1, raw bm25 is SQLite's (qmd#76)", async () => {
    const it = await indexed({
      "one.txt": `golden ${"x ".repeat(40)}`,
      "five.txt": `${"golden ".repeat(5)}${"x ".repeat(36)}`,
      "twenty.txt": `${"golden ".repeat(20)}${"x ".repeat(21)}`,
    });
    const { hits, excerpts } = it.answer("golden", { explain: true });
    expect(hits.map((hit) => hit.path.split("/").at(-1))).toEqual(["twenty.txt", "five.txt", "one.txt"]);
    expect(excerpts).toHaveLength(3);
    for (const hit of hits) searchHitSchema.parse(hit);
    const scores = hits.map((hit) => hit.score);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const hit of hits) expect(hit.bm25).toBeLessThan(0);
    const least = scores[1] ?? 0;
    expect(it.names("golden", { min_score: least })).toEqual(["twenty.txt", "five.txt"]);
  });

  test("pages continue one another", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 130 }, (_, at) => [`f${at}.txt`, `golden ${"x ".repeat(at % 7)}`]),
    );
    const it = await indexed(files);
    const all = it.names("golden", { limit: 100 });
    const rest = it.names("golden", { limit: 100, offset: 100 });
    expect(new Set([...all, ...rest]).size).toBe(130);
    const small = Array.from({ length: 13 }, (_, page) => it.names("golden", { limit: 10, offset: page * 10 }));
    expect(small.flat()).toEqual([...all, ...rest]);
  });

  test("filters act before the best are chosen: two weak hits among 300 strong ones elsewhere", async () => {
    const strong = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`many/f${at}.txt`, "golden bearing ".repeat(5)]),
    );
    const it = await indexed({
      ...strong,
      "few/a.md": `${FILLER}\ngolden ${FILLER}`,
      "few/b.md": `${FILLER}\ngolden bearing ${FILLER}`,
    });
    const both = ["few/a.md", "few/b.md"];
    for (const mode of ["lexical", "hybrid"] as const) {
      expect(it.names("golden path:few/", { mode }).sort()).toEqual(both);
      expect(it.names("golden ext:md", { mode }).sort()).toEqual(both);
      expect(it.names("golden", { mode, ext: [".MD"] }).sort()).toEqual(both);
      expect(it.names("golden type:doc -path:many/", { mode }).sort()).toEqual(both);
      expect(it.names("golden", { mode, path_prefix: [it.world.path("few")] }).sort()).toEqual(both);
      expect(it.names("golden bearing", { mode, path_prefix: [it.world.path("few")] }).sort()).toEqual(both);
    }
  });

  test("a path prefix counts on component borders, path: is literal and case-sensitive (qmd#717)", async () => {
    const it = await indexed({
      "2026_06_16.md": "golden",
      "2026-06-16.md": "golden",
      "100%done.md": "golden",
      "100xdone.md": "golden",
      "docs/a.md": "golden",
      "docs-old/a.md": "golden",
    });
    expect(it.names("path:2026_06_16 golden")).toEqual(["2026_06_16.md"]);
    expect(it.names("path:100%done golden")).toEqual(["100%done.md"]);
    expect(it.names("path:DOCS golden")).toEqual([]);
    expect(it.names("golden", { path_prefix: [it.world.path("docs")] })).toEqual(["docs/a.md"]);
    expect(it.names("golden", { path_prefix: [it.world.path("docs/")] })).toEqual(["docs/a.md"]);
    expect(it.names("golden", { path_prefix: [it.world.path("docs/a.md")] })).toEqual(["docs/a.md"]);
    expect(it.names("golden", { path_prefix: ["/"] })).toHaveLength(6);
    expect(it.names("golden", { path_prefix: ["/nowhere"] })).toEqual([]);
  });

  test("filters alone list files, the newest first", async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const it = await indexed({
      "old.md": { content: "a", mtime: at(1) },
      "new.md": { content: "b", mtime: at(3) },
      "mid.md": { content: "c", mtime: at(2) },
      "empty.md": { content: "", mtime: at(4) },
      "other.txt": "d",
    });
    expect(it.names("ext:md")).toEqual(["empty.md", "new.md", "mid.md", "old.md"]);
    expect(it.names("ext:md after:2026-01-02 before:2026-01-04")).toEqual(["new.md", "mid.md"]);
    expect(it.names("ext:md", { limit: 1, offset: 1 })).toEqual(["new.md"]);
  });

  test("filters alone list on where the newest are all excluded, equal times in path order", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 450 }, (_, i) => [
        `n${String(i).padStart(3, "0")}.md`,
        { content: i < 320 ? "a draft" : "done", mtime: new Date(Date.UTC(2026, 0, 20 - Math.floor(i / 40))) },
      ]),
    );
    const it = await indexed(files);
    const expected = Object.keys(files).filter((_, i) => i >= 320);
    expect(it.names("ext:md -draft", { limit: 50 })).toEqual(expected.slice(0, 50));
    expect(it.names("ext:md -draft", { limit: 50, offset: 100 })).toEqual(expected.slice(100));
    expect(it.names("ext:md", { limit: 20, offset: 190 })).toEqual(Object.keys(files).slice(190, 210));
  });

  test("symbol: finds what bears or defines the name", async () => {
    const it = await indexed({
      "a.py": `def parse_header(text):\n    return golden(text)\n\n\ndef other():\n    return golden(1)\n`,
      "b.md": "# Install\n\ngolden\n\n# Use\n\ngolden\n",
    });
    expect(it.names("golden symbol:parse_header")).toEqual(["a.py"]);
    expect(it.names("golden symbol:install")).toEqual(["b.md"]);
    expect(it.names("symbol:Parse_Header")).toEqual(["a.py"]);
    expect(it.names("golden symbol:nothing")).toEqual([]);
    expect(it.names("golden -symbol:parse_header -symbol:other")).toEqual(["b.md"]);
  });

  test("ordinary punctuation is no error (datasette#651, sqldelight#3566, ccrecall#29, tinyfts#2)", async () => {
    const it = await indexed({ "a.txt": "don't park. C++ note% foo:bar grammar::fa AND NEAR( ^a" });
    for (const query of [
      "don't",
      "park.",
      "C++",
      "note%",
      "foo:bar",
      "grammar::fa",
      "AND",
      "a OR",
      "a NOT",
      "^a",
      "NEAR(",
    ]) {
      expect(it.names(query)).toEqual(["a.txt"]);
    }
    for (const query of ['"', "(", "*"]) expect(it.names(query)).toEqual([]);
    expect(() => it.names("")).toThrow(QsearchError);
  });
});

describe("what is shown now", () => {
  test("rules in force count before the next index run, and limits are still met", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${at % 2 ? "keep" : "drop"}/f${at}.txt`, "golden"]),
    );
    const it = await indexed(files);
    it.world.write({ ".gitignore": "drop/\n" });
    const names = it.names("golden", { limit: 20 });
    expect(names).toHaveLength(20);
    expect(names.every((name) => name.startsWith("keep/"))).toBe(true);
    it.world.write({ "keep/.searchignore": "*\n!f1.txt\n" });
    expect(it.names("golden")).toEqual(["keep/f1.txt"]);
    expect(it.names("ext:txt")).toEqual(["keep/f1.txt"]);
  });

  test("excludes and roots of the settings count at once", async () => {
    const it = await indexed({ "a/x.txt": "golden", "b/x.txt": "golden" });
    expect(it.change({ exclude: ["a/"] }).names("golden")).toEqual(["b/x.txt"]);
    expect(it.change({ exclude: [], roots: [it.world.path("a")] }).names("golden")).toEqual(["a/x.txt"]);
    expect(it.change({ roots: [] }).names("golden")).toEqual([]);
  });

  test("a deleted file is not shown, a changed one is called stale", async () => {
    const it = await indexed({ "a.txt": "golden", "b.txt": "golden" });
    it.world.remove("a.txt").write({ "b.txt": "something else" });
    const { hits, warnings } = it.answer("golden");
    expect(hits.map((hit) => hit.path)).toEqual([it.world.path("b.txt")]);
    expect(warnings.map(({ code }) => code)).toEqual(["stale"]);
  });

  test("a root that was not indexed to its end is told, until it is", async () => {
    const it = await indexed({ "a.md": "golden" });
    expect(it.answer("golden").warnings).toEqual([]);
    // As a run leaves it that is ended before its last transaction.
    const store = openStore(it.settings.dataDir, "write");
    store.write(() => store.db.run("UPDATE roots SET indexed_at = NULL, settled = ''"));
    store.close();
    const message = `Root ${it.world.dir} has not been indexed to its end, so not all of it is found; run qsearch index`;
    expect(it.answer("golden").warnings).toEqual([{ code: "unfinished", message }]);
    await it.index();
    expect(it.answer("golden").warnings).toEqual([]);
  });

  test("agent roots are seen by agents alone, but where a user root covers them", async () => {
    const outside = world({ "agent.txt": "golden" });
    const it = await indexed({ "user.txt": "golden", "inner/both.txt": "golden" });
    await it.index({ paths: [outside.dir] }, "agent");
    await it.index({ paths: [it.world.path("inner")] }, "agent");
    expect(it.names("golden").sort()).toEqual(["inner/both.txt", "user.txt"]);
    const seen = it.answer("golden", { audience: "agent" }).hits.map((hit) => hit.path);
    expect(seen).toContain(outside.path("agent.txt"));
    expect(seen).toHaveLength(3);
  });

  test("a thousand roots that are files, beside an agent's", async () => {
    const names = Array.from({ length: 1100 }, (_, at) => `n${at}.md`);
    const it = new Indexed(world(Object.fromEntries([...names, "a.txt"].map((name) => [name, "golden"]))), {});
    const paths = names.map((name) => it.world.path(name));
    await it.change({ roots: paths, configFile: "/another.toml" }).index({ paths: [] });
    await it.index({ paths: [it.world.path("a.txt")] }, "agent");
    expect(it.names("golden ext:md", { limit: 100 })).toHaveLength(100);
    expect(it.names("golden ext:txt")).toEqual([]);
    expect(it.names("golden ext:txt", { audience: "agent" })).toEqual(["a.txt"]);
  }, 60_000);

  test("a file that an agent's root and a user root around it both hold is one result", async () => {
    const it = new Indexed(
      world({ "inner/both.txt": "golden", "inner/.dot/a.txt": "golden", "user.txt": "golden" }),
      {},
    );
    await it.index({ paths: [it.world.path("inner")] }, "agent");
    const all = ["inner/.dot/a.txt", "inner/both.txt", "user.txt"];
    expect(it.names("golden", { audience: "agent" }).sort()).toEqual(["inner/both.txt"]);
    await it.index({ paths: [it.world.dir] });
    for (const audience of ["user", "agent"] as const) {
      expect(it.names("golden", { audience }).sort()).toEqual(all);
      expect(it.names("ext:txt", { audience }).sort()).toEqual(all);
    }
    // What the user hides is hidden from agents only where they have not named it themselves.
    it.world.write({ ".searchignore": "inner/\n" });
    expect(it.names("golden")).toEqual(["user.txt"]);
    expect(it.names("golden", { audience: "agent" }).sort()).toEqual(["inner/both.txt", "user.txt"]);
  });

  test("a root that was reached through a link is found under both spellings (servers#3253)", async () => {
    const real = world({ "real/docs/a.txt": "golden", link: { link: "real" } });
    const it = new Indexed(real, { roots: [real.path("link")] });
    await it.index({ root: [real.path("link")] });
    expect(it.names("golden")).toEqual(["real/docs/a.txt"]);
    expect(it.names("golden", { path_prefix: [real.path("link/docs")] })).toEqual(["real/docs/a.txt"]);
    expect(it.names("golden", { path_prefix: [real.path("real/docs")] })).toEqual(["real/docs/a.txt"]);
  });
});

describe("places", () => {
  test("line ranges and the snippet agree with the file, and read takes them", async () => {
    const lines = Array.from({ length: 300 }, (_, at) => (at === 217 ? "here is the golden bearing" : `line ${at}`));
    const it = await indexed({ "a.txt": `${lines.join("\n")}\n` });
    const { hits, excerpts } = it.answer("golden bearing");
    const [hit] = hits;
    const [excerpt] = excerpts;
    expect(hit?.line_start).toBeLessThanOrEqual(218);
    expect(hit?.line_end).toBeGreaterThanOrEqual(218);
    const { result } = await it.read("a.txt", { start_line: hit?.line_start, end_line: hit?.line_end });
    const text = result.sections[0]?.lines.map((line) => line.text).join("\n") ?? "";
    expect(text).toBe(hit?.snippet.replaceAll("[[", "").replaceAll("]]", "") ?? "");
    expect(excerpt?.firstLine).toBe(hit?.line_start ?? 0);
    expect(excerpt?.spans.map(({ start, end }) => excerpt.text.slice(start, end))).toEqual(["golden", "bearing"]);
  });

  test("CSV hits name record and physical line", async () => {
    const it = await indexed({ "a.csv": 'name,note\nalpha,"one\ntwo"\nbeta,golden\n' });
    const [hit] = it.answer("golden").hits;
    expect(hit).toMatchObject({ location_kind: "row", row: 3 });
    expect(hit?.line_end).toBe(4);
  });

  test("CSV hits name the record where each record is one line, too", async () => {
    const it = await indexed({ "a.csv": "name,note\nalpha,one\nbeta,golden\n" });
    expect(it.answer("golden").hits[0]).toMatchObject({ location_kind: "row", row: 3, line_end: 3 });
  });

  test("names keep their bytes: both Unicode forms find a file, case and blanks tell files apart (qmd#82, #801)", async () => {
    const it = await indexed({
      "cafe\u0301.md": "one",
      "README.md": "two",
      "readme.md": "three",
      "a b.md": "four",
      "a_b.md": "five",
      "🐘.md": "six",
    });
    expect(it.names("café")).toEqual(["cafe\u0301.md"]);
    expect(it.names("cafe\u0301")).toEqual(["cafe\u0301.md"]);
    expect(it.names("readme").sort()).toEqual(["README.md", "readme.md"]);
    expect(it.names('path:"a b.md"')).toEqual(["a b.md"]);
    expect(it.names("🐘")).toEqual(["🐘.md"]);
  });

  test("a root that is one file is found by its name", async () => {
    const base = world({});
    const folder = join(base.base, "single");
    mkdirSync(folder);
    writeFileSync(join(folder, "notes.txt"), "golden");
    const it = new Indexed(base, { roots: [join(folder, "notes.txt")] });
    await it.index({ root: [join(folder, "notes.txt")] });
    expect(it.answer("golden").hits.map((hit) => hit.path)).toEqual([join(folder, "notes.txt")]);
  });
});
