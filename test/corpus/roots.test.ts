import { describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { canonicalRoot, isWithin, joinPath, normalisePath, owningRoot, relativeTo } from "../../src/corpus/roots.ts";
import { QsearchError } from "../../src/errors.ts";
import { world } from "../world.ts";

const roots = (...paths: string[]) => paths.map((path) => ({ path }));
const owned = (path: string, ...paths: string[]) => {
  const found = owningRoot(path, roots(...paths));
  return found === null ? null : [found.root.path, found.rel];
};

describe("which root owns a path", () => {
  test.each([
    ["/srv/share/a.md", ["/srv/share", "a.md"]],
    ["/srv/share", ["/srv/share", ""]],
    ["/srv/share/", ["/srv/share", ""]],
    ["/srv//share/./x/", ["/srv/share", "x"]],
    ["/srv/share/x/../a.md", ["/srv/share", "a.md"]],
    // zcaceres/markdownify-mcp#123: a prefix of the name is not the folder.
    ["/srv/share-secret/loot.md", null],
    ["/srv/share/../share-secret/loot.md", null],
    ["/srv/share/..", null],
    ["/srv/share/../../../srv/share/a", ["/srv/share", "a"]],
    // Percent signs are letters of a name.
    ["/srv/share/..%2fshare-secret", ["/srv/share", "..%2fshare-secret"]],
    ["/SRV/share/a.md", null],
    ["srv/share/a.md", null],
    ["", null],
    ["/srv/share/a\0b", null],
    ["/", null],
  ])("%s", (path, expected) => {
    expect(owned(path, "/srv/share")).toEqual(expected);
  });

  test("the deepest of several, in any order", () => {
    expect(owned("/a/b/c/d", "/a", "/a/b/c", "/a/b")).toEqual(["/a/b/c", "d"]);
    expect(owned("/a/bc/d", "/a/b", "/a")).toEqual(["/a", "bc/d"]);
    expect(owned("/x", "/")).toEqual(["/", "x"]);
    expect(owned("/a/f.md", "/a/f.md", "/a")).toEqual(["/a/f.md", ""]);
  });

  test("names that are no UTF-8, in either of a caller's spellings", () => {
    expect(owned("/r/\udcff/a", "/r/\udcff")).toEqual(["/r/\udcff", "a"]);
    expect(owned("/r/\udcc3\udca9/a", "/r/é")).toEqual(["/r/é", "a"]);
  });

  test("modelcontextprotocol/servers#3253: a root behind a link, both spellings", () => {
    const made = world({ "private/tmp/share/a.md": "a", "private/other/b.md": "b", tmp: { link: "private/tmp" } });
    const root = canonicalRoot(made.path("tmp/share"));
    expect(root).toBe(made.path("private/tmp/share"));
    expect(owned(made.path("private/tmp/share/a.md"), root)).toEqual([root, "a.md"]);
    expect(owned(made.path("tmp/share/a.md"), root)).toEqual([root, "a.md"]);
    expect(owned(made.path("tmp/share/missing/x"), root)).toEqual([root, "missing/x"]);
    expect(owned(made.path("tmp/share"), root)).toEqual([root, ""]);
    expect(owned(made.path("tmp/share/../share/a.md"), root)).toEqual([root, "a.md"]);
    expect(owned(made.path("tmp/a.md"), root)).toBeNull();
    expect(owned(made.path("private/other/b.md"), root)).toBeNull();
  });

  test("a link beneath a root stays the root's: the guarded open refuses it", () => {
    const made = world({ "root/a": "a", "else/b": "b" });
    symlinkSync(made.path("else"), made.path("root/link"));
    symlinkSync(made.path("root"), made.path("else/back"));
    expect(owned(made.path("root/link/b"), made.path("root"))).toEqual([made.path("root"), "link/b"]);
    expect(owned(made.path("else/back/a"), made.path("root"))).toEqual([made.path("root"), "a"]);
    expect(owned(made.path("else/b"), made.path("root"))).toBeNull();
  });

  test("a link into the middle of a root is no spelling of it", () => {
    const made = world({ "root/sub/a": "a", way: { link: "root/sub" } });
    expect(owned(made.path("way/a"), made.path("root"))).toBeNull();
  });
});

describe("canonical roots", () => {
  test("links, dots and closing slashes are gone", () => {
    const made = world({ "real/sub/x": "1", link: { link: "real" } });
    expect(canonicalRoot(`${made.path("link")}/./sub/../sub/`)).toBe(made.path("real/sub"));
    expect(canonicalRoot(made.path("link/sub/x"))).toBe(made.path("real/sub/x"));
    expect(canonicalRoot("/")).toBe("/");
  });

  test("names that are no UTF-8", () => {
    const made = world({ "r\udcff/x": "1" });
    // Not by node:path, whose functions in Bun replace such bytes.
    const path = `${made.dir}/r\udcff`;
    expect(canonicalRoot(path)).toBe(path);
  });

  test.each(["missing", "file/x", "broken", "loop", "a\0b"])("%j is unavailable", (name) => {
    const made = world({ file: "x", broken: { link: "nowhere" }, loop: { link: "loop" } });
    expect(() => canonicalRoot(`${made.dir}/${name}`)).toThrow(QsearchError);
  });

  test("a relative path is none", () => {
    expect(() => canonicalRoot("src")).toThrow(QsearchError);
  });
});

test("component borders", () => {
  expect([isWithin("/a/b", "/a"), isWithin("/ab", "/a"), isWithin("/a", "/a"), isWithin("/a", "/a/b")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(relativeTo("/a/b/c", "/")).toBe("a/b/c");
  expect(joinPath("/", "a")).toBe("/a");
  expect(joinPath("/a", "b")).toBe("/a/b");
  expect(joinPath("/a", "")).toBe("/a");
  expect(normalisePath("/../..//a/./b/")).toBe("/a/b");
});
