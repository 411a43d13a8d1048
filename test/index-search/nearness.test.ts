/** Prose that says all of a question in a sentence comes before files that hold its words here and there. */
import { expect, test } from "bun:test";
import { shortestStretch } from "../../src/index-search/nearness.ts";
import type { Wanted } from "../../src/index-search/plan.ts";
import { MatchText } from "../../src/text/matcher.ts";
import { parseQuery } from "../../src/text/query.ts";
import { world } from "../world.ts";

const CONTEXT = { timezone: "UTC", now: 0 };

function stretch(query: string, text: string): number {
  const wanted = parseQuery(query, CONTEXT).required.map(({ terms }) => ({ terms }) as unknown as Wanted);
  return shortestStretch(new MatchText(text), wanted);
}

test("the shortest stretch that holds everything in order, in any form", () => {
  expect(stretch("golden bearing wheel", "golden wheel, bearing; golden bearings of a wheel, wheel")).toBe(
    "golden bearings of a wheel".length,
  );
  expect(stretch("golden bearing", "bearing, golden")).toBe(Number.POSITIVE_INFINITY);
  expect(stretch("golden", "a golden one")).toBe("golden".length);
});

test("a sentence that says it is found before a file named for one of its words", () => {
  const filler = Array.from({ length: 40 }, (_, i) => `The ${i}th paragraph is about engines and their oil.\n\n`).join(
    "",
  );
  using w = world({
    "guide.md": `# Guide\n\n${filler}Readers run in child processes.\n`,
    "run.ts": "export function run(reader: Reader) {\n  return reader.child.run();\n}\n".repeat(3),
    "child.ts": "// A child runs a reader.\nexport class Child { run() { return new Reader(); } }\n".repeat(3),
  });
  w.run("index", w.dir, "--no-embed");
  const { data } = w
    .run("search", "readers run in child processes", "--json")
    .json<{ path: string; match: string }[]>();
  expect([data[0]?.path.endsWith("guide.md"), data[0]?.match]).toEqual([true, "chunk"]);
});
