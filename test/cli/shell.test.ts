/** What holds for every command, seen from outside: envelope, exit status, streams, global options in any order. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { version } from "../../package.json";
import { COMMAND, world } from "../world.ts";

const empty = world({});

/** Runs a script whose arguments are the command line of qsearch. */
function inBash(script: string, ...args: string[]) {
  return Bun.spawnSync(["bash", "-c", script, "bash", ...COMMAND, ...args], { env: empty.environment() });
}

describe("version and help", () => {
  test.each([
    ["--version"],
    ["--json --version"],
    ["--version --json"],
    ["search --version"],
    ["--color never --version x"],
  ])("%s", (line) => {
    const { stdout, stderr, exitCode } = empty.run(...line.split(" "));
    expect([exitCode, stderr]).toEqual([0, ""]);
    if (line.includes("--json")) {
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { name: "qsearch", version }, warnings: [] });
    } else expect(stdout).toBe(`qsearch ${version}\n`);
  });

  test.each([[""], ["help"], ["--help"], ["-h"], ["--quiet"], ["--help --color always"], ["--data-dir d --help"]])(
    "program help: %s",
    (line) => {
      const { stdout, exitCode } = empty.run(...line.split(" ").filter(Boolean));
      expect(exitCode).toBe(0);
      expect(Bun.stripANSI(stdout)).toStartWith("qsearch finds things in your files");
    },
  );

  test.each([
    ["search --help"],
    ["--help search"],
    ["help search"],
    ["help --json search"],
    ["search x --help"],
    ["--json search --help"],
    ["search -h --json"],
  ])("command help: %s", (line) => {
    const outcome = empty.run(...line.split(" "));
    expect(outcome.exitCode).toBe(0);
    if (line.includes("--json")) {
      expect(outcome.json<{ command: string }>()).toMatchObject({ ok: true, data: { command: "search" } });
    } else expect(outcome.stdout).toStartWith("qsearch search: ");
  });

  test("every command has a help that fits 100 columns", () => {
    const names = ["index", "search", "read", "status", "clear", "doctor", "licenses", "completion", "config show"];
    for (const name of [...names, "config path", "config roots list", "config roots add", "config roots remove"]) {
      const { stdout, exitCode } = empty.run(...name.split(" "), "--help");
      expect([name, exitCode]).toEqual([name, 0]);
      expect(stdout).toStartWith(`qsearch ${name}: `);
      const tooLong = stdout.split("\n").filter((line) => line.length > 100);
      expect(tooLong).toEqual([]);
    }
  });

  test("after -- they are words", () => {
    expect(empty.run("--json", "--", "--version").json()).toMatchObject({ ok: false, error: { code: "no_store" } });
  });
});

describe("failures", () => {
  const cases: [string, string, number][] = [
    ["search x --limt 3", "usage", 2],
    ["search x --limit 0", "usage", 2],
    ["search", "usage", 2],
    ["read", "usage", 2],
    ["read a b", "usage", 2],
    ["read a --lines 5-3", "usage", 2],
    ["read a --lines x", "usage", 2],
    ["search x --format csv", "usage", 2],
    ["status extra", "usage", 2],
    ["config rots", "usage", 2],
    ["completion tcsh", "usage", 2],
    ["--config nowhere.toml status", "config", 2],
    ["search x", "no_store", 2],
    ["status", "no_store", 2],
    ["--color sometimes search x", "usage", 2],
    ["--jobs many search x", "usage", 2],
    ["--data-dir", "usage", 2],
  ];
  test.each(cases)("%s: %s, on stdout as JSON, on stderr for people", (line, code, status) => {
    const machine = empty.run(...line.split(" "), "--json");
    expect([machine.exitCode, machine.stderr]).toEqual([status, ""]);
    expect(machine.json()).toMatchObject({ ok: false, error: { code }, warnings: [] });
    expect(machine.stdout.trimEnd().split("\n")).toHaveLength(1);
    if (line.includes("--format")) return;
    const person = empty.run(...line.split(" "));
    expect([person.exitCode, person.stdout]).toEqual([status, ""]);
    expect(person.stderr).toMatch(/^error: .+\n(hint: .+\n)?$/);
  });

  test("an unknown option names the nearest", () => {
    expect(empty.run("search", "x", "--limt", "3").stderr).toContain("hint: Did you mean --limit?");
  });

  test("with nothing indexed, a word that is nearly a command's name is told so, any other where the commands are listed", () => {
    const hint = (...words: string[]) => empty.run(...words, "--json").json().error.hint;
    expect(hint("statsu")).toBe("Index a folder: qsearch index DIR. Did you mean the command status?");
    expect(hint("golden", "bearing")).toBe("Index a folder: qsearch index DIR. qsearch help lists the commands.");
    expect(hint("search", "statsu")).toBe("Index a folder: qsearch index DIR");
  });

  test("a word that is no command of config is told so, with those that are", () => {
    for (const line of ["config foo", "config rots list", "config roots foo", "config --json roots foo"]) {
      const { error } = empty.run(...line.split(" "), "--json").json();
      expect([error.code, error.message]).toEqual([
        "usage",
        expect.stringMatching(/^config( roots)? has no command "/),
      ]);
      expect(error.hint).toContain("config roots add");
    }
    expect(empty.run("config", "roots", "list", "x", "--json").json().error.message).toContain("takes no argument");
  });

  test("a mistyped command that finds other words of its line is named all the same", () => {
    const w = world({ "a.md": "notes on marmalade\n", "b.md": "serach is a word here\n" });
    expect(w.run("index", ".").exitCode).toBe(0);
    const said = (...words: string[]) => w.run(...words).stderr;
    expect(said("idnex", "notes")).toContain("did you mean the command index?");
    expect(said("idnex")).toBe("nothing found; did you mean the command index?\n");
    expect(said("serach", "notes")).not.toContain("did you mean");
    expect(said("node", "notes")).not.toContain("did you mean the command");
    expect(w.run("idnex", "notes", "--json").stderr).toBe("");
  });

  test("an argument makes no lines of its own, and no long ones", () => {
    const forged = "x\nerror: forged\x1b[31m";
    const lines = [
      ["search", "x", "--config", forged],
      ["status", "--data-dir", forged],
      ["search", `--${forged}`],
      ["recent", "--since", forged],
      ["read", forged],
      ["outline", forged],
      ["restore", forged],
      ["import", forged],
      ["config", "roots", "remove", forged],
      ["completion", forged],
    ];
    for (const line of lines) {
      expect(empty.run(...line).stderr).toMatch(/^error: \P{Cc}+\n(hint: \P{Cc}+\n)?$/u);
    }
    for (const line of [
      ["status", "x".repeat(100_000)],
      ["outline", "y".repeat(100_000)],
      [`--${"z".repeat(100_000)}`],
    ]) {
      expect(empty.run(...line).stderr.length).toBeLessThan(5000);
    }
  });

  test("a bad log level is a warning, once, and the work goes on", () => {
    using w = world({ "a.md": "snow" });
    const run = w.runWith({ env: { QUICK_SEARCH_LOG_LEVEL: "loud" } }, "index", w.dir);
    expect([run.exitCode, run.stderr.match(/WARNING log: /g)?.length]).toEqual([0, 1]);
    expect(run.stderr).toContain('QUICK_SEARCH_LOG_LEVEL is "loud"; it may be DEBUG, INFO, WARNING, ERROR');
  });

  test("nothing is written before something is indexed", () => {
    const fresh = world({});
    for (const line of ["status", "search x", "config show", "config path", "config roots list", "x y"]) {
      fresh.run(...line.split(" "));
    }
    expect([existsSync(fresh.dataDir), readdirSync(fresh.dir)]).toEqual([false, []]);
  });
});

describe("the configuration in force", () => {
  test("config show tells where each value came from", () => {
    const w = world({ "c.toml": 'chunk_size = 500\nroots = ["."]' });
    const { data } = w.run("config", "show", "--json", "--config", "c.toml").json<{
      values: { key: string; value: unknown; source: string; from: string }[];
    }>();
    const of = (key: string) => data.values.find((entry) => entry.key === key);
    expect(of("chunk_size")).toEqual({
      key: "chunk_size",
      value: 500,
      source: "configuration",
      from: w.path("c.toml"),
    });
    expect(of("roots")).toMatchObject({ value: [w.dir], source: "configuration" });
    expect(of("overlap")).toMatchObject({ value: 100, source: "default", from: "" });
    expect(of("data_dir")).toEqual({
      key: "data_dir",
      value: w.dataDir,
      source: "environment",
      from: "QSEARCH_DATA_DIR",
    });
    expect(w.run("config", "--config", "c.toml").stdout).toMatch(/^chunk_size +500 +configuration: /m);
  });

  test("a configuration in the searched folder is never read", () => {
    const w = world({
      "qsearch.toml": "chunk_size = 1",
      "qsearch.json": "{",
    });
    const { data } = w.run("config", "path", "--json").json<{ data_dir: string; config_file: string | null }>();
    expect(data).toMatchObject({ data_dir: w.dataDir, config_file: null });
  });
});

describe("streams", () => {
  test("a big answer reaches a pipe whole", () => {
    const { stdout, exitCode } = empty.run("licenses", "--json");
    expect(exitCode).toBe(0);
    expect(stdout.length).toBeGreaterThan(65_536);
    expect(JSON.parse(stdout).ok).toBe(true);
  });

  // BeaconBay/ck UNEXPECTED.md (2026-06-09)
  test("a reader that leaves ends the output quietly", () => {
    const script = `"$@" | head -1; echo "\${PIPESTATUS[0]}"`;
    const result = inBash(script, "licenses");
    expect(result.stderr.toString()).toBe("");
    expect(result.stdout.toString()).toMatch(/^qsearch .*\n0\n$/);
  });

  test("a full disk is an error, said on stderr, whatever the command and the format", () => {
    if (process.platform !== "linux") return;
    using w = world({ "notes/a.md": "golden\n" });
    expect(w.run("index", "notes", "--no-embed").exitCode).toBe(0);
    const said = "error: the output cannot be written: no space left on device";
    for (const words of [
      "licenses",
      "--version",
      "--version --json",
      "--help",
      "status --json",
      "search golden --format json",
      "search golden --format csv",
      "search golden --format files",
      "search golden",
    ]) {
      const { exitCode, stderr } = inBash('"$@" > /dev/full', ...words.split(" "), "--data-dir", w.dataDir);
      expect([words, exitCode, stderr.toString().split("\n").filter(Boolean)]).toEqual([words, 2, [said]]);
    }
    const failed = inBash('"$@" > /dev/full', "read", "/nowhere", "--json", "--data-dir", w.dataDir);
    expect([failed.exitCode, failed.stderr.toString()]).toEqual([
      2,
      `error: /nowhere is not there or may not be read\n${said}\n`,
    ]);
    const asked = { jsonrpc: "2.0", id: 1, method: "ping" };
    const served = inBash(`echo '${JSON.stringify(asked)}' | "$@" > /dev/full`, "serve", "--data-dir", w.dataDir);
    expect([served.exitCode, served.stderr.toString()]).toEqual([2, `${said}\n`]);
    expect(inBash('"$@" > /dev/full', "--version").exitCode).toBe(2);
    expect(inBash('"$@" | true; exit "$' + '{PIPESTATUS[0]}"', "--version").exitCode).toBe(0);
  }, 30_000);

  test("a closed stdout or stderr is no fault of ours", () => {
    const result = inBash('"$@" 2>&- >&-', "status");
    expect(result.exitCode).toBe(2);
  });

  test("colour: never without a terminal, always on demand", () => {
    expect(empty.run("--help").stdout).not.toContain("\x1b");
    expect(empty.run("--help", "--color", "always").stdout).toContain("\x1b[1m");
    expect(empty.run("status", "--color=always").stderr).toContain("\x1b[1;31merror:");
  });
});
