/** Little of what a process may have: descriptors, address space, and many neighbours. */
import { describe, expect, test } from "bun:test";
import { COMMAND, type World, world } from "../world.ts";

const FILES = 200;

function manyFiles(): World {
  return world(Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`d${i}/f.md`, `marmalade number${i}\n`])));
}

describe("the limit of open files", () => {
  // A Bun program needs about twenty to begin with.
  test.each([40, 64])(
    "%i: index, search, context and read work",
    (limit) => {
      using w = manyFiles();
      const run = (...args: string[]) =>
        w.runWith({ command: ["sh", "-c", `ulimit -n ${limit} && exec "$@"`, "sh", ...COMMAND] }, ...args, "--json");
      expect(run("index", "--root", w.dir).json()).toMatchObject({ ok: true, data: { files: FILES, errors: 0 } });
      expect(run("search", "number7").json<unknown[]>().data).toHaveLength(1);
      expect(run("context", "number77").json<{ ranked_files: unknown[] }>().data.ranked_files).toHaveLength(1);
      expect(run("read", w.path("d7/f.md")).json().ok).toBe(true);
    },
    60_000,
  );

  test("so low that nothing can be opened: an error, and no file is taken for gone", () => {
    using w = manyFiles();
    expect(w.run("index", "--root", w.dir).exitCode).toBe(0);
    for (const limit of [8, 12, 16, 20, 24]) {
      const { exitCode } = w.runWith(
        { command: ["sh", "-c", `ulimit -n ${limit} && exec "$@"`, "sh", ...COMMAND], timeout: 30_000 },
        "index",
        "--json",
      );
      expect([limit, exitCode]).not.toEqual([limit, null]);
    }
    expect(w.run("status", "--json").json()).toMatchObject({ data: { documents: FILES } });
    expect(w.run("index", "--json").json()).toMatchObject({ ok: true, data: { deleted: 0, errors: 0 } });
  }, 120_000);
});

test("two writers and twenty readers: each answer is that of a state that was, and all end", async () => {
  using w = manyFiles();
  expect(w.run("index", "--root", w.dir).exitCode).toBe(0);
  for (let i = 0; i < FILES; i++) w.write({ [`d${i}/f.md`]: `marmalade number${i} again\n` });
  const writers = [w.runAsync({}, "index", "--json"), w.runAsync({}, "index", "--force", "--json")];
  const readers = Array.from({ length: 20 }, (_, i) => w.runAsync({}, "search", `number${i}`, "--json"));
  for (const outcome of await Promise.all(writers)) expect(outcome.json().ok).toBe(true);
  const answers = (await Promise.all(readers)).map((outcome) => outcome.json<{ path: string }[]>());
  expect(answers.map(({ data }) => data.map(({ path }) => path))).toEqual(
    Array.from({ length: 20 }, (_, i) => [w.path(`d${i}/f.md`)]),
  );
}, 120_000);
