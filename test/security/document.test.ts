/** docs/security.md names a test for each promise: the file is there, and the words quoted stand in it. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..", "..");
const page = readFileSync(join(root, "docs", "security.md"), "utf8");

/** `test/….ts "title", "title"`: titles belong to the file before them. */
const REFERENCE = /(?<file>(?:test|bench)\/[\w./-]+\.ts)|"(?<title>[^"]+)"/g;

test("every test that is named exists", () => {
  const missing: string[] = [];
  let file = "";
  let titles = 0;
  for (const { groups } of page.matchAll(REFERENCE)) {
    if (groups?.file !== undefined) {
      file = groups.file;
      if (!existsSync(join(root, file))) missing.push(file);
    } else if (file !== "" && groups?.title !== undefined && existsSync(join(root, file))) {
      titles += 1;
      if (!readFileSync(join(root, file), "utf8").includes(groups.title)) missing.push(`${file} "${groups.title}"`);
    }
  }
  expect(missing).toEqual([]);
  expect(titles).toBeGreaterThan(25);
});

test("every row of a table names one", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
  const promises = rows.filter((row) => !/^\| (?:who|promise|fault) \|/.test(row)).slice(5);
  expect(promises.filter((row) => !/\b(?:test|bench)\/[\w./-]+\.ts/.test(row))).toEqual([]);
});
