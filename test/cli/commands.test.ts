/** Each command as a person and as a script would use it, on small worlds. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import {
  configPathResultSchema,
  configShowResultSchema,
  doctorResultSchema,
  type RootsResult,
  rootsResultSchema,
} from "../../src/request/config-request.ts";
import { failureSchema, successSchema } from "../../src/request/envelope.ts";
import {
  clearResultSchema,
  type IndexResult,
  indexResultSchema,
  type StatusResult,
  statusResultSchema,
} from "../../src/request/index-run-request.ts";
import { type ReadResult, readResultSchema } from "../../src/request/read-request.ts";
import { type SearchHit, searchResultSchema } from "../../src/request/search-request.ts";
import { COMMAND, type Outcome, type World, world } from "../world.ts";

const NOTES = {
  "inspection.md": "# Inspection\n\nThe golden bearing was inspected.\n\n## Result\n\nAll well.\n",
  "sub/other.txt": "a silver bearing\nsecond line\n",
  "table.csv": 'name,note\nx,"golden\nthread"\n',
  "bad.txt": new Uint8Array([0x61, 0x00, 0x62]),
};

function indexed(files: Parameters<typeof world>[0] = NOTES): World {
  const w = world(files);
  const { exitCode, stderr } = w.run("index", "--root", ".", "--quiet", "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  return w;
}

/** The envelope, checked against its published schema. */
function answer<Schema extends z.ZodType>(outcome: Outcome, schema: Schema, status = 0): z.output<Schema> {
  expect([outcome.exitCode, outcome.stderr]).toEqual([status, ""]);
  successSchema(schema).parse(JSON.parse(outcome.stdout));
  return schema.parse(outcome.json().data);
}

function refusal(outcome: Outcome): string {
  expect([outcome.exitCode, outcome.stderr]).toEqual([2, ""]);
  return failureSchema.parse(JSON.parse(outcome.stdout)).error.code;
}

describe("index", () => {
  test("what it did, for people and for scripts", () => {
    const w = world(NOTES);
    const person = w.run("index", "--root", ".");
    expect(person.exitCode).toBe(0);
    expect(person.stdout).toMatch(
      /^Indexed 3 of 4 files of 1 root, \d+ B, in \d\.\d\d s\.\n4 new; \d+ chunks in the index\.\n/,
    );
    expect(person.stdout).toContain("1 file could not be indexed:\n");
    expect(person.stdout).toContain(`  ${w.path("bad.txt")}: `);
    const again: IndexResult = answer(w.run("index", "--json"), indexResultSchema);
    expect(again).toMatchObject({ roots: [w.dir], files: 4, added: 0, unchanged: 4, errors: 1 });
  });

  test("says what may be done about files that it could not index, once for each kind", () => {
    const big5 = new Uint8Array([0xa4, 0xa4, 0xa4, 0xe5, 0x0a]);
    const w = world({ "a.txt": big5, "b.txt": big5, "c.txt": "much ".repeat(500), "c.toml": "max_size = 1024" });
    const { stdout } = w.run("index", ".", "--config", "c.toml");
    expect([...stdout.matchAll(/^hint: (\w+): /gm)].map(([, code]) => code)).toEqual(["encoding", "too_large"]);
    w.write({ "d.toml": 'encodings = ["big5"]\nroots = ["."]' });
    expect(w.run("index", "--config", "d.toml").stdout).not.toContain("hint:");
    expect(w.run("search", "中文", "--config", "d.toml").exitCode).toBe(0);
  });

  // tobi/qmd#684, BeaconBay/ck UNEXPECTED.md (2026-06-10): never the current folder by accident.
  test("without a path and without saved roots: usage, nothing written", () => {
    const w = world(NOTES);
    expect(refusal(w.run("index", "--json"))).toBe("usage");
    expect(refusal(w.run("index", "--force", "--json"))).toBe("usage");
    expect(existsSync(w.dataDir)).toBe(false);
  });

  test("a missing path beneath a root: its documents go; where there were none, an error", () => {
    const w = world({ "notes/a.md": "marmalade\n" });
    w.run("index", "--root", ".");
    expect(refusal(w.run("index", "ntoes", "--json"))).toBe("not_found");
    w.remove("notes");
    expect(w.run("index", "notes", "--no-prune", "--json").json()).toMatchObject({ ok: true, data: { deleted: 0 } });
    expect(w.run("index", "notes", "--json").json()).toMatchObject({ ok: true, data: { deleted: 1 } });
    expect(refusal(w.run("index", "notes", "--json"))).toBe("not_found");
  });

  test("a missing folder: an error that names it, nothing written", () => {
    const w = world(NOTES);
    for (const args of [["--root", "nowhere"], ["nowhere"], ["--root", ".", "--root", "nowhere"]]) {
      expect(refusal(w.run("index", ...args, "--json"))).toBe("root_unavailable");
      expect(w.run("index", ...args).stderr).toContain("nowhere");
    }
    expect(existsSync(w.dataDir)).toBe(false);
  });

  test("what cannot be a root is told as such, without a word of roots that never were", () => {
    const w = world(NOTES);
    for (const [path, fault] of [
      ["/dev/zero", "is neither a folder nor a regular file"],
      ["/nope", "does not exist or cannot be reached"],
    ] as const) {
      for (const args of [[path], ["--root", path]]) {
        const { stderr } = w.run("index", ...args);
        expect(stderr).toStartWith(`error: ${path} ${fault}\nhint: Give the path of a folder or `);
        expect(stderr).not.toContain("remove");
      }
    }
    expect(existsSync(w.dataDir)).toBe(false);
  });

  test("a path after an option is a path, not its value", () => {
    const w = world({ "a/x.md": "alpha", "b/y.md": "beta" });
    expect(answer(w.run("index", "--force", "a", "--json"), indexResultSchema).roots).toEqual([w.path("a")]);
    expect(answer(w.run("index", "-e", "zzz", "b", "--json"), indexResultSchema).roots).toEqual([w.path("b")]);
    const saved = JSON.parse(readFileSync(join(w.dataDir, "qsearch.json"), "utf8"));
    expect(saved.roots).toEqual([w.path("a"), w.path("b")]);
  });

  test("--root replaces the roots, a path adds to them, neither uses the saved ones", () => {
    const w = world({ "a/x.md": "alpha", "b/y.md": "beta" });
    w.run("index", "--root", "a");
    w.run("index", "b");
    expect(answer(w.run("index", "--json"), indexResultSchema).roots.toSorted()).toEqual([w.path("a"), w.path("b")]);
    w.run("index", "--root", "b");
    expect(answer(w.run("search", "alpha", "--json"), searchResultSchema, 1)).toEqual([]);
    expect(answer(w.run("search", "beta", "--json"), searchResultSchema)).toHaveLength(1);
  });

  test("an explicit configuration gives roots and settings, and replaces what was saved", () => {
    const w = world({ "a/x.md": "alpha", "a/private/z.md": "alpha too", "b/y.md": "beta" });
    w.write({ "c.toml": 'roots = ["a"]\nexclude = ["private/"]' });
    w.run("index", "--root", "b");
    expect(answer(w.run("index", "--config", "c.toml", "--json"), indexResultSchema).roots).toEqual([w.path("a")]);
    const hits: SearchHit[] = answer(w.run("search", "alpha", "--config", "c.toml", "--json"), searchResultSchema);
    expect(hits.map(({ path }) => path)).toEqual([w.path("a/x.md")]);
  });
});

describe("search", () => {
  const w = indexed();

  test("for people", () => {
    const { stdout, stderr, exitCode } = w.run("search", '"golden bearing"');
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toStartWith("inspection.md:3  Inspection\n");
    expect(stdout).toContain("  3  The golden bearing was inspected.\n");
    expect(w.run('"golden bearing"').stdout).toBe(stdout);
    expect(w.run("--color=never", '"golden bearing"').stdout).toBe(stdout);
  });

  test("highlights are colours", () => {
    expect(w.run("search", "golden bearing", "--color", "always").stdout).toContain("\x1b[1;31mgolden");
  });

  test("for scripts", () => {
    const hits: SearchHit[] = answer(w.run("search", '"golden bearing"', "--json"), searchResultSchema);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ path: w.path("inspection.md"), ext: "md", location_kind: "line", score: 1 });
    expect(hits[0]?.snippet).toContain("[[golden bearing]]");
    expect(JSON.parse(w.run("search", '"golden bearing"', "--format", "json").stdout)).toEqual(hits);
    expect(answer(w.run("search", '"golden bearing"', "--json", "--format", "json"), searchResultSchema)).toEqual(hits);
  });

  // tobi/qmd#228, changelog 1.0.7
  test("nothing found: status 1 and a valid empty document in every format", () => {
    expect(answer(w.run("search", "unfindable", "--json"), searchResultSchema, 1)).toEqual([]);
    const printed = (...args: string[]) => {
      const { stdout, exitCode, stderr } = w.run("search", "unfindable", ...args);
      return [exitCode, stdout, stderr];
    };
    expect(printed()).toEqual([1, "", "nothing found\n"]);
    expect(printed("--format", "json")).toEqual([1, "[]\n", ""]);
    expect(printed("--format", "files")).toEqual([1, "", ""]);
    expect(printed("--format", "csv")).toEqual([1, expect.stringMatching(/^path,.*,snippet\n$/), ""]);
  });

  test("csv and files", () => {
    expect(w.run("search", "bearing", "--format", "files").stdout.trim().split("\n").sort()).toEqual([
      w.path("inspection.md"),
      w.path("sub/other.txt"),
    ]);
    const [header = "", row = ""] = w.run("search", "silver", "--format", "csv").stdout.split("\n");
    expect(header.split(",").slice(0, 3)).toEqual(["path", "ext", "line_start"]);
    expect(row).toStartWith(`${w.path("sub/other.txt")},txt,1,`);
  });

  test("filters, a relative prefix, limits", () => {
    const paths = (...args: string[]) =>
      answer(w.run("--json", "search", ...args), searchResultSchema).map(({ path }) => path.slice(w.dir.length + 1));
    expect(paths("bearing", "--ext", "txt")).toEqual(["sub/other.txt"]);
    expect(paths("bearing", "--path-prefix", "sub")).toEqual(["sub/other.txt"]);
    expect(paths("bearing ext:md")).toEqual(["inspection.md"]);
    expect(paths("bearing", "--limit", "1")).toHaveLength(1);
    expect(paths("bearing", "-golden")).toEqual(["sub/other.txt"]);
    expect(paths("--", "bearing", "-golden")).toEqual(["sub/other.txt"]);
    const bare = answer(w.run("--ext", "txt", "--json", "bearing"), searchResultSchema);
    expect(bare.map(({ path }) => path)).toEqual([w.path("sub/other.txt")]);
    const before = answer(w.run("--limit", "1", "search", "bearing", "--json"), searchResultSchema);
    expect(before).toHaveLength(1);
  });

  test.each([
    ["", "usage"],
    ["   ", "usage"],
  ])("the query %j is refused", (query, code) => {
    expect(refusal(w.run("search", query, "--json"))).toBe(code);
  });

  test("--explain shows the parts", () => {
    expect(w.run("search", "bearing", "--explain").stdout).toMatch(/^ {4}score 1 \(chunk\): bm25 /m);
  });

  test("two options that contradict each other", () => {
    expect(refusal(w.run("search", "x", "--json", "--format", "csv"))).toBe("usage");
  });

  // sharkdp/fd changelog (2026-08)
  test("names that could steer a terminal, and names that are no UTF-8", () => {
    const odd = indexed({
      "\x1b[31mred.md": "alpha",
      "a\nb.md": "alpha",
      "\u202egnp.md": "alpha",
      "l\udce9.md": "alpha",
    });
    const list = `"$0" "$@" search alpha -0 | xargs -0 ls -d | wc -l; "$0" "$@" search alpha -l | LC_ALL=C grep -c $'l\\xe9'`;
    const counted = Bun.spawnSync(["bash", "-c", list, ...COMMAND], { env: odd.environment() });
    expect(counted.stderr.toString()).toBe("");
    // One of the names has a line break in it.
    expect(counted.stdout.toString().replaceAll(" ", "")).toBe("5\n1\n");
    const hits: SearchHit[] = answer(odd.run("search", "alpha", "--json"), searchResultSchema);
    expect(hits.map(({ path }) => path.slice(odd.dir.length + 1)).sort()).toEqual([
      "\x1b[31mred.md",
      "a\nb.md",
      "l\udce9.md",
      "\u202egnp.md",
    ]);
  });
});

describe("read", () => {
  test("where nothing stands, that is said", () => {
    const w = indexed({ "a.txt": "one\n", "empty.txt": "" });
    expect(w.run("read", "a.txt", "--lines", "9-")).toMatchObject({ stdout: "", stderr: "no lines 9-\n", exitCode: 0 });
    expect(w.run("read", "empty.txt")).toMatchObject({ stdout: "", stderr: "no text\n", exitCode: 0 });
  });

  const w = indexed();

  test("for people", () => {
    const { stdout, exitCode, stderr } = w.run("read", "sub/other.txt");
    expect([exitCode, stdout, stderr]).toEqual([0, "1  a silver bearing\n2  second line\n", ""]);
    expect(w.run("read", w.path("sub/other.txt"), "--lines", "2").stdout).toBe("2  second line\n");
    expect(w.run("read", "inspection.md", "--lines=3-").stdout).toStartWith("3  The golden bearing was inspected.\n");
  });

  test("for scripts", () => {
    const result: ReadResult = answer(w.run("read", "inspection.md", "--lines", "1-3", "--json"), readResultSchema);
    expect(result.path).toBe(w.path("inspection.md"));
    expect(result.sections[0]?.lines).toEqual([
      { line: 1, text: "# Inspection" },
      { line: 2, text: "" },
      { line: 3, text: "The golden bearing was inspected." },
    ]);
  });

  test("a result of search is read as it stands", () => {
    const [hit] = answer(w.run("search", "thread", "--json"), searchResultSchema);
    const range = `${hit?.line_start}-${hit?.line_end}`;
    const result: ReadResult = answer(w.run("read", hit?.path ?? "", "--lines", range, "--json"), readResultSchema);
    expect(JSON.stringify(result.sections)).toContain("thread");
  });

  const refused: [string[], string][] = [
    [["read", "nowhere.md"], "not_found"],
    [["read", "/etc/passwd"], "not_found"],
    [["read", "../outside"], "not_found"],
    [["read", "bad.txt"], "file_error"],
    [["read", "inspection.md", "--page", "1", "--lines", "1-2"], "usage"],
    [["read", "inspection.md", "--lines", "0-1"], "usage"],
    [["read", "inspection.md", "--page", "0"], "usage"],
  ];
  test.each(refused)("%j: %s", (args, code) => {
    const got = refusal(w.run(...args, "--json"));
    expect(code === "not_found" ? ["not_found", "refused"] : [code]).toContain(got);
  });

  test("a name that is no UTF-8 can be given as it is", () => {
    if (process.platform !== "linux") return;
    const odd = indexed({ "l\udce9.md": "alpha\n" });
    const result = Bun.spawnSync(
      [
        "bash",
        "-c",
        `"$@" read $'l\\xe9.md'`,
        "bash",
        ...(process.env.QSEARCH_BIN
          ? [process.env.QSEARCH_BIN]
          : [process.execPath, join(import.meta.dir, "../../src/main.ts")]),
      ],
      { cwd: odd.dir, env: odd.environment() },
    );
    expect([result.stdout.toString(), result.stderr.toString()]).toEqual(["1  alpha\n", ""]);
  });
});

describe("status, clear and the roots", () => {
  test("status tells what is there and what failed", () => {
    const w = indexed();
    const status: StatusResult = answer(w.run("status", "--json"), statusResultSchema);
    expect(status).toMatchObject({ data_dir: w.dataDir, documents: 3, types: { md: 1, txt: 1, csv: 1 } });
    expect(status.errors).toMatchObject([{ path: w.path("bad.txt"), code: "binary" }]);
    const { stdout } = w.run("status");
    expect(stdout).toContain("Documents  3 (");
    expect(stdout).toContain(`  ${w.path("bad.txt")}: `);
  });

  test("clear removes the content and keeps the roots", () => {
    const w = indexed();
    expect(answer(w.run("clear", "--yes", "--json"), clearResultSchema).documents).toBeGreaterThanOrEqual(3);
    expect(answer(w.run("search", "bearing", "--json"), searchResultSchema, 1)).toEqual([]);
    expect(answer(w.run("index", "--json"), indexResultSchema).roots).toEqual([w.dir]);
    expect(w.run("clear").stdout).toMatch(/^Removed [34] documents and \d+ chunks\.\n$/);
    expect(world({}).run("clear").stdout).toBe("Removed 0 documents and 0 chunks.\n");
  });

  test("config roots add, list, remove", () => {
    const w = world({ "a/x.md": "alpha", "b/y.md": "beta" });
    const roots = (...args: string[]): RootsResult =>
      answer(w.run("config", "roots", ...args, "--json"), rootsResultSchema);
    const user = (name: string, available = true) => ({ path: w.path(name), kind: "user" as const, available });
    expect(roots("list").roots).toEqual([]);
    expect(roots("add", "a", "b", "a/../a").roots).toEqual([user("a"), user("b")]);
    expect(answer(w.run("index", "--json"), indexResultSchema).added).toBe(2);
    expect(roots("remove", "b")).toEqual({ roots: [user("a")], removed_documents: 1 });
    expect(answer(w.run("search", "beta", "--json"), searchResultSchema, 1)).toEqual([]);
    w.remove("a");
    expect(roots().roots).toEqual([user("a", false)]);
    expect(refusal(w.run("config", "roots", "remove", "b", "--json"))).toBe("not_found");
    expect(roots("remove", "a").roots).toEqual([]);
  });

  test("a root given through a link is what the link led to then, wherever it leads later", () => {
    const w = world({ "a/x.md": "alpha", "b/y.md": "beta", via: { link: "a" }, via2: { link: "a" } });
    const added = answer(w.run("config", "roots", "add", "via", "--json"), rootsResultSchema);
    expect(added.roots.map(({ path }) => path)).toEqual([w.path("a")]);
    expect(answer(w.run("index", "--root", "via2", "--json"), indexResultSchema).roots).toEqual([w.path("a")]);
    for (const name of ["via", "via2"]) {
      w.remove(name);
      w.write({ [name]: { link: "b" } });
    }
    expect(answer(w.run("index", "--json"), indexResultSchema)).toMatchObject({ roots: [w.path("a")], unchanged: 1 });
    expect(answer(w.run("search", "beta", "--json"), searchResultSchema, 1)).toEqual([]);
  });

  test("config roots add: a missing folder, no folder, and roots of a configuration file", () => {
    const w = world({ "a/x.md": "alpha", "c.toml": 'roots = ["a"]' });
    for (const path of ["nowhere", "/dev/null"]) {
      expect(refusal(w.run("config", "roots", "add", path, "--json"))).toBe("root_unavailable");
    }
    expect(refusal(w.run("config", "roots", "add", "--json"))).toBe("usage");
    w.write({ "d.toml": "overlap = 50" });
    for (const file of ["c.toml", "d.toml"]) {
      expect(refusal(w.run("config", "roots", "add", "a", "--config", file, "--json"))).toBe("refused");
    }
    expect(existsSync(w.dataDir)).toBe(false);
  });

  test("config path and config show", () => {
    const w = indexed();
    expect(answer(w.run("config", "path", "--json"), configPathResultSchema)).toEqual({
      data_dir: w.dataDir,
      config_file: join(w.dataDir, "qsearch.json"),
      saved_file: join(w.dataDir, "qsearch.json"),
    });
    const { values } = answer(w.run("config", "show", "--json"), configShowResultSchema);
    expect(values.find(({ key }) => key === "roots")).toMatchObject({ value: [w.dir], source: "saved" });
  });
});

describe("read", () => {
  test("path:line, as results show it: where there is no such file, how a line is asked for", () => {
    const w = world({ "a.md": "one\ntwo\n", "b:2": "colon\n" });
    expect(w.run("index", ".").exitCode).toBe(0);
    expect(w.run("read", "a.md:2", "--json").json().error).toMatchObject({
      code: "not_found",
      hint: "A line is given apart: --lines 2-",
    });
    expect(w.run("read", "b:2").stdout).toContain("colon");
  });
});

describe("doctor", () => {
  // It ends hung workers and children on purpose: seconds on a busy machine.
  const PATIENCE = 60_000;

  test(
    "everything works here",
    () => {
      const w = indexed();
      const { healthy, checks } = answer(w.run("doctor", "--json"), doctorResultSchema);
      expect(checks.filter(({ state }) => state === "broken")).toEqual([]);
      expect(healthy).toBe(true);
    },
    PATIENCE,
  );

  test(
    "a damaged index is found, and the status says so",
    () => {
      const w = indexed();
      Bun.spawnSync([
        "bash",
        "-c",
        `printf 'xxxxxxxxxxxxxxxxxxxxxxxx' | dd of="$1" conv=notrunc 2>/dev/null`,
        "bash",
        join(w.dataDir, "qsearch.db"),
      ]);
      const outcome = w.run("doctor");
      expect(outcome.exitCode).toBe(2);
      expect(outcome.stdout).toMatch(/^broken +index /m);
      expect(outcome.stdout).toEndWith("Something is broken.\n");
    },
    PATIENCE,
  );
});
