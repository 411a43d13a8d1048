/** The single file, alone: workers start, settings of the directory around it are not read (docs/decisions/23-worker-urls.md, docs/decisions/24-no-settings-of-the-folder.md). */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { WORKER_NAMES } from "../../src/worker-urls.ts";
import { entryPoints } from "../../tools/bundle.ts";
import { world } from "../world.ts";
import { builtBinary } from "./binary.ts";

setDefaultTimeout(120_000);

const version: string = JSON.parse(readFileSync(join(import.meta.dir, "../../package.json"), "utf8")).version;
let binary: string;

beforeAll(async () => {
  binary = await builtBinary();
});

interface Check {
  readonly name: string;
  readonly state: "ok" | "note" | "broken";
  readonly detail: string;
}

describe("binary", () => {
  // oven-sh/bun#18145, #12649, #18186: wasm and workers are looked up under /$bunfs and missing.
  test("alone in an empty folder it passes its own check: workers, child processes, SQLite, wasm", () => {
    using w = world();
    const alone = join(w.base, "alone");
    mkdirSync(alone);
    copyFileSync(binary, join(alone, "qsearch"));
    const run = w.runWith({ command: [join(alone, "qsearch")], cwd: alone }, "doctor", "--json");
    const { data } = run.json<{ checks: Check[] }>();
    expect(data.checks.filter(({ state }) => state === "broken")).toEqual([]);
    expect(data.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "grammars",
        "worker starts",
        "hung worker is replaced",
        "crashed worker is replaced",
        "child process starts",
        "hung child process is replaced",
        "greedy child process is replaced",
      ]),
    );
    expect(run.exitCode).toBe(0);
    expect(readdirSync(alone)).toEqual(["qsearch"]);
  });

  test("indexes, searches and reads with no node_modules near", () => {
    using w = world({
      "notes/a.md": "# Harvest\n\nThe marmalade recipe is here.\n",
      "b.csv": "id,name\n7,marmalade\n",
    });
    const command = [binary];
    expect(w.runWith({ command }, "index", w.dir, "--json").exitCode).toBe(0);
    const hits = w.runWith({ command, cwd: "/" }, "search", "marmalade", "--json").json<{ path: string }[]>();
    expect(hits.data.map(({ path }) => path).sort()).toEqual([w.path("b.csv"), w.path("notes/a.md")]);
    expect(w.runWith({ command }, "read", w.path("notes/a.md")).stdout).toContain("marmalade recipe");
  });

  test("syntax trees are made in its workers, with no node_modules near", () => {
    using w = world({ "Counter.java": "class Counter {\n  int total(int a) {\n    return a;\n  }\n}\n" });
    const alone = join(w.base, "alone");
    mkdirSync(alone);
    const command = [binary];
    expect(w.runWith({ command, cwd: alone }, "index", w.dir, "--embed-budget", "0", "--json").exitCode).toBe(0);
    // Patterns of lines do not know a Java method without a modifier.
    const hits = w.runWith({ command, cwd: alone }, "search", "symbol:total", "--json").json<{ path: string }[]>();
    expect(hits.data.map(({ path }) => path)).toEqual([w.path("Counter.java")]);
  });

  test("a home where nothing may be written: search, read and status work, index says what it needs", () => {
    using w = world({ "notes.md": "# Harvest\n\nmarmalade\n" });
    // Among what the other user owns: the repository may lie where that user cannot go.
    const command = [join(w.base, "qsearch")];
    copyFileSync(binary, join(w.base, "qsearch"));
    expect(w.runWith({ command }, "index", w.dir).exitCode).toBe(0);
    const owner = process.getuid?.() === 0 ? NOBODY : undefined;
    freeze(w.base, owner);
    const frozen = { command, cwd: "/", ...(owner === undefined ? {} : { uid: owner }) };
    const found = w.runWith(frozen, "search", "marmalade", "--json");
    expect(found.json<{ path: string }[]>().data.map(({ path }) => path)).toEqual([w.path("notes.md")]);
    expect(w.runWith(frozen, "read", w.path("notes.md")).stdout).toContain("marmalade");
    expect(w.runWith(frozen, "status", "--json").json<{ documents: number }>().data.documents).toBe(1);
    const refused = w.runWith(frozen, "index", "--json");
    expect(refused.exitCode).toBe(2);
    expect(refused.json().error.code).toBe("read_only");
    expect(refused.json().error.message).toContain(w.dataDir);
    thaw(w.base);
  });

  test("runs nothing that lies in the current directory, and reads no settings from it", () => {
    using w = world({
      "bunfig.toml": 'preload = ["./evil.ts"]\n[run]\nsilent = false\n[define]\n"process.env.HOME" = "\'/nowhere\'"\n',
      "evil.ts": 'require("fs").writeFileSync(import.meta.dir + "/pwned", "");\n',
      ".env": "QSEARCH_DATA_DIR=./stolen\nBUN_OPTIONS=--preload=./evil.ts\nQSEARCH_CONFIG=./evil.toml\n",
      ".env.local": "QSEARCH_DATA_DIR=./stolen\n",
      "evil.toml": 'roots = ["/"]\n',
      "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.ts"] } }, "extends": "./evil.json" }\n',
      "package.json": '{ "type": "commonjs", "imports": { "#*": "./evil.ts" }, "workspaces": ["evil"] }\n',
      "node_modules/zod/index.js": 'require("fs").writeFileSync(__dirname + "/pwned", "");\n',
      "workers/probe.ts": 'require("fs").writeFileSync(__dirname + "/pwned", "");\n',
      "text.md": "words to find\n",
    });
    const command = [binary];
    expect(w.runWith({ command }, "--version").stdout).toBe(`qsearch ${version}\n`);
    expect(w.runWith({ command }, "doctor").exitCode).toBe(0);
    expect(w.runWith({ command }, "index", w.dir).exitCode).toBe(0);
    expect(w.runWith({ command }, "search", "words").exitCode).toBe(0);
    expect(existsSync(join(w.dataDir, "qsearch.db"))).toBe(true);
    expect(existsSync(w.path("stolen"))).toBe(false);
    const pwned = [...new Bun.Glob("**/pwned").scanSync({ cwd: w.dir, dot: true })];
    expect(pwned).toEqual([]);
  });

  test("the same trap does spring on a binary that is built without the guard", async () => {
    using w = world({
      "src/main.ts": 'process.stdout.write("ran");\n',
      "here/bunfig.toml": 'preload = ["./evil.ts"]\n',
      "here/evil.ts": 'require("fs").writeFileSync(import.meta.dir + "/pwned", "");\n',
    });
    const outfile = join(w.base, "unguarded");
    await Bun.build({ entrypoints: [w.path("src/main.ts")], target: "bun", compile: { outfile } });
    w.runWith({ command: [outfile], cwd: w.path("here") });
    expect(existsSync(w.path("here/pwned"))).toBe(true);
  });
});

const NOBODY = 65534;

/** Takes every right to write from a tree, and gives it to another owner where that can be done. */
function freeze(base: string, owner: number | undefined): void {
  for (const path of [base, ...everything(base)]) {
    if (owner !== undefined) chownSync(path, owner, owner);
    chmodSync(path, statSync(path).mode & 0o500);
  }
}

/** So that the world can be removed again. */
function thaw(base: string): void {
  for (const path of [base, ...everything(base)]) chmodSync(path, 0o700);
}

function everything(base: string): string[] {
  return [...new Bun.Glob("**/*").scanSync({ cwd: base, dot: true, onlyFiles: false, absolute: true })].sort();
}

test("every file of workers/ is an entry point and has its name in worker-urls.ts", () => {
  const names = entryPoints(join(import.meta.dir, "../..")).map((file) => /workers\/([^/]+)\.ts$/.exec(file)?.[1]);
  expect(names.filter((name) => name !== undefined)).toEqual([...WORKER_NAMES]);
});
