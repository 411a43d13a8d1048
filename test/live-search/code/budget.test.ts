/** max_tokens is hard: whatever the query, the tree and the limits, no reply says more. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { rounds } from "../../rounds.ts";
import { world } from "../../world.ts";
import { code, SHOP } from "./shop.ts";

const SEED = 7;
const word = fc.constantFrom(
  "amount",
  "round",
  "invoice",
  "calculate_total",
  "Ledger",
  "post_3",
  "the",
  "cart",
  "zz",
  "→",
  "税",
);

test("150 random requests stay within max_tokens, and say how much they took", async () => {
  const w = world({
    ...SHOP,
    "long/one-line.js": "function amount(round){return invoice(round)};".repeat(5000),
    'odd "names"/ä\\b.py': 'def amount():\n    return "\\"\\\\\\u0001"\n',
  });
  const request = fc.record(
    {
      query: fc.array(word, { minLength: 0, maxLength: 5 }).map((words) => ["order", ...words].join(" ")),
      max_tokens: fc.oneof(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 200, max: 32_000 })),
      max_snippets: fc.integer({ min: 1, max: 40 }),
      fusion: fc.constantFrom("score" as const, "rrf" as const),
      depth: fc.constantFrom(0, 0, 0, 1, 3),
    },
    { requiredKeys: ["query", "max_tokens"] },
  );
  for (const { query, ...rest } of fc.sample(request, { numRuns: rounds(150), seed: SEED })) {
    const result = await code(w, query, rest);
    const tokens = JSON.stringify(result).length / 3.8;
    expect(tokens).toBeLessThanOrEqual(rest.max_tokens);
    expect(result.total_tokens).toBeGreaterThanOrEqual(Math.floor(tokens));
    expect(result.total_tokens).toBeLessThanOrEqual(Math.min(rest.max_tokens, tokens + 12));
    expect(result.snippets_count).toBe(result.snippets.length);
    expect(result.snippets.length).toBeLessThanOrEqual(rest.max_snippets ?? 12);
  }
}, 180_000);

test("a name that would fill the budget is shown by its end", async () => {
  const deep = Array.from({ length: 14 }, (_, i) => `folder-${i}-${"x".repeat(50)}`).join("/");
  const w = world({ [`${deep}/a.py`]: "def parse():\n    pass\n" });
  const result = await code(w, "parse", { workspace: w.path(deep), max_tokens: 200 });
  expect(JSON.stringify(result).length / 3.8).toBeLessThanOrEqual(200);
  expect(result.workspace.startsWith("…")).toBe(true);
  expect(result.snippets[0]?.content).toContain("def parse()");
});

test("the first snippet is trimmed on a line border, later ones that do not fit are dropped, and both are said", async () => {
  const body = Array.from({ length: 300 }, (_, i) => `    total_${i} = price * ${i}`).join("\n");
  const w = world({
    "a.py": `def total_price(price):\n${body}\n`,
    "b.py": `def total_price_of_b(price):\n${body}\n`,
    "c.py": `def total_price_of_c(price):\n${body}\n`,
  });
  const result = await code(w, "total price", { max_tokens: 220 });
  expect(result.snippets).toHaveLength(1);
  expect(result.snippets[0]?.partial).toBe(true);
  for (const line of result.snippets[0]?.content.split("\n") ?? []) {
    expect(line).toMatch(/^(?:def total_price\w*\(price\):| {4}total_\d+ = price \* \d+|… \d+(?:-\d+)?)$/);
  }
  expect(result.snippets_dropped).toBeGreaterThanOrEqual(2);
  expect(result.notes?.join(" ")).toContain("shown in part");
});

test("more tokens than the default show more of each block, and all of it where that fits", async () => {
  const body = (at: number) =>
    Array.from({ length: 150 }, (_, i) => `    ledger_${at} += step(${i})  # carry ${i}`).join("\n");
  const names = Array.from({ length: 8 }, (_, at) => `post${at}.py`);
  const w = world(Object.fromEntries(names.map((name, at) => [name, `def ledger_entry_${at}():\n${body(at)}\n`])));
  const shown = async (max_tokens: number) => {
    const { snippets, notes = [] } = await code(w, "ledger entry", { max_tokens });
    return { lines: snippets.map(({ content }) => content.split("\n").length), notes };
  };
  const [few, more, all] = [await shown(4000), await shown(12_000), await shown(32_000)];
  for (const [at, lines] of few.lines.entries()) expect(more.lines[at]).toBeGreaterThan(lines);
  expect(few.notes.join()).toContain("ask for more max_tokens");
  expect(all.lines).toEqual(names.map(() => 151));
  expect(all.notes).toEqual([]);
});
