/** A clock that was set back, or is years wrong: what is new is found, and what `recent` says goes by the files' own times. */
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { type RunOptions, type World, world } from "../world.ts";

/** Debian's libfaketime: a program started with it sees another time. */
const LIBRARY = ["x86_64", "aarch64"]
  .map((arch) => `/usr/lib/${arch}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

function at(time: string): RunOptions {
  return { env: { LD_PRELOAD: LIBRARY, FAKETIME: time, FAKETIME_DONT_FAKE_MONOTONIC: "1", NO_FAKE_STAT: "1" } };
}

function found(w: World, options: RunOptions, query: string): number {
  return w.runWith(options, "search", query, "--json").json<unknown[]>().data.length;
}

describe.skipIf(LIBRARY === undefined)("the clock", () => {
  test("is not what decides whether a file has changed", () => {
    using w = world({ "a.md": "marmalade one\n", "b.md": "marmalade two\n" });
    expect(w.runWith(at("@2031-05-05 12:00:00"), "index", "--root", w.dir, "--json").exitCode).toBe(0);
    w.write({ "b.md": "marmalade three\n", "c.md": "marmalade four\n" });
    const back = at("@2001-01-01 00:00:00");
    expect(w.runWith(back, "index", "--json").json()).toMatchObject({ ok: true, data: { added: 1, changed: 1 } });
    for (const options of [back, at("@2031-05-05 12:00:00"), {}]) {
      expect([found(w, options, "three"), found(w, options, "four"), found(w, options, '"marmalade two"')]).toEqual([
        1, 1, 0,
      ]);
    }
  });

  test("recent counts back from now, whenever that is", () => {
    using w = world({ "old.md": { content: "x\n", mtime: new Date("2020-02-02T00:00:00Z") }, "new.md": "y\n" });
    expect(w.run("index", "--root", w.dir).exitCode).toBe(0);
    const recent = (options: RunOptions) => {
      const { ok, data } = w.runWith(options, "recent", "--since", "24h", "--json").json<{ path: string }[]>();
      expect(ok).toBe(true);
      return data.map(({ path }) => path.slice(w.dir.length + 1)).sort();
    };
    expect(recent({})).toEqual(["new.md"]);
    expect(recent(at("@2020-02-02 06:00:00"))).toEqual(["new.md", "old.md"]);
    expect(recent(at("@2040-01-01 00:00:00"))).toEqual([]);
  });
});
