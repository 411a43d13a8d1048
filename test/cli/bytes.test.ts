/** Names that are no UTF-8, as the shell gives them: what can be read by its bytes is, the rest is refused by name. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { pathToBytes } from "../../src/corpus/path-bytes.ts";
import { COMMAND, type World, world } from "../world.ts";

/** Runs the command by a shell, as Bun's own spawn takes no bytes; `script` has "$@" for the program. */
function inBash(w: World, script: string) {
  const run = Bun.spawnSync(["bash", "-c", script, "bash", ...COMMAND], { cwd: w.dir, env: w.environment() });
  return { exitCode: run.exitCode, stdout: run.stdout.toString(), stderr: run.stderr.toString() };
}

const isLinux = process.platform === "linux";

describe.skipIf(!isLinux)("a folder whose name is no UTF-8", () => {
  test("is worked in as in any other", () => {
    const w = world({ "caf\udce9/a.md": "# Title\n\nmarmalade\n" });
    const here = (script: string) => inBash(w, `cd $'caf\\xe9' && ${script}`);
    const indexed = here('"$@" index . --no-embed');
    expect([indexed.exitCode, indexed.stderr]).toEqual([0, ""]);
    for (const command of ["search marmalade", "context marmalade", "code marmalade", "focus marmalade"]) {
      const { exitCode, stdout } = here(`"$@" ${command}`);
      expect([command, exitCode]).toEqual([command, 0]);
      expect(stdout).toContain("marmalade");
    }
    expect(here('"$@" read a.md').stdout).toContain("marmalade");
    expect(here('"$@" outline a.md').stdout).toContain("Title");
    expect(here('"$@" config roots list').stdout).toBe(`${w.dir}/caf\\xe9\n`);
  });

  test("holds no index, no configuration and no backup: SQLite and variables name files by text", () => {
    const w = world({ "a.md": "marmalade\n" });
    expect(w.run("index", ".", "--no-embed").exitCode).toBe(0);
    const before = readdirSync(w.base);
    for (const script of [
      `"$@" index . --no-embed --data-dir ../d$'\\xff'`,
      `QSEARCH_DATA_DIR=../d$'\\xff' "$@" index . --no-embed`,
      `env -u QSEARCH_DATA_DIR HOME=../h$'\\xff' "$@" index . --no-embed`,
      `"$@" status --config ../c$'\\xff'.toml`,
      `"$@" backup ../b$'\\xff'`,
    ]) {
      const { exitCode, stderr } = inBash(w, script);
      expect([script, exitCode]).toEqual([script, 2]);
      expect(stderr).toContain("UTF-8");
    }
    expect(readdirSync(w.base)).toEqual(before);
  });

  test("takes a backup's neighbour: a manifest may stand in it", () => {
    const w = world({ "a.md": "marmalade\n" });
    w.run("index", ".", "--no-embed");
    mkdirSync(pathToBytes(`${w.base}/m\udcff`));
    expect(inBash(w, `"$@" export ../m$'\\xff'/x.csv && "$@" import ../m$'\\xff'/x.csv`).exitCode).toBe(0);
  });
});
