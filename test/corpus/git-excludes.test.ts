/** `.git/info/exclude` and the user's excludes file, as `git ls-files -co --exclude-standard` takes them. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { isAdmitted } from "../../src/corpus/admission.ts";
import { comparePaths } from "../../src/corpus/path-bytes.ts";
import { policyFor } from "../../src/corpus/policy.ts";
import { walkRoot } from "../../src/corpus/walk.ts";
import { type World, world } from "../world.ts";
import { hasGit } from "./git.ts";

const kept = { ...process.env };
let home: World;

beforeEach(() => {
  home = world({ "plain.txt": "" });
  delete process.env.GIT_CONFIG_GLOBAL;
  process.env.HOME = home.dir;
  process.env.XDG_CONFIG_HOME = `${home.dir}/.config`;
});

afterEach(() => {
  for (const name of ["HOME", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"]) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
});

function walked(dir: string): string[] {
  const policy = policyFor("user");
  return [...walkRoot(dir, policy)].flatMap(({ files }) => files).sort(comparePaths);
}

function git(dir: string, ...args: string[]): string {
  const { PATH = "", HOME = "", XDG_CONFIG_HOME = "" } = process.env;
  const run = Bun.spawnSync(["git", "-C", dir, ...args], {
    env: { PATH, HOME, XDG_CONFIG_HOME, GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (run.exitCode !== 0) throw new Error(run.stderr.toString());
  return run.stdout.toString();
}

const FILES = {
  "a.txt": "a",
  "secret.txt": "s",
  "notes.local": "n",
  "keep.local": "k",
  "deep/secret.txt": "s",
  "deep/notes.local": "n",
  "deep/.gitignore": "!notes.local\n",
  "tmp/x.txt": "x",
};

describe.skipIf(!hasGit)("excludes of a work tree", () => {
  test.each([
    ["git's default place", { ".config/git/ignore": "*.local\n/tmp/\n" }],
    [
      "a place that the configuration names",
      { ".gitconfig": '[core]\n\texcludesFile = "~/my ignores" ; mine\n', "my ignores": "*.local\n/tmp/\n" },
    ],
    [
      "a configuration that another includes",
      {
        ".gitconfig": "[include]\npath = more/config\n",
        "more/config": "[CORE]\nExcludesfile=~/ignores\n",
        ignores: "*.local\n/tmp/\n",
      },
    ],
    [
      "the configuration beneath .config",
      { ".config/git/config": "[core] excludesfile = ~/ignores\n", ignores: "*.local\n/tmp/\n" },
    ],
  ])("%s", (_, files) => {
    home.write(files);
    const w = world({ ...FILES, ".gitignore": "!keep.local\n" });
    git(w.dir, "init", "-q");
    w.write({ ".git/info/exclude": "\ufeffsecret.txt\n" });
    const expected = git(w.dir, "ls-files", "-co", "--exclude-standard").split("\n").slice(0, -1).sort(comparePaths);
    expect(expected).toEqual([".gitignore", "a.txt", "deep/.gitignore", "deep/notes.local", "keep.local"]);
    expect(walked(w.dir)).toEqual(expected);
    expect(walked(`${w.dir}/deep`)).toEqual([".gitignore", "notes.local"]);
    for (const rel of Object.keys(FILES))
      expect([rel, isAdmitted(w.dir, rel, policyFor("user"))]).toEqual([rel, expected.includes(rel)]);
  });

  test("a linked work tree has the excludes of its repository; a repository beneath the root its own", () => {
    const w = world({ "main/a.txt": "a", "main/secret.txt": "s" });
    git(w.path("main"), "init", "-q");
    git(
      w.path("main"),
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@example.org",
      "commit",
      "-q",
      "--allow-empty",
      "-m",
      "a",
    );
    git(w.path("main"), "worktree", "add", "-q", w.path("linked"));
    w.write({
      "main/.git/info/exclude": "secret.txt\n",
      "linked/secret.txt": "s",
      "linked/b.txt": "b",
      "secret.txt": "s",
    });
    expect(walked(w.path("linked"))).toEqual(["b.txt"]);
    expect(walked(w.dir)).toEqual(["linked/b.txt", "main/a.txt", "secret.txt"]);
  });

  test("without a repository they do not count", () => {
    home.write({ ".config/git/ignore": "*.local\n" });
    const w = world(FILES);
    git(w.dir, "init", "-q");
    w.write({ ".git/info/exclude": "secret.txt\n" });
    renameSync(w.path(".git"), w.path("no-git"));
    expect(walked(w.dir)).toContain("secret.txt");
    expect(walked(w.dir)).toContain("notes.local");
  });
});
