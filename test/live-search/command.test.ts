/** The commands `context` and `focus` as people and scripts run them. */
import { describe, expect, test } from "bun:test";
import { searchContext } from "../../src/live-search/context.ts";
import { type ContextResult, contextRequestSchema } from "../../src/request/context-request.ts";
import type { FocusResult } from "../../src/request/focus-request.ts";
import { COMMAND, world } from "../world.ts";

const files = {
  "src/model.py": "def snow_melt(snow):\n    return snow\n",
  "src/use.py": "from model import snow_melt\n",
  "docs/guide.md": "# Snow\n\nMelt of the snow.\n",
};

describe("context", () => {
  test("--json holds what the function returns", async () => {
    const w = world(files);
    const { exitCode, json } = w.run("context", "snow", "melt", "--json", "--output-mode", "full");
    expect(exitCode).toBe(0);
    const request = { directory: w.dir, keywords: ["snow", "melt"], output_mode: "full" };
    const expected = await searchContext(contextRequestSchema.parse(request));
    expect(json<ContextResult>().data).toEqual(expected);
  });

  test("for people: files, then snippets with line numbers; --explain shows the parts", () => {
    const w = world(files);
    const plain = w.run("context", "snow_melt");
    expect(plain.stdout).toContain("src/model.py  score 1.000");
    expect(plain.stdout).toContain("src/model.py:1\n  1  def snow_melt(snow):");
    expect(w.run("context", "snow_melt", "--explain").stdout).toContain("path_factor 1");
    expect(w.run("context", "snow_melt", "--include-diagnostics").stdout).toContain("matched by native");
  });

  test("every parameter is an option", () => {
    const w = world(files);
    const args = [
      "--subpath",
      "src",
      "--paths-include-glob",
      "*.py",
      "--paths-exclude-glob",
      "use.py",
      "--max-files",
      "5",
    ];
    const more = ["--max-snippets", "1", "--lines-before", "0", "--lines-after", "0", "--max-total-lines", "1"];
    const rest = ["--match-mode", "identifier", "--no-prefer-source-files", "--backend", "native", "--json"];
    const { data } = w
      .runWith({ cwd: "/" }, "context", "melt", "--directory", w.dir, ...args, ...more, ...rest)
      .json<ContextResult>();
    expect(data.ranked_files.map(({ path }) => path)).toEqual(["src/model.py"]);
    expect(data.snippets).toMatchObject([{ path: "src/model.py", line_start: 1, line_end: 1 }]);
  });

  test("nothing found is exit status 1, errors are 2", () => {
    const w = world(files);
    const none = w.run("context", "zebra", "--json");
    expect([none.exitCode, none.json<ContextResult>().data.ranked_files]).toEqual([1, []]);
    expect(w.run("context").exitCode).toBe(2);
    expect(w.run("context", " ").stderr).toContain("keywords");
    expect(w.run("context", "x", "--directory", "missing", "--json").json().error.code).toBe("not_found");
    expect(w.run("context", "x", "--max-files", "0").exitCode).toBe(2);
    const bad = w.runWith({ env: { QUICK_SEARCH_MAX_FILES: "none" } }, "context", "snow", "--json");
    expect(bad.json().error).toMatchObject({
      code: "config",
      message: expect.stringContaining("QUICK_SEARCH_MAX_FILES"),
    });
  });

  test("log lines of the seed on stderr, silent by default", () => {
    const w = world(files);
    expect(w.run("context", "snow", "melt").stderr).toBe("");
    const { stderr } = w.runWith({ env: { QUICK_SEARCH_LOG_LEVEL: "INFO" } }, "context", "snow", "melt");
    const [first = "", second = "", ...others] = stderr.trimEnd().split("\n");
    const time = String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} INFO repo_context_search: `;
    expect(first).toMatch(
      new RegExp(
        `${time}repo search root=${w.dir} keywords=snow, melt files_considered=3 files_ranked=3 files_returned=3 snippets_returned=3 budget_truncated=False$`,
      ),
    );
    expect(second).toMatch(
      new RegExp(
        String.raw`${time}rank=1 path=src/model\.py score=1\.000 hits=\d+ distinct_keywords=2 definition_hits=1 snippets=1 shown_lines=2/2 \(100\.0%\)$`,
      ),
    );
    expect(others).toHaveLength(2);
    expect(w.runWith({ env: { QUICK_SEARCH_LOG_LEVEL: "WARNING" } }, "context", "snow").stderr).toBe("");
    const loud = w.runWith({ env: { QUICK_SEARCH_LOG_LEVEL: "LOUD" } }, "context", "snow");
    expect(loud.exitCode).toBe(0);
    expect(loud.stderr).toContain('QUICK_SEARCH_LOG_LEVEL is "LOUD"');
  });

  test("names that could steer a terminal are shown escaped (fd)", () => {
    const w = world({ "\x1b[31mred.txt": "albedo", "\u202eright.txt": "albedo", "two\nlines.txt": "albedo" });
    const { stdout } = w.run("context", "albedo");
    expect(stdout).toContain("\\x1b[31mred.txt");
    expect(stdout).not.toContain("\x1b[31m");
    expect(stdout).not.toContain("\u202e");
    expect(stdout).toContain("two\\nlines.txt");
  });

  test("a pipe that is closed ends it quietly (ck, 2026-06-09)", () => {
    const w = world({ "a.txt": "albedo\n".repeat(10_000) });
    const command = [...COMMAND, "context", "albedo", "--lines-after", "1000"].map((word) => `'${word}'`).join(" ");
    const { stdout, stderr } = w.runWith({ command: ["sh", "-c", `${command} | head -1`] });
    expect(stdout.split("\n")).toHaveLength(2);
    expect(stderr).toBe("");
  });
});

describe("focus", () => {
  test("whole definitions, for people and for scripts", () => {
    const w = world(files);
    const { exitCode, stdout } = w.run("focus", "snow_melt");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      "src/model.py:1  function def snow_melt(snow):\n  1  def snow_melt(snow):\n  2      return snow\n",
    );
    const { data } = w
      .run("focus", "snow", "--file-paths", "docs/guide.md", "--max-blocks", "1", "--json")
      .json<FocusResult>();
    expect(data.candidate_files).toEqual(["docs/guide.md"]);
    expect(data.blocks).toMatchObject([{ block_type: "section", line_start: 1, line_end: 3 }]);
    expect(w.run("focus", "zebra").exitCode).toBe(1);
    expect(w.run("focus", "snow", "--file-paths", "../x").exitCode).toBe(2);
  });
});
