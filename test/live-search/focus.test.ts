/** search_focused_context: whole definitions from a few files, from an earlier answer or directly. */
import { describe, expect, test } from "bun:test";
import { Snapshots } from "../../src/live-search/snapshots.ts";
import { focusResultSchema } from "../../src/request/focus-request.ts";
import { world } from "../world.ts";
import { context, focus } from "./tools.ts";

const SNOW = `import math


@cached
def snow_melt_balance(
    snow,
    melt,
):
    text = """
not the end
"""
    return snow - melt


def unrelated():
    return 1


class Energy:
    """Energy of the snow."""

    def melt(self):
        return self.snow

    def other(self):
        return 0
`;

const files = {
  "src/snow.py": SNOW,
  "src/energy.py": "def energy(snow):\n    return snow * 2\n",
  "README.md": "# Snow\n\nmelt and snow\n\n## Other\n\nnothing\n",
};

describe("blocks", () => {
  test("whole Python definitions, decorators and all, from several files", async () => {
    const result = await focus(world(files), { keywords: ["snow melt balance"], max_blocks_per_file: 3 });
    expect(focusResultSchema.parse(result)).toEqual(result);
    expect(result.candidate_files).toEqual(["src/snow.py", "src/energy.py"]);
    const [first] = result.blocks;
    expect(first).toMatchObject({
      path: "src/snow.py",
      block_type: "function",
      line_start: 4,
      line_end: 12,
      score: 1,
    });
    expect(first?.content).toStartWith("@cached\ndef snow_melt_balance(");
    expect(first?.content).toEndWith("    return snow - melt");
    expect(first?.matched_keywords).toEqual(["balance", "melt", "snow"]);
    expect(first?.match_lines).toEqual([5, 6, 7, 12]);
    expect(result.blocks.map(({ path }) => path)).toContain("src/energy.py");
    expect(result.blocks.some(({ content }) => content.includes("unrelated"))).toBe(false);
    expect(result.summary.files_with_context).toBe(2);
  });

  test("limits of files, blocks, blocks a file and lines", async () => {
    const w = world(files);
    const one = await focus(w, { keywords: ["snow"], max_files: 1 });
    expect(one.candidate_files).toHaveLength(1);
    expect(one.summary.budget_truncated).toBe(true);
    expect((await focus(w, { keywords: ["snow"], max_blocks: 1 })).blocks).toHaveLength(1);
    const per = await focus(w, { keywords: ["snow", "melt"], max_blocks_per_file: 1 });
    expect(per.blocks.map(({ path }) => path).sort()).toEqual(["src/energy.py", "src/snow.py"]);
    const few = await focus(w, { keywords: ["snow", "melt"], max_total_lines: 5 });
    const lines = few.blocks.reduce((sum, { line_start, line_end }) => sum + line_end - line_start + 1, 0);
    expect(lines).toBeLessThanOrEqual(5);
    expect(few.summary.budget_truncated).toBe(true);
  });

  test("files that are named, without any ranking", async () => {
    const w = world(files);
    const result = await focus(w, { keywords: ["snow"], file_paths: ["README.md", `${w.dir}/src/energy.py`] });
    expect(result.candidate_files).toEqual(["README.md", "src/energy.py"]);
    expect(result.blocks.map(({ path, block_type }) => [path, block_type]).sort()).toEqual([
      ["README.md", "section"],
      ["src/energy.py", "function"],
    ]);
  });

  test("where none of the named files can be read it is said why", async () => {
    const w = world({ ...files, "huge.py": `snow = 1\n${"# filler\n".repeat(120_000)}` });
    const args = { keywords: ["snow"], file_paths: ["huge.py"] };
    await expect(focus(w, args)).rejects.toThrow("file_paths: huge.py: too_large");
    const both = await focus(w, { ...args, file_paths: ["huge.py", "README.md"] });
    expect(both.blocks.map(({ path }) => path)).toEqual(["README.md"]);
  });

  test("files outside, missing, ignored or hidden are refused alike", async () => {
    const w = world({ ...files, ".gitignore": "secret.py\n", "secret.py": "snow", ".env": "snow" });
    const refused = async (path: string) => {
      const error = await focus(w, { keywords: ["snow"], file_paths: [path] }).catch((thrown: unknown) => thrown);
      return (error as { code: string }).code;
    };
    for (const path of ["secret.py", ".env", "missing.py", "src"]) expect(await refused(path)).toBe("not_found");
    for (const path of ["../x.py", "/etc/passwd", "src/../../x"]) expect(await refused(path)).toBe("refused");
  });

  test("matches outside of any definition come with the lines around them", async () => {
    const w = world({ "a.py": `${"x = 1\n".repeat(40)}albedo = 3\n${"y = 1\n".repeat(40)}` });
    const [block] = (await focus(w, { keywords: ["albedo"] })).blocks;
    expect(block?.block_type).toBe("lines");
    expect(block?.match_lines).toEqual([41]);
    expect(block?.content).toContain("albedo = 3");
  });
});

describe("after an answer", () => {
  test("the same id, its files, its keywords; changed files are marked", async () => {
    const w = world(files);
    const snapshots = new Snapshots();
    const broad = await context(w, { keywords: ["snow melt balance"] }, { snapshots });
    const { query_id } = broad;
    const same = await focus(w, { query_id }, { snapshots });
    expect(same.query_id).toBe(query_id);
    expect(same.query).toEqual(broad.query);
    expect(same.changed_files).toEqual([]);
    w.write({ "src/snow.py": `${SNOW}# snow at the end\n` }).remove("src/energy.py");
    const later = await focus(w, { query_id }, { snapshots });
    expect(later.candidate_files).toEqual(["src/snow.py", "src/energy.py"]);
    expect(later.changed_files).toEqual(["src/snow.py", "src/energy.py"]);
    const named = await focus(w, { query_id, file_paths: ["README.md"], max_blocks: 1 }, { snapshots });
    expect(named.candidate_files).toEqual(["README.md"]);
  });

  test("an answer can be shown again in another mode without a search", async () => {
    const w = world(files);
    const snapshots = new Snapshots();
    const { query_id } = await context(w, { keywords: ["snow"] }, { snapshots });
    w.remove("src/snow.py");
    const full = await context(w, { query_id, output_mode: "full", include_diagnostics: true }, { snapshots });
    expect(full.ranked_files.map(({ path }) => path)).toContain("src/snow.py");
    expect(full.ranked_files[0]?.line_count).toBeGreaterThan(0);
    expect(full.diagnostics).toBeDefined();
  });

  test("an unknown id, one beside other arguments, one of the other tool, none at all", async () => {
    const w = world(files);
    const snapshots = new Snapshots();
    const { query_id } = await context(w, { keywords: ["snow"] }, { snapshots });
    const focused = await focus(w, { keywords: ["snow"] }, { snapshots });
    const said = async (call: Promise<unknown>) => {
      const error = (await call.catch((thrown: unknown) => thrown)) as { code: string; message: string };
      return `${error.code}: ${error.message}`;
    };
    expect(await said(context(w, { query_id: "0123456789abcdef" }, { snapshots }))).toContain(
      "names none of the last 64",
    );
    expect(await said(context(w, { query_id, keywords: ["snow"] }, { snapshots }))).toContain("combined with keywords");
    expect(await said(context(w, { query_id, max_files: 3 }, { snapshots }))).toContain("combined with max_files");
    expect(await said(focus(w, { query_id, subpath: "src" }, { snapshots }))).toContain("combined with subpath");
    expect(await said(context(w, { query_id: focused.query_id }, { snapshots }))).toContain("focused search");
    expect(await said(context(w, { keywords: ["", "  "] }))).toContain("usage: keywords");
    expect(await said(focus(w, {}))).toContain("usage: keywords");
    // What equals the default says nothing.
    const { lines_before, lines_after } = { lines_before: 24, lines_after: 40 };
    const again = await context(w, { query_id, lines_before, lines_after, match_mode: "substring" }, { snapshots });
    expect(again.query_id).toBe(query_id);
  });

  test("the last 64 answers are kept", async () => {
    const w = world({ "a.py": "snow\n" });
    const snapshots = new Snapshots();
    const ids: string[] = [];
    for (let i = 0; i < 65; i++) ids.push((await context(w, { keywords: [`snow${i}`] }, { snapshots })).query_id);
    expect(new Set(ids).size).toBe(65);
    expect((await context(w, { query_id: ids[1] }, { snapshots })).query_id).toBe(ids[1] ?? "");
    expect(context(w, { query_id: ids[0] }, { snapshots })).rejects.toMatchObject({ code: "usage" });
  });

  test("a query's id is that of its request, without the ways to show it", async () => {
    const w = world({ "a.py": "snow\n" });
    const id = async (args: Parameters<typeof context>[1]) => (await context(w, args)).query_id;
    const plain = await id({ keywords: ["snow"] });
    expect(plain).toMatch(/^[0-9a-f]{16}$/);
    expect(await id({ keywords: ["snow"], output_mode: "full", include_diagnostics: true })).toBe(plain);
    expect(await id({ keywords: ["snow"], max_files: 12 })).toBe(plain);
    expect(await id({ keywords: ["snow"], max_files: 13 })).not.toBe(plain);
    expect(await id({ keywords: ["snow", "melt"] })).not.toBe(plain);
    expect(await id({ keywords: ["snow"], match_mode: "word" })).not.toBe(plain);
  });
});
