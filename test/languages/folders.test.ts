/** A language is what stands in its folder: src/languages/README.md. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { languageFolders, languageLists } from "../../tools/languages.ts";

const root = join(import.meta.dir, "..", "..");

/** The files of src that are loaded with one of them, the queries and grammars among them. Type imports load nothing. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith(".ts")) return seen;
  const imports = readFileSync(join(root, file), "utf8").matchAll(
    /^(?:import|export) (?!type\b)(?:[^;"]*? from )?"(\.[^"]+)"/gm,
  );
  for (const [, target = ""] of imports) loadedBy(join(dirname(file), target), seen);
  return seen;
}

test("the lists are those that the folders make (else: bun tools/languages.ts)", () => {
  for (const [path, text] of languageLists(root)) expect(readFileSync(join(root, path), "utf8"), path).toBe(text);
});

test("each folder has its names, its grammar and cases", () => {
  const wanted = languageFolders(root).flatMap((name) => [
    `src/languages/${name}/names.ts`,
    `src/languages/${name}/grammar.ts`,
    `src/languages/${name}/grammar.json`,
    `test/cases/symbols/${name}/expected.json`,
  ]);
  expect(wanted.length).toBeGreaterThan(60);
  expect(wanted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("names and lines load no grammar, no query and nothing of the resolution of calls", () => {
  const loaded = [...loadedBy("src/corpus/categories.ts"), ...loadedBy("src/extract/definition-marks.ts")];
  expect(loaded).toContain("src/languages/go/names.ts");
  expect(loaded).toContain("src/languages/go/lines.ts");
  expect([...loadedBy("src/symbols/symbol-reader.ts")]).toContain("src/languages/go/symbols.scm");
  expect(loaded.filter((path) => /\.(?:scm|bin)$|\/(?:grammar|calls|modules|mask)\.ts$/.test(path))).toEqual([]);
});

test("a command that looks at file names alone loads no patterns", () => {
  expect([...loadedBy("src/corpus/categories.ts")].filter((path) => /lines\.ts$/.test(path))).toEqual([]);
});

test("no other code asks which language it has to do with", () => {
  const quoted = new RegExp(`[lL]anguage\\b[^\\n]{0,40}[=!]== ["'](?:${languageFolders(root).join("|")}|shell)["']`);
  expect('if (file.language === "go") {').toMatch(quoted);
  const files = [
    ...new Bun.Glob(
      "src/{symbols,call-graph,index-search,live-search,extract,indexing,ranking,store}/**/*.ts",
    ).scanSync({ cwd: root }),
  ];
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => quoted.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
