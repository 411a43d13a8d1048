/** Completions, run in the shells themselves where they are installed. */
import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../folder.ts";
import { world } from "../world.ts";

const w = world({ "notes/": "", "c.toml": "", "a b.md": "" });
const folder = temporaryFolder("completion");

function script(shell: string): string {
  const path = join(folder, `qsearch.${shell}`);
  writeFileSync(path, w.run("completion", shell).stdout);
  return path;
}

function has(shell: string): boolean {
  return Bun.which(shell) !== null;
}

describe.skipIf(!has("bash"))("bash", () => {
  let path = "";
  beforeAll(() => {
    path = script("bash");
  });

  /** What bash would offer for the last word; words are split at "=" as bash does. */
  function offers(...words: string[]): string[] {
    const code = `source ${path}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _qsearch; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const result = Bun.spawnSync(["bash", "--norc", "-c", code, "bash", "qsearch", ...words], { cwd: w.dir });
    expect(result.stderr.toString()).toBe("");
    return result.stdout.toString().split("\n").filter(Boolean);
  }

  const cases: [string[], string[]][] = [
    [["sea"], ["search"]],
    [["help", "sea"], ["search"]],
    [["--json", "sta"], ["status"]],
    [["--data-dir", "index", "sta"], ["status"]],
    [
      ["config", ""],
      ["show", "path", "roots"],
    ],
    [["config", "roots", "a"], ["add"]],
    [
      ["search", "--mode", ""],
      ["hybrid", "lexical", "semantic"],
    ],
    [["search", "--mode", "=", "le"], ["lexical"]],
    [
      ["search", "--mode", "="],
      ["hybrid", "lexical", "semantic"],
    ],
    [["search", "--color", "n"], ["never"]],
    [
      ["--color", "a"],
      ["auto", "always"],
    ],
    [["search", "x", "--lim"], ["--limit"]],
    [["search", "--limit", ""], []],
    [["index", "--root", ""], ["notes"]],
    [
      ["index", ""],
      ["a b.md", "c.toml", "notes"],
    ],
    [["--config", "c"], ["c.toml"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["status", "--for"], []],
    [["index", "--for"], ["--force"]],
    [["search", "index", "--mo"], ["--mode"]],
  ];
  test.each(cases)("%j", (words, expected) => {
    expect(offers(...words).sort()).toEqual([...expected].sort());
  });
});

describe.skipIf(!has("zsh"))("zsh", () => {
  test("the script is valid", () => {
    expect(Bun.spawnSync(["zsh", "-n", script("zsh")]).exitCode).toBe(0);
  });
});

describe.skipIf(!has("fish"))("fish", () => {
  test("commands, options and values", () => {
    const path = script("fish");
    expect(Bun.spawnSync(["fish", "--no-execute", path]).exitCode).toBe(0);
    const offers = (line: string) =>
      Bun.spawnSync(["fish", "--no-config", "-c", `source ${path}; complete -C ${JSON.stringify(line)}`], {
        cwd: w.dir,
      })
        .stdout.toString()
        .split("\n")
        .map((offer) => offer.split("\t")[0] ?? "")
        .filter(Boolean);
    expect(offers("qsearch sea")).toEqual(["search"]);
    expect(offers("qsearch config roots ")).toEqual(["add", "list", "remove"]);
    expect(offers("qsearch search --mode ").sort()).toEqual(["hybrid", "lexical", "semantic"]);
    expect(offers("qsearch search --lim")).toEqual(["--limit"]);
    expect(offers("qsearch status --lim")).toEqual([]);
  });
});

test("descriptions are in the scripts that can show them", () => {
  for (const shell of ["zsh", "fish"]) expect(w.run("completion", shell).stdout).toContain("Which lanes rank");
});
