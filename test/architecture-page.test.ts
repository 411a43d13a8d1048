/** docs/architecture.md, docs/decisions and CONTRIBUTING.md against the tree: folders, glossary, paths, citations. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dir, "..");
const page = readFileSync(join(top, "docs", "architecture.md"), "utf8");
const [, folderSection = "", glossarySection = ""] = page.split(/^## /m);
const decisions = readdirSync(join(top, "docs", "decisions")).sort();

/** Cells of the rows of a section's table, without its head. */
function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => line.slice(2, -2).split(" | "));
}

test("the list of folders names every folder of src, and no folder that is not there", () => {
  const listed = rowsOf(folderSection).flatMap(([names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
  const inSrc = readdirSync(join(top, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(inSrc.map(({ name }) => `src/${name}`).filter((name) => !listed.includes(name))).toEqual([]);
  expect(listed.filter((name) => !existsSync(join(top, name)))).toEqual([]);
});

test("the glossary has at most 25 words, each with a place that uses the word", () => {
  const words = rowsOf(glossarySection);
  expect(words.length).toBeGreaterThan(15);
  expect(words.length).toBeLessThanOrEqual(25);
  const unknown = words.filter(([word = "", , see = ""]) => !usesWord(see.replaceAll("`", ""), word));
  expect(unknown).toEqual([]);
});

function usesWord(place: string, word: string): boolean {
  const path = join(top, place);
  if (!existsSync(path)) return false;
  const files = place.endsWith(".ts")
    ? [path]
    : readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name));
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => readFileSync(file, "utf8").toLowerCase());
  return sources.some((source) => source.includes(word));
}

test("a decision has a question, options and an answer within a screen", () => {
  const bad = decisions.filter((name) => {
    const text = readFileSync(join(top, "docs", "decisions", name), "utf8");
    const parts = ["**Question.**", "**Options.**", "**Decision.**", "**Shown by.**"];
    return !parts.every((part) => text.includes(part)) || text.split("\n").length > 30;
  });
  expect(bad).toEqual([]);
});

test("decisions are numbered without gaps", () => {
  expect(decisions.map((name) => Number(name.slice(0, 2)))).toEqual(decisions.map((_, at) => at + 1));
});

test("the code cites decisions that exist", () => {
  const folders = ["src", "workers", "test", "bench", "tools"].map((name) => new Bun.Glob(`${name}/**/*.{ts,py,mjs}`));
  const files = folders
    .flatMap((glob) => [...glob.scanSync({ cwd: top })])
    .filter((name) => !name.startsWith("bench/.work"));
  const cited = files.flatMap((file) =>
    [...readFileSync(join(top, file), "utf8").matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, name = ""]) => name),
  );
  expect(cited.length).toBeGreaterThan(3);
  expect(cited.filter((name) => !decisions.includes(name))).toEqual([]);
});

test("paths that these pages name are there", () => {
  const pages = [
    "docs/architecture.md",
    "docs/store.md",
    "CONTRIBUTING.md",
    ...decisions.map((name) => `docs/decisions/${name}`),
  ];
  const missing = pages.flatMap((name) => {
    const text = readFileSync(join(top, name), "utf8");
    const paths = [...text.matchAll(/`((?:src|test|bench|tools|docs|workers)\/[\w./-]+)(?: [^`]*)?`/g)].map(
      ([, path = ""]) => path,
    );
    return paths
      .filter((path) => !/NAME|GROUP/.test(path) && !existsSync(join(top, path)))
      .map((path) => `${name}: ${path}`);
  });
  expect(missing).toEqual([]);
});
