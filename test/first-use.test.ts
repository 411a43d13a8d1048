/** docs/first-use.md is what happens: its commands are run on the same files, and their output is compared. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeShared } from "./shared.ts";
import { COMMAND, type World, world } from "./world.ts";

const root = resolve(import.meta.dir, "..");
const page = readFileSync(join(root, "docs", "first-use.md"), "utf8");
const readme = readFileSync(join(root, "README.md"), "utf8");

interface Step {
  readonly line: string;
  readonly output: string;
}

const [fromClone = [], withBinary = []] = [...page.matchAll(/```text\n([\s\S]*?)```/g)].map(([, text = ""]): Step[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => ({
      line: step.slice(0, step.indexOf("\n")),
      output: step.slice(step.indexOf("\n") + 1),
    })),
);

test("the way from the clone is the README's", () => {
  const lines = fromClone.map(({ line }) => line).slice(1, -1);
  expect(readme).toContain(`\`\`\`sh\n${lines.join("\n")}\n\`\`\``);
});

/** What differs from run to run: how long it took, how large the index is, and when that was. */
function steady(output: string): string {
  return output
    .replace(/in \d+(\.\d+)? s\./g, "in … s.")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "…")
    .replace(/^(Index .*)\(.*\)$/gm, "$1(…)");
}

describeShared("with the binary", (shared) => {
  let w: World;

  /** The user's files are real documents, and sources that tests of this repository hold as well. */
  function original(file: string): string {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const languages: Readonly<Record<string, string>> = { "sample.go": "go", "sample.ts": "typescript" };
    const language = languages[name];
    if (language !== undefined) return join(root, "test", "cases", "symbols", language, name);
    return join(shared, "cases", "documents", name.slice(name.lastIndexOf(".") + 1), name);
  }

  beforeAll(() => {
    w = world();
    const listed = withBinary[0]?.output.trimEnd().split("\n") ?? [];
    expect(listed.length).toBeGreaterThan(10);
    for (const file of listed) {
      mkdirSync(dirname(join(w.home, file)), { recursive: true });
      copyFileSync(original(file), join(w.home, file));
      chmodSync(join(w.home, file), 0o644);
    }
    const bin = join(w.base, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "qsearch"), `#!/bin/sh\nexec ${COMMAND.map((word) => `'${word}'`).join(" ")} "$@"\n`);
    chmodSync(join(bin, "qsearch"), 0o755);
  });

  afterAll(() => w[Symbol.dispose]());

  test("there are steps", () => expect(withBinary.length).toBeGreaterThan(8));

  test.each(withBinary.map(({ line, output }) => [line, output] as const))(
    "$ %s",
    (line, output) => {
      const path = `${join(w.base, "bin")}:${process.env.PATH}`;
      const env = w.environment({ PATH: path, QSEARCH_DATA_DIR: undefined });
      const run = Bun.spawnSync(["bash", "-c", `exec 2>&1; ${line}`], { cwd: w.home, env, stdin: "ignore" });
      const said = steady(run.stdout.toString().replaceAll(w.home, "/home/ada"));
      // A line of its own says that more follows.
      const [shown = "", rest] = output.split(/^…\n/m);
      if (rest === undefined) expect(said).toBe(steady(shown));
      else expect(said).toStartWith(steady(shown));
    },
    120_000,
  );
});
