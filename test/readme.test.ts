/** README commands are run, so that they stay true. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { builtBinary } from "./build/binary.ts";
import { COMMAND, type World, world } from "./world.ts";

setDefaultTimeout(120_000);

const root = resolve(import.meta.dir, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => (match[1] ?? "").trim().split("\n"));
const examples = blocks.flat().filter((line) => /(^|&& )qsearch /.test(line));
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

describe("README", () => {
  test("the two commands are the ones that CI and this test know", () => {
    expect(blocks.slice(0, 2)).toEqual([["npm ci && npm run demo"], ["npm ci && npm test"]]);
    expect(readFileSync(join(root, ".ci/run"), "utf8")).toMatch(
      /^npm ci\nnpm run release .*\nnpm run release:test .*\nnpm test -- --full$/m,
    );
  });

  test("what puts the binary into place is a script of package.json and a line that does so", () => {
    const [build = "", copy = "", ...more] = blocks[2] ?? [];
    expect([build, scripts.build, more]).toEqual(["npm ci && npm run build", "bun build.ts", []]);
    const w = world({ "dist/qsearch": { content: "#!/bin/sh\necho it runs\n", mode: 0o755 } });
    expect(w.runWith({ command: ["/bin/sh", "-c"] }, copy).exitCode).toBe(0);
    expect(w.runWith({ command: [join(w.home, ".local/bin/qsearch")] }).stdout).toBe("it runs\n");
  });

  test("every file that it points to is there", () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? "");
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test("the demonstration works: it indexes, finds three times, reads, and searches without the index", async () => {
    expect(scripts.demo).toBe("bun tools/demo.ts");
    const env = { ...process.env, QSEARCH_BUILT: await builtBinary() };
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, "tools/demo.ts"], {
      cwd: root,
      env,
      stderr: "inherit",
    });
    expect(exitCode).toBe(0);
    const commands = [...(stdout.toString().match(/^\$ qsearch \w+/gm) ?? [])];
    expect(commands).toEqual(
      ["index", "search", "search", "search", "read", "context"].map((name) => `$ qsearch ${name}`),
    );
    expect(stdout.toString()).toContain("src/pool/executor.ts");
  });

  describe("examples", () => {
    let w: World;

    beforeAll(() => {
      w = world();
      write(w, "notes/inspection.md", "# Inspection\n\nThe golden bearing was inspected in May.\n轴承需要润滑。\n");
      write(w, "notes/plan.md", "# Draft\n\nA draft about another golden bearing, and what to inspect.\n");
      write(w, "code/http.ts", "export function parseHeader(line: string): string {\n  return line.trim();\n}\n");
      mkdirSync(join(w.base, "bin"));
      writeFileSync(
        join(w.base, "bin/qsearch"),
        `#!/bin/sh\nexec ${COMMAND.map((word) => `'${word}'`).join(" ")} "$@"\n`,
      );
      chmodSync(join(w.base, "bin/qsearch"), 0o755);
    });

    test("there are some", () => expect(examples.length).toBeGreaterThan(5));

    test.each(examples.map((line) => [line]))("%s", (line) => {
      const env = w.environment({ PATH: `${join(w.base, "bin")}:${process.env.PATH}` });
      const run = Bun.spawnSync(["/bin/sh", "-c", line], { cwd: w.home, env, stdin: "ignore" });
      expect(run.stderr.toString()).toBe("");
      expect(run.exitCode).toBe(0);
      expect(run.stdout.toString().trim()).not.toBe("");
      if (/search parse|context|focus/.test(line)) expect(run.stdout.toString()).toContain("parseHeader");
    });
  });
});

function write(w: World, name: string, text: string): void {
  mkdirSync(join(w.home, name, ".."), { recursive: true });
  writeFileSync(join(w.home, name), text);
}
