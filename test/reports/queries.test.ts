/** What other programs' reports taught: query language and full text, through the command line. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type World, world } from "../world.ts";
import { hitsOf, indexed, namesOf } from "./ask.ts";

setDefaultTimeout(60_000);

let w: World;

beforeAll(() => {
  w = world({
    "apostrophe.txt": "they don't know\n",
    "park.txt": "a walk in the park. Then home.\n",
    "cpp.txt": "written in C++ by hand\n",
    "percent.txt": "the note% sign\n",
    "colon.txt": "a foo:bar pair\n",
    "scope.txt": "grammar::fa is a name\n",
    "words.txt": "near and or not a\n",
    "steps.md": "# Log\n\n步骤2 重跑gen-itgc后50条记录清零\n",
    "task.md": "# Tasks\n\n- [ ] 请搜索我 bug\n",
    "traditional.txt": "one\n這是繁體中文測試\n",
    "japanese.txt": "one\ntwo\nはい、そうだよ\n",
    "2026_06_16.md": "a day\n",
    "2026-06-16.md": "a day\n",
    "100%done.md": "a share\n",
    "100xdone.md": "a share\n",
  });
  indexed(w);
});

describe("simonw/datasette#651, sqldelight#3566, ccrecall#29, tinyfts#2: punctuation is never a syntax error", () => {
  test("an empty query is a usage error", () => {
    expect(w.run("--json", "search", "").json().error.code).toBe("usage");
  });

  test.each([
    ["don't", "apostrophe.txt"],
    ["park.", "park.txt"],
    ["C++", "cpp.txt"],
    ["note%", "percent.txt"],
    ["foo:bar", "colon.txt"],
    ["grammar::fa", "scope.txt"],
    ["AND", "words.txt"],
    ["a NOT", "words.txt"],
    ["NEAR(", "words.txt"],
  ])("%s is found as it is written", (query, name) => {
    expect(namesOf(w, query)[0]).toBe(name);
  });

  test.each([["a OR"], ['"'], ["("], ["*"], ["^a"]])("%s has an answer", (query) => {
    expect(() => hitsOf(w, query)).not.toThrow();
  });
});

test("tommy0103/obelisk#9, pi-hermes-memory#174: CJK glued to Latin", () => {
  for (const query of ["记录", "重跑", "gen", "itgc"]) {
    const hits = hitsOf(w, query);
    expect([query, hits.map(({ path, line_start, line_end }) => [path, line_start <= 3 && 3 <= line_end])]).toEqual([
      query,
      [[w.path("steps.md"), true]],
    ]);
  }
});

test.each([
  ["搜索", "task.md", "[[搜索]]", 3],
  ["繁體", "traditional.txt", "[[繁體]]", 2],
  ["そうだよ", "japanese.txt", "[[そうだよ]]", 3],
])("scambier/obsidian-omnisearch#233, #432: %s in the middle of a line", (query, name, marked, line) => {
  const [hit, ...more] = hitsOf(w, query);
  expect([hit?.path, more.length, hit?.snippet]).toEqual([w.path(name), 0, expect.stringContaining(marked)]);
  const { stdout } = w.run("read", name, "--lines", `${line}-${line}`);
  expect(stdout).toContain(query);
  expect(hit?.line_start).toBeLessThanOrEqual(line);
  expect(hit?.line_end).toBeGreaterThanOrEqual(line);
});

test("qmd#717: _ and % in a path filter are themselves", () => {
  for (const name of ["2026_06_16.md", "2026-06-16.md", "100%done.md", "100xdone.md"]) {
    expect(namesOf(w, `path:${name}`)).toEqual([name]);
    expect(namesOf(w, "a", "--path-prefix", w.path(name))).toEqual([name]);
  }
  expect(namesOf(w, "day path:2026_06_16.md")).toEqual(["2026_06_16.md"]);
});
