import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { tuneEngine } from "../src/engine.ts";
import { COMMAND, world } from "./world.ts";

const OPTION = "BUN_JSC_thresholdForFTLOptimizeAfterWarmUp";

test("the second start finds the environment as the user gave it", () => {
  const env = { HOME: "/home/x", QSEARCH_ENGINE_TUNED: "1", [OPTION]: "1000000" };
  tuneEngine(["index"], env);
  expect(env).toEqual({ HOME: "/home/x" } as typeof env);
});

// Only the binary starts itself a second time.
describe.skipIf(process.env.QSEARCH_BIN === undefined)("a binary that starts itself once more", () => {
  test("keeps arguments, output and exit status", () => {
    const one = world({ "a.md": "alpha" });
    expect(one.run("index", "--json", "--root", one.dir).json<{ added: number }>().data.added).toBe(1);
    expect(one.run("--data-dir", one.dataDir, "index", "--nope").exitCode).toBe(2);
    expect(one.run("index", "--help").stdout).toContain("index");
  });

  test("keeps bytes that are no UTF-8", () => {
    const one = world({});
    const folder = Buffer.concat([Buffer.from(`${one.dir}/x`), Buffer.of(0xff)]);
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from("/a.md")]), "alpha");
    // A shell makes the argument, as JavaScript cannot.
    const script = `exec ${COMMAND.join(" ")} index --json --data-dir '${one.dataDir}' "$(printf '%s/x\\377' '${one.dir}')"`;
    const run = Bun.spawnSync(["sh", "-c", script]);
    expect(JSON.parse(run.stdout.toString())).toMatchObject({ ok: true, data: { added: 1 } });
  });

  test("ends with 130 on Ctrl-C", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 4000 }, (_, i) => [`${i % 40}/${i}.md`, `# ${i}\n\n${"text ".repeat(300)}`]),
    );
    const one = world(files);
    const run = one.start({}, "index", "--root", one.dir);
    await Bun.sleep(150);
    run.kill("SIGINT");
    expect(await run.exited).toBe(130);
  });
});
