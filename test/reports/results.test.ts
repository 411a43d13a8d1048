/** What other programs' reports taught: ranking, filters and the shape of results, through the command line, without syntax trees. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { world } from "../world.ts";
import { hitsOf, indexed, namesOf } from "./ask.ts";

setDefaultTimeout(60_000);

test("qmd#76: the score falls with rank, and --min-score leaves out the worst", () => {
  const words = 60;
  const text = (times: number) =>
    `${Array.from({ length: words }, (_, i) => (i % 3 === 0 && i / 3 < times ? "quokka" : `filler${i}`)).join(" ")}\n`;
  const w = world({ "one.txt": text(1), "five.txt": text(5), "twenty.txt": text(20), "none.txt": text(0) });
  indexed(w);
  const hits = hitsOf(w, "quokka");
  expect(hits.map(({ path }) => path)).toEqual(["twenty.txt", "five.txt", "one.txt"].map((name) => w.path(name)));
  const [best = 0, second = 0, last = 0] = hits.map(({ score }) => score);
  expect([best, best > second, second > last, last > 0]).toEqual([1, true, true, true]);
  expect(namesOf(w, "quokka", "--min-score", String(second))).toEqual(["twenty.txt", "five.txt"]);
  expect(namesOf(w, "quokka", "--min-score", "1")).toEqual(["twenty.txt"]);
  expect(namesOf(w, "quokka", "--min-score", "0")).toHaveLength(3);
});

test("codanna changelog 0.10.0: default exports are found by their names; those without one by their lines", () => {
  const lead = "// first line\n\n";
  const named = {
    "function.ts": "export default function Widget() {\n  return 1;\n}\n",
    "class.ts": "export default class Widget {\n  size = 1;\n}\n",
    "function-later.ts": "function Widget() {\n  return 1;\n}\nexport default Widget;\n",
    "class-later.ts": "class Widget {\n  size = 1;\n}\nexport default Widget;\n",
    "arrow.ts": "const Widget = () => {\n  return 1;\n};\nexport default Widget;\n",
  };
  const w = world({
    ...Object.fromEntries(Object.entries(named).map(([name, text]) => [name, lead + text])),
    "anonymous.ts": `${lead}export default () => {\n  return zebra;\n};\n`,
    "uses.ts": "import Widget from './class';\n",
  });
  indexed(w);
  expect(namesOf(w, "symbol:Widget").toSorted()).toEqual(Object.keys(named).toSorted());
  expect(namesOf(w, "Widget").slice(0, 5).toSorted()).toEqual(Object.keys(named).toSorted());
  const [hit, ...more] = hitsOf(w, "zebra");
  expect([hit?.path, more.length]).toEqual([w.path("anonymous.ts"), 0]);
  expect((hit?.line_start ?? 9) <= 4 && (hit?.line_end ?? 0) >= 4).toBe(true);
});
