/** Closed pipes, files that come and go, and arguments no one expects. */
import { beforeAll, describe, expect, test } from "bun:test";
import { COMMAND, type World, world } from "../world.ts";

/** Results, and lines of each: what a search may give at most is far more than a pipe holds. */
const RESULTS = 100;
const LINES = 40;

let w: World;

beforeAll(() => {
  const block = Array.from({ length: LINES }, (_, i) => `line ${i} needle`).join("\n");
  w = world(Object.fromEntries(Array.from({ length: RESULTS + 20 }, (_, i) => [`f${i}.txt`, `${block}\n`])));
  expect(w.run("index", "--root", ".").exitCode).toBe(0);
});

function inBash(script: string, ...args: string[]) {
  return Bun.spawnSync(["bash", "-c", script, "bash", ...COMMAND, ...args], { env: w.environment(), cwd: w.dir });
}

describe("a pipe whose reader leaves", () => {
  // BeaconBay/ck UNEXPECTED.md (2026-06-09)
  test.each([["text"], ["json"], ["csv"], ["files"]])("search --format %s | head -1", (format) => {
    const script = '"$@" | head -1; echo "$' + '{PIPESTATUS[0]}"';
    const { stdout, stderr } = inBash(script, "search", "needle", "--limit", String(RESULTS), "--format", format);
    expect(stderr.toString()).toBe("");
    const lines = stdout.toString().trimEnd().split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([2, "0"]);
  });

  test("one that never reads", () => {
    const script = '"$@" | true; echo "$' + '{PIPESTATUS[0]}"';
    const { stdout, stderr } = inBash(script, "search", "needle", "--limit", String(RESULTS), "--json");
    expect([stderr.toString(), stdout.toString()]).toEqual(["", "0\n"]);
  });
});

describe("files that go", () => {
  test("a deleted file is neither found nor read, before index runs again and after", () => {
    const gone = world({ "a.md": "a marmalade of old\n", "b.md": "marmalade\n" });
    gone.run("index", "--root", ".");
    gone.remove("a.md");
    const found = () => gone.run("search", "marmalade", "--format", "files").stdout;
    expect(found()).toBe(`${gone.path("b.md")}\n`);
    expect(gone.run("read", gone.path("a.md"), "--json").json().error.code).toBe("not_found");
    expect(gone.run("index", "--json").json()).toMatchObject({ ok: true, data: { deleted: 1 } });
    expect(found()).toBe(`${gone.path("b.md")}\n`);
  });

  test("a root that has gone: index stops before anything changes, and all is there when it comes back", () => {
    const gone = world({ "root/a.md": "marmalade\n" });
    gone.run("index", "--root", "root");
    gone.runWith({ command: ["mv"] }, "root", "away");
    expect(gone.run("index", "--json").json().error.code).toBe("root_unavailable");
    const without = gone.run("search", "marmalade", "--json");
    const message = `Root ${gone.path("root")} is missing or cannot be read, so nothing in it is shown`;
    expect(without.exitCode).toBe(1);
    expect(without.json()).toMatchObject({ ok: true, data: [], warnings: [{ code: "folder_errors", message }] });
    expect(gone.run("status", "--json").json()).toMatchObject({ data: { documents: 1 } });
    gone.runWith({ command: ["mv"] }, "away", "root");
    const again = gone.run("search", "marmalade", "--json");
    expect(again.exitCode).toBe(0);
    expect(again.json().warnings).toEqual([]);
  });

  test("a store that was moved away while it is searched in a loop", () => {
    const moved = world({ "a.md": "marmalade\n" });
    moved.run("index", "--root", ".");
    moved.runWith({ command: ["mv"] }, moved.dataDir, `${moved.dataDir}-away`);
    expect(moved.run("search", "marmalade", "--json").json().error.code).toBe("no_store");
    expect(moved.run("search", "marmalade", "--data-dir", `${moved.dataDir}-away`, "--json").exitCode).toBe(0);
  });
});

describe("odd arguments", () => {
  const NUL_FREE = "\u0001\u001b[31m\u202e";
  test.each([
    [["search", "-"]],
    [["search", "--", "--"]],
    [["--", "-"]],
    [["search", "x".repeat(100_000)]],
    [["search", ...Array.from({ length: 2000 }, (_, i) => `w${i}`)]],
    [["search", NUL_FREE]],
    [["search", "\udcff\udc80"]],
    [["search", "needle", "--limit", "9".repeat(400)]],
    [["search", "needle", "--offset", "10000"]],
    [["search", "needle", "--min-score", "NaN"]],
    [["search", "needle", "--path-prefix", "../".repeat(200)]],
    [["search", "needle", "--path-prefix", "relative\udcff"]],
    [["search", "needle", "--ext", "***"]],
    [["search", "needle after:99999-99-99"]],
    [["read", "/"]],
    [["read", "f0.txt", "--lines", "99999999999999999999-"]],
    [["read", "f0.txt", "--page", "0"]],
    [["read", `${"a/".repeat(3000)}b`]],
    [["read", "a".repeat(5000)]],
    [["index", ""]],
    [["index", "/proc/self/mem"]],
    [["--data-dir", "/dev/null", "search", "needle"]],
    [["--data-dir", "/dev/null/x", "index", "."]],
    [["--config", "/dev/null", "status"]],
    [["--jobs", "100000", "search", "needle"]],
    [["config", "roots", "remove", "/nowhere"]],
  ] as const)(
    "%j: an answer or a clear refusal",
    (args) => {
      const outcome = w.run("--json", ...args);
      const { ok, error } = outcome.json();
      expect([0, 1, 2]).toContain(outcome.exitCode ?? -1);
      expect(outcome.stderr).toBe("");
      if (ok) return;
      expect(error.code).not.toBe("internal");
      expect(error.message).not.toContain("undefined");
    },
    30_000,
  );

  test("a store that is a folder, or another program's", () => {
    const odd = world({ "a.md": "marmalade\n", "data/qsearch.db/": "" });
    const data = odd.path("data");
    for (const command of [["search", "x"], ["status"], ["index", odd.path("a.md")]]) {
      const { error } = odd.run(...command, "--data-dir", data, "--json").json();
      expect(error.code).not.toBe("internal");
    }
  });
});
