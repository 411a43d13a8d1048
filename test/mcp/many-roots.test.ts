/** Answers stay within the bound of a reply where each of more than a thousand files is a root of its own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Warning } from "../../src/errors.ts";
import { type World, world } from "../world.ts";
import { Checked } from "./checked.ts";
import { Wire } from "./wire.ts";

interface Answer {
  readonly warnings: readonly Warning[];
  readonly roots: readonly unknown[];
  readonly results: readonly unknown[];
}

const FILES = 1200;
const name = (at: number) => `${at}-${"long name ".repeat(12)}.md`;

let notes: World;
let wire: Wire;
let checked: Checked;
beforeAll(async () => {
  notes = world(Object.fromEntries(Array.from({ length: FILES }, (_, at) => [name(at), "golden\n"])));
  const paths = Array.from({ length: FILES }, (_, at) => notes.path(name(at)));
  expect(notes.run("index", ...paths).exitCode).toBe(0);
  notes.write({ "agents/a.txt": "golden\n" });
  wire = new Wire(notes);
  await wire.open();
  checked = new Checked(wire);
}, 60_000);
afterAll(async () => {
  expect((await wire.end()).exitCode).toBe(0);
});

test("of the roots of a run, and of what is indexed, the first are named", async () => {
  const run = await checked.good<Answer>("reindex", {});
  expect(run.roots.length).toBeLessThanOrEqual(200);
  expect((await checked.good<Answer>("rag_status", {})).roots.length).toBeLessThanOrEqual(200);
}, 60_000);

test("searches beside an agent's root", async () => {
  await checked.good("rag_index", { path: notes.path("agents") });
  expect((await checked.good<Answer>("search_files", { query: "golden", limit: 100 })).results.length).toBeGreaterThan(
    50,
  );
  expect((await checked.good<Answer>("search_files", { query: "ext:txt" })).results).toEqual([]);
  expect((await checked.good<Answer>("rag_search", { query: "ext:txt" })).results).toHaveLength(1);
}, 60_000);

test("what many roots lack is said of a few, with how many more there are", async () => {
  expect(notes.run("clear").exitCode).toBe(0);
  for (const [tool, args] of [
    ["search_files", { query: "golden" }],
    ["rag_search", { query: "golden" }],
    ["recent_files", {}],
  ] as const) {
    const { warnings } = await checked.good<Answer>(tool, args);
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toEqual({
      code: "unfinished",
      message: `and ${FILES - 10} more roots that have not been indexed to their end`,
    });
  }
}, 60_000);
