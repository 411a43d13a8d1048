/** docs/design.md names every room of the house, and no room that is not there. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dir, "..");
const design = readFileSync(join(top, "docs", "design.md"), "utf8");
const house = design.slice(design.indexOf("## The house"), design.indexOf("Imports point downwards"));

test("every file and folder of src stands in the house", () => {
  const entries = readdirSync(join(top, "src"), { withFileTypes: true });
  const rooms = entries.filter((entry) => entry.isFile() || readdirSync(join(top, "src", entry.name)).length > 0);
  const names = rooms.map((entry) => (entry.isFile() ? entry.name : `${entry.name}/`));
  expect(names.filter((name) => !house.includes(`  ${name}`))).toEqual([]);
});

test("every folder of the house is there", () => {
  const inner = [...house.matchAll(/^ {2}([a-z]+)\//gm)].map(([, name = ""]) => join("src", name));
  const outer = [...house.matchAll(/^([a-z]+)\/ /gm)].map(([, name = ""]) => name);
  expect([...inner, ...outer].filter((path) => !existsSync(join(top, path)))).toEqual([]);
  expect(inner.length).toBeGreaterThan(10);
});
