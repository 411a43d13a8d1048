/** A root that goes away in the middle of a run: nothing of it is pruned, and the next run finds everything as it was. */
import { expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { type World, world } from "../world.ts";
import { fixedRandom } from "./random.ts";

const FILES = 600;

function documents(w: World): number {
  return w.run("status", "--json").json<{ documents: number }>().data.documents;
}

test("a root moved away while it is indexed", async () => {
  const random = fixedRandom(11);
  using w = world();
  const write = (version: number) => {
    for (let i = 0; i < FILES; i++)
      w.write({ [`root/d${i % 40}/f${i}.md`]: `marmalade ${i} version${version}\n${"x ".repeat(900)}\n` });
  };
  write(0);
  expect(w.run("index", "--root", w.path("root")).exitCode).toBe(0);
  expect(documents(w)).toBe(FILES);
  for (let round = 1; round <= 5; round++) {
    write(round);
    const run = w.runAsync({}, "index", "--json");
    await Bun.sleep(100 + random() * 400);
    renameSync(w.path("root"), w.path("away"));
    const { ok, error, data } = (await run).json<{ deleted: number }>();
    // Over before it went, or stopped: either way no document is gone.
    if (ok) expect(data.deleted).toBe(0);
    else expect(error.code).toBe("root_unavailable");
    expect(documents(w)).toBe(FILES);
    renameSync(w.path("away"), w.path("root"));
    expect(w.run("index", "--json").json()).toMatchObject({ ok: true, data: { files: FILES, deleted: 0, errors: 0 } });
    const { data: hits } = w.run("search", `"marmalade 7 version${round}"`, "--json").json<unknown[]>();
    expect(hits).toHaveLength(1);
  }
}, 180_000);
