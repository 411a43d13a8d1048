/** Words as people type them, from the command line to the hit: values, groups, parts, words that were meant, the line that is named. */
import { describe, expect, test } from "bun:test";
import type { SearchHit } from "../../src/request/search-request.ts";
import { type World, world } from "../world.ts";

function indexed(files: Readonly<Record<string, string>>): World {
  const w = world(files);
  w.run("index", w.dir, "--no-embed");
  return w;
}

function names(w: World, query: string, ...options: string[]): string[] {
  const { ok, data, error } = w.run("search", query, "-n", "100", "--strict", "--json", ...options).json<SearchHit[]>();
  if (!ok) throw new Error(error.message);
  return data.map(({ path }) => path.slice(w.dir.length + 1)).sort();
}

describe("values and groups", () => {
  const w = indexed({
    "version.md": "host runs 1.0.21 now",
    "number.md": "host has 1021 things",
    "long.txt": "host at 10.0.0.11 since 2026-01-31",
    "tagged.md": "release v1.0.21.4",
    "cat.md": "cat and mat",
    "catdog.txt": "cat and dog",
    "catonly.md": "a cat",
    "dog.log": "dog",
    "i18n.md": "i18n and getElementsByTagName",
    "compound.md": "An end-to-end engine.",
  });

  test.each([
    ["1021", ["number.md"]],
    ['"1.0.21"', ["version.md"]],
    ["1.0.21", ["tagged.md", "version.md"]],
    ["1.0", ["tagged.md", "version.md"]],
    ["host -10.0.0.11", ["number.md", "version.md"]],
    ["host -1021", ["long.txt", "version.md"]],
    ["host NOT 1.0.21", ["long.txt", "number.md"]],
    ["2026-01*", ["long.txt"]],
    ["20260131", []],
    ["cat NOT mat", ["catdog.txt", "catonly.md"]],
    ["cat -(mat)", ["catdog.txt", "catonly.md"]],
    ["cat -(mat OR dog)", ["catonly.md"]],
    ["(cat OR dog) mat", ["cat.md"]],
    ["cat AND mat", ["cat.md"]],
    ["cat *zzzz*", []],
    ["cat (mat OR dog) *1299", []],
    ["cat (*zzzz* OR mat)", ["cat.md"]],
    ["cat -*zzzz*", ["cat.md", "catdog.txt", "catonly.md"]],
    ["cat AND mat OR dog", ["cat.md", "catdog.txt", "dog.log"]],
    ["(cat mat) OR (cat dog)", ["cat.md", "catdog.txt"]],
    ["cat OR ext:log", ["cat.md", "catdog.txt", "catonly.md", "dog.log"]],
    ["ext:log OR ext:txt", ["catdog.txt", "dog.log", "long.txt"]],
    ["dog -(ext:log OR path:old/)", ["catdog.txt"]],
    ["cat (ext:txt OR path:only)", ["catdog.txt", "catonly.md"]],
    ["(cat ext:txt) OR (dog ext:log)", ["catdog.txt", "dog.log"]],
    ["*18n", ["i18n.md"]],
    ["*ementsby*", ["i18n.md"]],
    ["*at -*ma*", ["catdog.txt", "catonly.md", "long.txt"]],
    ["end-to-end", ["compound.md"]],
    ["out-of-memory", []],
  ])("%s", (query, expected) => {
    expect(names(w, query)).toEqual(expected);
  });

  test("repeated options are alternatives", () => {
    expect(names(w, "dog", "--ext", "txt", "--ext", "log")).toEqual(["catdog.txt", "dog.log"]);
    expect(names(w, "dog", "--ext", "txt,log")).toEqual(["catdog.txt", "dog.log"]);
    const places = ["--path-prefix", w.path("dog.log"), "--path-prefix", w.path("catdog.txt")];
    expect(names(w, "dog", ...places)).toEqual(["catdog.txt", "dog.log"]);
  });

  test("--strict shows full hits alone, and ends with 1 where there are none", () => {
    expect(w.run("search", "cat zebra", "--json").json<SearchHit[]>().data.length).toBeGreaterThan(0);
    expect(w.run("search", "cat zebra", "--strict").exitCode).toBe(1);
    expect(w.run("search", "cat mat", "--strict").exitCode).toBe(0);
  });
});

test("words that were meant are told, as documents write them, and not searched for", () => {
  const w = indexed({
    "a.md": "You receive a parcel. Vibration of pumps. Straße und Grüße im März.",
    "b.js": "document.getElementsByTagName('a')",
    "c.md": "receive this too",
  });
  const asked = (query: string) => {
    const outcome = w.run("search", query, "--json");
    const { data, suggestions = [] } = JSON.parse(outcome.stdout) as { data: SearchHit[]; suggestions?: string[] };
    return { found: data.length, first: suggestions[0], status: outcome.exitCode };
  };
  expect(asked("recieve")).toEqual({ found: 0, first: "receive", status: 1 });
  expect(asked("vibraton")).toEqual({ found: 0, first: "vibration", status: 1 });
  expect(asked("Maerz").first).toBe("März");
  expect(asked("strase").first).toBe("straße");
  expect(asked("getElementByTagName")).toMatchObject({ found: 1, status: 0 });
  expect(asked("getElementByTgName").first).toBe("getElementsByTagName");
  expect(asked("recieve vibraton").first).toBe("receive vibration");
  expect(asked("recieve pumps").first).toBe("receive pumps");
  expect(asked("receive").first).toBeUndefined();
  expect(asked("qqqqqqq").first).toBeUndefined();
  expect(w.run("search", "recieve").stderr).toBe("nothing found; did you mean: receive\n");
});

test("the line that is named is the best one, and the heading is that line's", () => {
  const w = indexed({
    "notes.md": "# Notes\n\nthe router is new\n\n# Later\n\nreset the router by its button\n\nmore on the router\n",
    "app.ts":
      "// parseHeader is used below\nimport x from 'x';\n\nexport function parseHeader() {}\n\nparseHeader();\n",
  });
  const place = (query: string) => w.run("search", query).stdout.split("\n")[0];
  expect(place("reset the router")).toBe("notes.md:7  Later");
  expect(place("parseHeader")).toBe("app.ts:4  parseHeader");
  const [hit] = w.run("search", "reset the router", "--json").json<SearchHit[]>().data;
  expect(hit).toMatchObject({ line: 7, symbol: "Later" });
});
