/** Budgets of search_repo_context: files, snippets, lines, the environment's defaults, the whole reply. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_REPLY_UNITS } from "../../src/live-search/reply-budget.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";
import { type ContextArguments, context } from "./tools.ts";

const numbered = (count: number, marked: readonly number[]) =>
  Array.from({ length: count }, (_, i) => (marked.includes(i + 1) ? "melt" : `line ${i + 1}`)).join("\n");

describe("snippets", () => {
  test("windows that overlap or touch are one; apart they are several", async () => {
    const w = world({ "a.txt": numbered(300, [50, 60, 71, 200]) });
    const result = await context(w, { keywords: ["melt"], lines_before: 5, lines_after: 5 });
    expect(result.snippets.map(({ line_start, line_end }) => [line_start, line_end])).toEqual([
      [45, 76],
      [195, 205],
    ]);
    const [first] = result.snippets;
    expect(first?.snippet.split("\n")).toHaveLength(32);
    expect(first?.snippet.split("\n")[5]).toBe("melt");
  });

  test("at most three windows a file, and the best of each file first", async () => {
    const w = world({ "a.txt": numbered(900, [100, 300, 500, 700, 900]), "b.txt": numbered(900, [100, 400]) });
    const all = await context(w, { keywords: ["melt"], lines_before: 1, lines_after: 1 });
    const per = Map.groupBy(all.snippets, ({ path }) => path);
    expect([...per.values()].map(({ length }) => length).sort()).toEqual([2, 3]);
    const two = await context(w, { keywords: ["melt"], lines_before: 1, lines_after: 1, max_snippets: 2 });
    expect(two.snippets.map(({ path }) => path).sort()).toEqual(["a.txt", "b.txt"]);
    expect(two.summary.budget_truncated).toBe(true);
  });

  test("the last window is cut to the lines that are left, around its match", async () => {
    const w = world({ "a.txt": numbered(200, [100]), "b.txt": numbered(200, [100]) });
    const result = await context(w, { keywords: ["melt"], max_total_lines: 80 });
    expect(result.snippets.map(({ line_start, line_end }) => line_end - line_start + 1)).toEqual([65, 15]);
    for (const { line_start, line_end } of result.snippets) {
      expect(line_start).toBeLessThanOrEqual(100);
      expect(line_end).toBeGreaterThanOrEqual(100);
    }
    expect(result.summary.budget_truncated).toBe(true);
    const roomy = await context(w, { keywords: ["melt"] });
    expect(roomy.summary.budget_truncated).toBe(false);
  });

  test("a snippet is what stands on its lines, under any limits", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        fc.record({
          max_files: fc.integer({ min: 1, max: 5 }),
          max_snippets: fc.integer({ min: 1, max: 6 }),
          lines_before: fc.integer({ min: 0, max: 30 }),
          lines_after: fc.integer({ min: 0, max: 30 }),
          max_total_lines: fc.integer({ min: 1, max: 120 }),
        }),
        async (marks, limits) => {
          const texts = Object.fromEntries(marks.map((marked, i) => [`f${i}.txt`, numbered(120, marked)]));
          const result = await context(world(texts), { keywords: ["melt"], ...limits });
          const total = result.snippets.reduce((sum, { line_start, line_end }) => sum + line_end - line_start + 1, 0);
          expect(total).toBeLessThanOrEqual(limits.max_total_lines);
          expect(result.snippets.length).toBeLessThanOrEqual(limits.max_snippets);
          expect(result.ranked_files.length).toBeLessThanOrEqual(limits.max_files);
          expect(result.summary.files_returned).toBe(result.ranked_files.length);
          expect(result.summary.snippets_returned).toBe(result.snippets.length);
          for (const { path, line_start, line_end, snippet } of result.snippets) {
            expect(snippet).toBe(
              (texts[path] ?? "")
                .split("\n")
                .slice(line_start - 1, line_end)
                .join("\n"),
            );
            expect(snippet).toContain("melt");
          }
          const spans = result.snippets.map(({ path, line_start, line_end }) => ({ path, line_start, line_end }));
          for (const a of spans) {
            for (const b of spans) {
              const apart = a === b || a.path !== b.path || a.line_end < b.line_start || b.line_end < a.line_start;
              expect(apart).toBe(true);
            }
          }
        },
      ),
      { seed: 3, numRuns: rounds(25) },
    );
  }, 60_000);

  test("long lines are cut around their match", async () => {
    const w = world({ "a.txt": `${"x".repeat(200_000)} melt ${"y".repeat(200_000)}` });
    const [snippet] = (await context(w, { keywords: ["melt"] })).snippets;
    expect(snippet?.snippet).toContain("melt");
    expect(snippet?.snippet.length).toBeLessThan(500);
  });
});

describe("the whole reply", () => {
  test("never exceeds 25,000 tokens, in either mode, and says that it was cut", async () => {
    const wide = Array.from({ length: 100 }, (_, i) => `melt ${'\\"quoted\\" '.repeat(5)} ${i}`).join("\n");
    const w = world(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`folder/file${i}.txt`, wide])));
    for (const output_mode of ["compact", "full"] as const) {
      const args: ContextArguments = { keywords: ["melt"], output_mode, max_files: 10_000, max_snippets: 10_000 };
      const result = await context(w, { ...args, max_total_lines: 100_000, include_diagnostics: true });
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(MAX_REPLY_UNITS);
      expect(JSON.stringify(result).length).toBeGreaterThan(MAX_REPLY_UNITS * 0.7);
      expect(result.summary.budget_truncated).toBe(true);
      expect(result.summary.files_returned).toBe(result.ranked_files.length);
      expect(result.summary.snippets_returned).toBe(result.snippets.length);
      // A list of hundreds of files leaves half of the reply to the snippets.
      const [files, snippets] = [result.ranked_files, result.snippets].map((part) => JSON.stringify(part).length);
      expect(snippets ?? 0).toBeGreaterThan(MAX_REPLY_UNITS * 0.3);
      expect(files ?? 0).toBeGreaterThan(MAX_REPLY_UNITS * 0.3);
    }
  }, 60_000);
});

describe("defaults of the environment", () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.txt`, "melt\n"]));

  test("replace those of the seed, and the call overrides them", async () => {
    const w = world(files);
    expect((await context(w, { keywords: ["melt"] })).ranked_files).toHaveLength(12);
    expect((await context(w, { keywords: ["melt"] })).snippets).toHaveLength(8);
    const env = { QUICK_SEARCH_MAX_FILES: "15", QUICK_SEARCH_MAX_SNIPPETS: "3", QUICK_SEARCH_MAX_TOTAL_LINES: "2" };
    const preset = await context(w, { keywords: ["melt"] }, { env });
    expect(preset.ranked_files).toHaveLength(15);
    expect(preset.snippets).toHaveLength(2);
    expect((await context(w, { keywords: ["melt"], max_files: 2 }, { env })).ranked_files).toHaveLength(2);
  });

  test.each(["0", "-3", "many", "1.5", "9999999"])(
    "%s is an error of a call that says no number itself",
    async (value) => {
      const [w, env] = [world(files), { QUICK_SEARCH_MAX_FILES: value }];
      expect((await context(w, { keywords: ["melt"], max_files: 2 }, { env })).ranked_files).toHaveLength(2);
      const call = context(w, { keywords: ["melt"], max_snippets: 2 }, { env });
      expect(call).rejects.toMatchObject({
        code: "config",
        message: expect.stringContaining("QUICK_SEARCH_MAX_FILES"),
      });
      await call.catch(() => undefined);
    },
  );
});
