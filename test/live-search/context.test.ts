/** search_repo_context: its fields, modes, limits and snippets. */
import { describe, expect, test } from "bun:test";
import { contextResultSchema } from "../../src/request/context-request.ts";
import { world } from "../world.ts";
import { context, paths } from "./tools.ts";

const lines = (count: number, text = "x") => Array.from({ length: count }, (_, i) => `${text} ${i}`).join("\n");

describe("ranking", () => {
  test("a source file ranks over a document with as many matches", async () => {
    const w = world({
      "docs/guide.md": "albedo of snow\nalbedo\nalbedo\n",
      "src/model.py": "albedo = snow\nalbedo\nalbedo\n",
    });
    const preferred = await context(w, { keywords: ["albedo"] });
    expect(paths(preferred)).toEqual(["src/model.py", "docs/guide.md"]);
    expect(preferred.ranked_files.map(({ category }) => category)).toEqual(["source", "doc"]);
    const equal = await context(w, { keywords: ["albedo"], prefer_source_files: false, output_mode: "full" });
    expect(equal.ranked_files.map(({ score_parts }) => score_parts?.source_factor)).toEqual([1, 1]);
  });

  test("a definition outranks a document with many mentions", async () => {
    const w = world({
      "notes.md": "melt ".repeat(60),
      "src/snow.py": "def melt(snow):\n    return snow\n",
      "src/use.py": "x = melt(1)\ny = melt(2)\nz = melt(3)\n",
    });
    const result = await context(w, { keywords: ["melt"] });
    expect(paths(result)[0]).toBe("src/snow.py");
    expect(result.ranked_files[0]).toMatchObject({ definition_hits: 1, keyword_hits: 1, score: 1 });
    expect(result.ranked_files[0]?.reason).toContain("definition hits");
  });

  test("a file with a keyword ranks above one with expansions only, whatever the number of hits", async () => {
    const w = world({
      "one.py": `# snow melt balance\n`,
      "many.py": `${"snow melt balance_sheet\n".replaceAll(" ", "\n").repeat(300)}`,
      "defines.py": "def snow():\n    pass\n\nclass Melt:\n    pass\n",
    });
    const result = await context(w, { keywords: ["snow melt balance"], output_mode: "full" });
    expect(paths(result)[0]).toBe("one.py");
    const scores = result.ranked_files.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(result.ranked_files.map(({ score_parts }) => score_parts?.original_keywords)).toEqual([true, false, false]);
    expect(result.ranked_files[1]?.recommended_read).toBe(false);
    expect(result.ranked_files[1]?.reason).toContain("expanded keywords only");
  });

  test("of a phrase that stands nowhere as such, the files with its words are what is recommended", async () => {
    const w = world({ "balance.py": "def snow_melt_balance():\n    pass\n", "far.md": "a balance\n".repeat(3) });
    const [first, second] = (await context(w, { keywords: ["snow melt balance"] })).ranked_files;
    expect(first).toMatchObject({ path: "balance.py", recommended_read: true, distinct_keywords_matched: 3 });
    expect(first?.reason).toContain("expanded keywords only");
    expect(second?.recommended_read).toBe(true);
  });

  test("tests are demoted, and said to be tests", async () => {
    const w = world({
      "src/melt.py": "melt = 1\n",
      "tests/test_melt.py": "melt = 1\nmelt = 2\n",
    });
    const result = await context(w, { keywords: ["melt"], output_mode: "full" });
    expect(paths(result)).toEqual(["src/melt.py", "tests/test_melt.py"]);
    expect(result.ranked_files.map(({ is_test_file }) => is_test_file)).toEqual([false, true]);
  });

  test("one huge file does not win by counting", async () => {
    const w = world({
      "huge.py": `${lines(3000, "snow value")}\n`,
      "small.py": "# snow albedo\nsnow_albedo = 1\n",
    });
    expect(paths(await context(w, { keywords: ["snow", "albedo"] }))[0]).toBe("small.py");
  });

  test("equal files come in the order of their paths' bytes", async () => {
    const w = world({ "b.py": "melt\n", "a.py": "melt\n", "Z.py": "melt\n", "é.py": "melt\n" });
    expect(paths(await context(w, { keywords: ["melt"] }))).toEqual(["Z.py", "a.py", "b.py", "é.py"]);
  });
});

describe("place", () => {
  const files = {
    "src/physics/snow.py": "snow\n",
    "src/physics/test_snow.py": "snow\n",
    "src/other.py": "snow\n",
    "tests/a.py": "snow\n",
    "README.md": "snow\n",
  };

  test("the working directory where none is named", async () => {
    const w = world(files);
    const result = await context(w, { keywords: ["snow"], directory: undefined }, { cwd: w.dir });
    expect(result.searched_directory).toBe(w.dir);
    expect(result.summary.files_considered).toBe(5);
  });

  test("a subtree, or a single file", async () => {
    const w = world(files);
    const subtree = await context(w, { keywords: ["snow"], subpath: "src/physics" });
    expect(paths(subtree).sort()).toEqual(["src/physics/snow.py", "src/physics/test_snow.py"]);
    expect(paths(await context(w, { keywords: ["snow"], subpath: "./src/other.py" }))).toEqual(["src/other.py"]);
    expect(paths(await context(w, { keywords: ["snow"], subpath: "src/" }))).toHaveLength(3);
  });

  test("globs choose among the files, and the exclude glob wins", async () => {
    const w = world(files);
    const only = async (args: { paths_include_glob?: string; paths_exclude_glob?: string }) =>
      paths(await context(w, { keywords: ["snow"], ...args })).sort();
    expect(await only({ paths_include_glob: "src/**/*.py" })).toEqual([
      "src/other.py",
      "src/physics/snow.py",
      "src/physics/test_snow.py",
    ]);
    expect(await only({ paths_include_glob: "src/physics/*.py", paths_exclude_glob: "src/physics/test_*" })).toEqual([
      "src/physics/snow.py",
    ]);
    expect(await only({ paths_exclude_glob: "**/tests/*" })).not.toContain("tests/a.py");
    expect(await only({ paths_include_glob: "*.md" })).toEqual(["README.md"]);
    expect(await only({ paths_include_glob: "*.py", paths_exclude_glob: "*.py" })).toEqual([]);
  });
});

describe("matching", () => {
  const files = {
    "a.py": "snow_model\n",
    "b.py": "snowModel\n",
    "c.py": "snowfall\n",
    "d.py": "let snow fall\n",
    "e.py": "SNOW\n",
    "f.py": "GPU加速 und Größe\n",
  };

  test("substring, word and identifier", async () => {
    const w = world(files);
    const by = async (match_mode: "substring" | "word" | "identifier", keyword = "snow") =>
      paths(await context(w, { keywords: [keyword], match_mode })).sort();
    expect(await by("substring")).toEqual(["a.py", "b.py", "c.py", "d.py", "e.py"]);
    expect(await by("word")).toEqual(["d.py", "e.py"]);
    expect(await by("identifier")).toEqual(["a.py", "b.py", "d.py", "e.py"]);
  });

  test("letters beyond ASCII: case, scripts without spaces, the Kelvin sign", async () => {
    const w = world({ ...files, "g.py": "300 \u212aelvin\n" });
    const found = async (keyword: string, match_mode: "substring" | "word" = "substring") =>
      paths(await context(w, { keywords: [keyword], match_mode }));
    expect(await found("GRÖSSE")).toEqual(["f.py"]);
    expect(await found("GRÖßE")).toEqual(["f.py"]);
    expect(await found("加速", "word")).toEqual(["f.py"]);
    expect(await found("gpu", "word")).toEqual(["f.py"]);
    expect(await found("kelvin")).toEqual(["g.py"]);
  });

  test("UTF-16 files are read, line numbers are right with every kind of line end", async () => {
    const utf16 = Buffer.from("\ufefferste\r\nzweite albedo\r\n", "utf16le");
    const w = world({ "wide.txt": utf16, "mac.txt": "one\rtwo albedo\rthree", "dos.txt": "one\r\n\r\nalbedo\r\n" });
    const result = await context(w, { keywords: ["albedo"], lines_before: 0, lines_after: 0 });
    const at = Object.fromEntries(
      result.snippets.map(({ path, line_start, snippet }) => [path, [line_start, snippet]]),
    );
    expect(at).toEqual({ "wide.txt": [2, "zweite albedo"], "mac.txt": [2, "two albedo"], "dos.txt": [3, "albedo"] });
  });

  test("expansion is shown, the caller's keywords first", async () => {
    const w = world({ "a.py": "snow\n" });
    const result = await context(w, { keywords: ["snow melt balance"] });
    expect(result.query).toEqual({
      keywords: ["snow melt balance"],
      resolved_keywords: ["snow melt balance", "snow", "melt", "balance", "snow melt", "melt balance"],
    });
  });
});

describe("answers", () => {
  test("compact is lean, full shows the signals; both fit the schema", async () => {
    const w = world({ "src/snow.py": "def snow():\n    return snow\n\n" });
    const compact = await context(w, { keywords: ["snow"] });
    expect(Object.keys(compact.ranked_files[0] ?? {})).toEqual([
      "path",
      "category",
      "keyword_hits",
      "distinct_keywords_matched",
      "definition_hits",
      "score",
      "recommended_read",
      "reason",
    ]);
    expect(Object.keys(compact.snippets[0] ?? {})).toEqual([
      "path",
      "line_start",
      "line_end",
      "matched_keywords",
      "snippet",
    ]);
    expect(compact.diagnostics).toBeUndefined();
    const full = await context(w, { keywords: ["snow"], output_mode: "full", include_diagnostics: true });
    expect(full.ranked_files[0]).toMatchObject({
      line_count: 3,
      is_source_file: true,
      is_test_file: false,
      definition_hits: 1,
      keyword_density: 0.666667,
    });
    for (const result of [compact, full]) expect(contextResultSchema.parse(result)).toEqual(result);
    expect(full.query_id).toBe(compact.query_id);
  });

  test("diagnostics count what was left out by reason", async () => {
    const w = world({
      "a.py": "snow\n",
      "bin.py": Uint8Array.of(115, 110, 111, 119, 0, 1),
      "big.py": `${"snow ".repeat(220_000)}\n`,
      "lib.min.js": "snow",
      "package-lock.json": "snow",
      "api_pb2.py": "snow",
      "image.png": "snow",
      ".hidden.py": "snow",
      ".gitignore": "ignored.py\n",
      "ignored.py": "snow",
      "node_modules/x/index.js": "snow",
      "vendor/y.go": "snow",
      "dist/z.js": "snow",
      "link.py": { link: "a.py" },
      "skip/me.py": "snow",
    });
    const result = await context(w, { keywords: ["snow"], include_diagnostics: true, paths_exclude_glob: "skip/" });
    expect(paths(result)).toEqual(["a.py"]);
    expect(result.diagnostics).toEqual({
      discovery_backend: "native",
      matching_backend: "native",
      excluded_files: {
        binary: 2,
        build: 1,
        dependencies: 1,
        excluded: 1,
        generated: 1,
        hidden: 2,
        ignored: 1,
        link: 1,
        lock_file: 1,
        minified: 1,
        too_large: 1,
        vendored: 1,
      },
    });
    expect(result.summary).toMatchObject({ files_considered: 3, files_ranked: 1, files_returned: 1 });
  });

  test("nothing found", async () => {
    const w = world({ "a.py": "snow\n" });
    const result = await context(w, { keywords: ["zebra"] });
    expect(result.ranked_files).toEqual([]);
    expect(result.snippets).toEqual([]);
    expect(result.summary).toMatchObject({ files_considered: 1, files_ranked: 0, budget_truncated: false });
    expect(result.usage_guidance).toContain("Nothing matched");
  });

  test("documents only", async () => {
    const w = world({ "README.md": "albedo\n", "src/a.py": "pass\n" });
    const result = await context(w, { keywords: ["albedo"] });
    expect(result.ranked_files[0]).toMatchObject({ path: "README.md", category: "doc", score: 1 });
  });

  test("an empty folder, and keywords that regular expressions would trip over", async () => {
    const w = world({ "a.txt": "a(b[c\\d ^x$ .* ??\n" });
    for (const keyword of ["(b[", "\\d", ".*", "^x$", "??"]) {
      expect(paths(await context(w, { keywords: [keyword] }))).toEqual(["a.txt"]);
    }
    expect((await context(world(), { keywords: ["x"] })).summary.files_considered).toBe(0);
  });

  test("paths are shown as they are, whatever their characters (serena#1806)", async () => {
    const w = world({
      "***/a.txt": "albedo",
      "a[1]/b.txt": "albedo",
      "{x,y}/c.txt": "albedo",
      "***/.gitignore": "other\n",
      "\u202e.txt": "albedo",
      "two\nlines.txt": "albedo",
    });
    const result = await context(w, { keywords: ["albedo"] });
    expect(paths(result).sort()).toEqual(["***/a.txt", "a[1]/b.txt", "two\nlines.txt", "{x,y}/c.txt", "\u202e.txt"]);
  });
});
