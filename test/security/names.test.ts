/** File names are data: what is printed for people escapes them, JSON holds them as they are, and each is its own file. */
import { describe, expect, test } from "bun:test";
import { linkSync, statSync } from "node:fs";
import { makeFifo } from "../corpus/system.ts";
import { type World, world } from "../world.ts";

/** Escape sequences, an OSC that sets a title, a line end, a carriage return, bidi controls, a byte that is no UTF-8. */
const HOSTILE = [
  "\x1b[31mred.md",
  "\x1b]0;owned\x07.md",
  "two\nlines.md",
  "back\rwards.md",
  "\u202egnp.md",
  "\u2066isolated\u2069.md",
  "\udcff\udcfe.md",
  "\u0085next.md",
  "tab\there.md",
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const UNSAFE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

function hostileWorld(): World {
  const w = world(
    Object.fromEntries(HOSTILE.map((name) => [`d/${name}`, "golden bearing\n\ndef golden():\n    pass\n"])),
  );
  w.write({ "d/broken\x1b[2J.md": Uint8Array.of(0x67, 0, 0x67) });
  expect(w.run("index", "--root", w.path("d")).exitCode).toBe(0);
  return w;
}

describe("names that would act on a terminal (sharkdp/fd changelog 2026-08)", () => {
  const w = hostileWorld();
  const commands: readonly (readonly string[])[] = [
    ["search", "golden", "--limit", "50"],
    ["search", "golden", "--explain"],
    ["context", "golden", "--directory", w.path("d")],
    ["focus", "golden", "--directory", w.path("d")],
    ["status"],
    ["recent", "--since", "24h"],
    ["index"],
    ...HOSTILE.map((name) => ["read", w.path("d", name)]),
    ["read", w.path("d", "missing\x1b[31m")],
    ["search", "golden", "--path-prefix", w.path("d", "\x1b[31m")],
    ["config", "show"],
  ];

  test.each(commands.map((args, i) => [`${i}: ${args[0]}`, args] as const))("%s", (_title, args) => {
    const { stdout, stderr, exitCode } = w.run("--color", "never", ...args);
    expect([UNSAFE.exec(stdout)?.[0] ?? null, UNSAFE.exec(stderr)?.[0] ?? null]).toEqual([null, null]);
    expect([0, 1, 2]).toContain(exitCode ?? -1);
  });

  test("names for other programs are what they are, with a NUL after each where that is asked for", () => {
    const { stdout } = w.run("search", "golden", "--limit", "50", "-l", "-0");
    const names = stdout.split("\0").map((path) => path.slice(path.lastIndexOf("/") + 1));
    expect(names.pop()).toBe("");
    expect(names).toHaveLength(HOSTILE.length);
    for (const name of HOSTILE) if (name.isWellFormed()) expect(names).toContain(name);
  });

  test("in JSON they are what they are", () => {
    const { data } = w.run("search", "golden", "--limit", "50", "--json").json<{ path: string }[]>();
    const names = new Set(data.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)));
    for (const name of HOSTILE) if (name.isWellFormed()) expect(names).toContain(name);
    expect(names.size).toBe(HOSTILE.length);
  });
});

describe("spellings", () => {
  test("another case or another Unicode form is another file, or none", () => {
    const w = world({ "d/Caf\u00e9.md": "composed", "d/README.md": "upper", "d/readme.md": "lower" });
    expect(w.run("index", "--root", w.path("d")).exitCode).toBe(0);
    const read = (name: string) => {
      const { ok, data } = w
        .run("read", w.path("d", name), "--json")
        .json<{ sections: { lines: { text: string }[] }[] }>();
      return ok ? data.sections[0]?.lines[0]?.text : null;
    };
    expect([read("README.md"), read("readme.md"), read("Readme.md")]).toEqual(["upper", "lower", null]);
    expect([read("Caf\u00e9.md"), read("Cafe\u0301.md")]).toEqual(["composed", null]);
  });

  test("a hard link is the file: what has a name beneath a root is shown", () => {
    const w = world({ "d/a.md": "golden", "outside/b.md": "golden bearing" });
    linkSync(w.path("outside", "b.md"), w.path("d", "b.md"));
    expect(statSync(w.path("d", "b.md")).nlink).toBe(2);
    expect(w.run("index", "--root", w.path("d")).exitCode).toBe(0);
    const { data } = w.run("search", "bearing", "--json").json<{ path: string }[]>();
    expect(data.map(({ path }) => path)).toEqual([w.path("d", "b.md")]);
  });
});

describe("what is no regular file", () => {
  test("is not waited for, listed or read: a FIFO, a device, /proc", () => {
    const w = world({ "d/a.md": "golden", "d/zero.md": { link: "/dev/zero" } });
    makeFifo(w.path("d", "pipe.md"));
    expect(w.run("index", "--root", w.path("d")).json).toBeDefined();
    for (const place of [
      w.path("d", "pipe.md"),
      w.path("d", "zero.md"),
      "/dev/zero",
      "/proc/self/environ",
      "/dev/stdin",
    ]) {
      const { exitCode, stderr } = w.runWith({ timeout: 20_000 }, "read", place);
      expect([place, exitCode, stderr.includes("may not be read")]).toEqual([place, 2, true]);
    }
    const { data } = w.run("search", "golden", "--json").json<{ path: string }[]>();
    expect(data.map(({ path }) => path)).toEqual([w.path("d", "a.md")]);
    for (const root of [w.path("d", "pipe.md"), "/dev/zero", "/dev/null"]) {
      const { exitCode } = w.runWith({ timeout: 20_000 }, "index", root, "--json");
      expect([root, exitCode]).toEqual([root, 2]);
    }
  });
});
