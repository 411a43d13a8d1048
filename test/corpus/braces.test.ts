import { expect, test } from "bun:test";
import { expandBraces } from "../../src/corpus/braces.ts";
import { policyFor } from "../../src/corpus/policy.ts";
import { walkRoot } from "../../src/corpus/walk.ts";
import { code, files } from "../live-search/code/shop.ts";
import { context, paths } from "../live-search/tools.ts";
import { world } from "../world.ts";

test.each([
  ["**/*.{ts,tsx}", ["**/*.ts", "**/*.tsx"]],
  ["{src,lib}/*.{a,b}", ["src/*.a", "src/*.b", "lib/*.a", "lib/*.b"]],
  ["!x{,.min}.js", ["!x.js", "!x.min.js"]],
  ["{a,b{1,2}}", ["a", "b1", "b2"]],
  ["{a}", ["{a}"]],
  ["{a,b", ["{a,b"]],
  ["a,b}", ["a,b}"]],
  ["\\{a,b}", ["\\{a,b}"]],
  ["{a\\,b,c}", ["a\\,b", "c"]],
  ["{x{a,b}", ["{xa", "{xb"]],
  ["", [""]],
])("%s", (glob, expected) => {
  expect(expandBraces(glob)).toEqual(expected);
});

test("a glob that stands for a million others is none of them", () => {
  const glob = "{a,b}".repeat(20);
  expect(expandBraces(glob)).toEqual([glob]);
});

test("braces mean alternatives in every option and tool; in ignore files they are letters, as for git", async () => {
  const w = world({
    "a.ts": "snow",
    "b.tsx": "snow",
    "c.js": "snow",
    "sub/d.ts": "snow",
    "{x,y}.py": "snow",
    ".gitignore": "*.{ts,js}\n",
  });
  const globs = { paths_include_glob: "**/*.{ts,tsx}", paths_exclude_glob: "{sub,other}/" };
  expect(paths(await context(w, { keywords: ["snow"], ...globs })).sort()).toEqual(["a.ts", "b.tsx"]);
  const found = await code(w, "snow", { include_glob: ["*.{ts,tsx}"], exclude_glob: ["{sub,other}/"] });
  expect(files(found).sort()).toEqual(["a.ts", "b.tsx"]);
  const policy = policyFor("user", { include: ["*.{js,py}"], exclude: ["\\{x,y}.py"] });
  expect([...walkRoot(w.dir, policy)].flatMap((batch) => batch.files)).toEqual(["c.js"]);
});
