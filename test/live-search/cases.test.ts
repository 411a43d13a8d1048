/** What other programs' reports taught about live search: ignore rules, encodings, windows; and where it may look. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { QsearchError } from "../../src/errors.ts";
import { world } from "../world.ts";
import { type ContextArguments, context, paths } from "./tools.ts";

const failure = async (call: Promise<unknown>): Promise<QsearchError> =>
  (await call.then(
    () => ({ code: "none", message: "" }),
    (thrown: unknown) => thrown,
  )) as QsearchError;

describe("A: ignore rules", () => {
  test("a re-included folder is found from wherever the search starts (ripgrep#2731)", async () => {
    const w = world({
      ".gitignore": "out1/\n!/some_dir/out1/\n",
      "some_dir/out1/foo": "albedo",
      "other/out1/foo": "albedo",
      ".git/HEAD": "ref: refs/heads/main\n",
    });
    const from = async (args: ContextArguments) => paths(await context(w, { keywords: ["albedo"], ...args }));
    expect(await from({})).toEqual(["some_dir/out1/foo"]);
    expect(await from({ subpath: "some_dir" })).toEqual(["some_dir/out1/foo"]);
    expect(await from({ subpath: "some_dir/out1" })).toEqual(["some_dir/out1/foo"]);
    expect(await from({ directory: w.path("some_dir") })).toEqual(["out1/foo"]);
    expect(await from({ directory: w.path("some_dir", "out1") })).toEqual(["foo"]);
  });

  test("a byte-order mark or CRLF kills no rule (ripgrep#2177)", async () => {
    for (const rules of ["\ufeffsecret.txt\n", "\ufeffsecret.txt\r\n", "secret.txt\r\n"]) {
      for (const file of [".gitignore", ".searchignore"]) {
        const w = world({ [file]: rules, "secret.txt": "albedo", "x.txt": "albedo" });
        expect(paths(await context(w, { keywords: ["albedo"] }))).toEqual(["x.txt"]);
      }
    }
  });

  test("a directory that is missing, a file or empty is an error, never another folder (qmd#684)", async () => {
    const w = world({ "a.txt": "albedo" });
    for (const directory of [w.path("missing"), w.path("a.txt")]) {
      expect((await failure(context(w, { keywords: ["albedo"], directory }))).code).toBe("not_found");
    }
    for (const directory of [".", "src", "../x", "~"]) {
      const { code, message } = await failure(context(w, { keywords: ["albedo"], directory }));
      expect([code, message]).toEqual(["usage", expect.stringContaining("absolute path")]);
    }
  });
});

describe("B: binary files", () => {
  test("a NUL byte leaves the whole file out and counts it (ripgrep#1227, #1129)", async () => {
    const w = world({ "a.txt": "alpha\n\0\nbeta\n" });
    const result = await context(w, { keywords: ["alpha", "beta"], include_diagnostics: true });
    expect(result.ranked_files).toEqual([]);
    expect(result.diagnostics?.excluded_files).toEqual({ binary: 1 });
  });
});

describe("G: containment", () => {
  test("subpaths that lead out, in any spelling, are refused (markdownify-mcp#123)", async () => {
    const w = world({ "share/ok.md": "albedo", "share-secret/loot.md": "albedo" });
    const directory = w.path("share");
    const escapes = [
      "../share-secret/loot.md",
      "x/../../share-secret",
      w.path("share-secret", "loot.md"),
      "/etc/passwd",
    ];
    for (const subpath of escapes) {
      const { code } = await failure(context(w, { keywords: ["albedo"], directory, subpath }));
      expect([subpath, code]).toEqual([subpath, "refused"]);
    }
    const encoded = await failure(context(w, { keywords: ["albedo"], directory, subpath: "..%2fshare-secret" }));
    expect(encoded.code).toBe("not_found");
    expect(paths(await context(w, { keywords: ["albedo"], directory, subpath: w.path("share", "ok.md") }))).toEqual([
      "ok.md",
    ]);
  });

  test("a directory through a link is its target; links within are not followed (servers#3253)", async () => {
    const w = world({ "real/a.md": "albedo", "real/out": { link: "../other" }, "other/b.md": "albedo" });
    const link = join(w.base, "link");
    symlinkSync(w.path("real"), link);
    const result = await context(w, { keywords: ["albedo"], directory: link });
    expect(result.searched_directory).toBe(w.path("real"));
    expect(paths(result)).toEqual(["a.md"]);
    for (const subpath of ["out", "out/b.md"]) {
      const call = context(w, { keywords: ["albedo"], directory: w.path("real"), subpath });
      expect((await failure(call)).code).toBe("not_found");
    }
  });

  test("--allow confines the directory, on component borders, and tells nothing about what is outside", async () => {
    const w = world({ "share/a.md": "albedo", "share-secret/b.md": "albedo" });
    const deps = { allow: [w.path("share")] };
    const ask = (directory: string) => context(w, { keywords: ["albedo"], directory }, deps);
    expect(paths(await ask(w.path("share")))).toEqual(["a.md"]);
    const outside = await failure(ask(w.path("share-secret")));
    const missing = await failure(ask(w.path("missing")));
    expect(outside.code).toBe("refused");
    expect(missing.message.replace("missing", "share-secret")).toBe(outside.message);
  });

  test("a subpath that is ignored, hidden, vendored or missing gives the same error", async () => {
    const w = world({ ".gitignore": "ignored/\n", "ignored/a": "x", ".hidden/a": "x", "vendor/a": "x" });
    mkdirSync(w.path("empty"));
    for (const subpath of ["ignored", "ignored/a", ".hidden", "vendor/a", "missing"]) {
      expect((await failure(context(w, { keywords: ["x"], subpath }))).code).toBe("not_found");
    }
    expect(paths(await context(w, { keywords: ["x"], subpath: "empty" }))).toEqual([]);
    expect(paths(await context(w, { keywords: ["x"], directory: w.path("vendor") }))).toEqual(["a"]);
  });

  test("our own data directory is not searched", async () => {
    const w = world({ "a.txt": "albedo", "store/b.txt": "albedo" });
    expect(paths(await context(w, { keywords: ["albedo"] }, { dataDir: w.path("store") }))).toEqual(["a.txt"]);
  });
});
