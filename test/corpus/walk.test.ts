import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { type CorpusKind, type PolicyOptions, policyFor, type SkipReason } from "../../src/corpus/policy.ts";
import { type FolderBatch, type WalkOptions, walkRoot } from "../../src/corpus/walk.ts";
import { QsearchError } from "../../src/errors.ts";
import { type Files, type World, world } from "../world.ts";
import { makeFifo, makeSocket, unprivileged } from "./system.ts";

interface Asked extends WalkOptions {
  readonly kind?: CorpusKind;
  readonly policy?: PolicyOptions;
}

function batches(root: string, { kind = "user", policy, ...options }: Asked = {}): FolderBatch[] {
  return [...walkRoot(root, policyFor(kind, policy), options)];
}

function files(root: string, asked?: Asked): string[] {
  return batches(root, asked).flatMap((batch) => batch.files);
}

/** What the walk of a world lists besides ignore files. */
function listed(tree: Files, asked?: Asked): string[] {
  using made = world(tree);
  return files(made.dir, asked).filter((rel) => !/(^|\/)\.(git|search)ignore$/.test(rel));
}

function code(run: () => unknown): string {
  try {
    return `no failure: ${JSON.stringify(run())}`;
  } catch (error) {
    return error instanceof QsearchError ? error.code : `other: ${error}`;
  }
}

describe("ignore files", () => {
  test("ripgrep#2731: a re-included folder is found from every start", () => {
    const made = world({
      ".gitignore": "build/\n!/some_dir/build/\n",
      "some_dir/build/foo": "1",
      "other/build/foo": "2",
    });
    const found = ["some_dir/build/foo"];
    expect(files(made.dir)).toEqual([".gitignore", ...found]);
    expect(files(made.dir, { start: "some_dir" })).toEqual(found);
    expect(files(made.dir, { start: "some_dir/build" })).toEqual(found);
    expect(files(made.dir, { start: "some_dir/build/foo" })).toEqual(found);
    expect(files(made.dir, { start: "other" })).toEqual([]);
    expect(files(made.dir, { start: "other/build" })).toEqual([]);
    // A root of its own inside a work tree: its top's rules count.
    mkdirSync(made.path(".git"));
    expect(files(made.path("some_dir"))).toEqual(["build/foo"]);
    expect(files(made.path("other"))).toEqual([]);
    // Who names a folder means it.
    expect(files(made.path("other/build"))).toEqual(["foo"]);
  });

  test.each([".gitignore", ".searchignore"])("ripgrep#2177: byte-order mark and CRLF in %s", (name) => {
    for (const rules of ["\ufeffsecret.txt\n", "secret.txt\r\n", "\ufeffa\r\nsecret.txt\r\n"]) {
      expect(listed({ [name]: rules, "secret.txt": "s", "x.txt": "x" })).toEqual(["x.txt"]);
    }
  });

  test("serena#1806: folder names are literals", () => {
    const names = ["***", "a[1]", "{x,y}", "?", "[!a]", "\\", "**"];
    const tree: Record<string, string> = { "kept.txt": "1", "a1/kept.txt": "1", "x/kept.txt": "1" };
    for (const name of names) {
      tree[`${name}/.gitignore`] = "*.log\n/only-here\n";
      tree[`${name}/kept.txt`] = "1";
      tree[`${name}/gone.log`] = "1";
      tree[`${name}/only-here`] = "1";
    }
    for (const folder of ["", "a1/", "x/"]) tree[`${folder}stays.log`] = "1";
    expect(listed(tree).sort()).toEqual(
      [...names, ""]
        .map((name) => (name === "" ? "kept.txt" : `${name}/kept.txt`))
        .concat(["a1/kept.txt", "x/kept.txt", "stays.log", "a1/stays.log", "x/stays.log"])
        .sort(),
    );
  });

  test(".searchignore comes after .gitignore of its folder, and before that of a deeper one", () => {
    const tree = {
      ".gitignore": "*.log\n",
      ".searchignore": "!kept.log\n*.tmp\n",
      "kept.log": "1",
      "gone.log": "1",
      "x.tmp": "1",
      "deep/.gitignore": "kept.log\n!x.tmp\n",
      "deep/kept.log": "1",
      "deep/x.tmp": "1",
    };
    expect(listed(tree)).toEqual(["kept.log", "deep/x.tmp"]);
  });

  test("nothing beneath an ignored folder comes back", () => {
    const tree = { ".gitignore": "a/\n!a/b\n", "a/.gitignore": "!*\n", "a/b": "1", c: "1" };
    expect(listed(tree)).toEqual(["c"]);
    expect(listed(tree, { start: "a" })).toEqual([]);
    expect(listed(tree, { start: "a/b" })).toEqual([]);
    expect(listed({ ".gitignore": "a/*\n!a/b\n", "a/b": "1", "a/c": "1" })).toEqual(["a/b"]);
  });

  test("without a repository rules above the root do not count; with one they do, up to its top", () => {
    const made = world({
      ".gitignore": "*.log\n",
      "repo/.gitignore": "*.tmp\n/sub/anchored\n",
      "repo/.searchignore": "*.bak\n",
      "repo/sub/x.log": "1",
      "repo/sub/x.tmp": "1",
      "repo/sub/x.bak": "1",
      "repo/sub/anchored": "1",
      "repo/sub/a.md": "1",
    });
    const all = ["a.md", "anchored", "x.bak", "x.log", "x.tmp"];
    expect(files(made.path("repo/sub"))).toEqual(all);
    // A work tree made by `git worktree` has a file of that name.
    made.write({ "repo/.git": "gitdir: elsewhere\n" });
    expect(files(made.path("repo/sub"))).toEqual(["a.md", "x.log"]);
    mkdirSync(made.path("repo/sub/.git"));
    expect(files(made.path("repo/sub"))).toEqual(all);
  });

  test("a work tree that ignores the root says nothing about what is in it", () => {
    // A home folder under git: "*", and the few files that are kept taken back.
    const made = world({
      "home/.git/": "",
      "home/.gitignore": "*\n!.profile\n",
      "home/Documents/notes/a.md": "1",
      "home/Documents/.gitignore": "*.tmp\n",
      "home/Documents/x.tmp": "1",
      "home/.profile": "1",
    });
    expect(files(made.path("home/Documents"))).toEqual([".gitignore", "notes/a.md"]);
    expect(files(made.path("home/Documents/notes"))).toEqual(["a.md"]);
    expect(files(made.path("home"))).toEqual([".profile"]);
    expect(files(made.path("home"), { start: "Documents" })).toEqual([]);
  });

  test("a link in place of an ignore file is not followed, a folder of that name is none", () => {
    const tree = { rules: "x.txt\n", ".gitignore": { link: "rules" }, ".searchignore/a": "x.txt\n", "x.txt": "1" };
    expect(listed(tree)).toEqual(["rules", "x.txt", ".searchignore/a"]);
  });

  test("configured exclude stands above ignore files, the last pattern of include decides", () => {
    const tree = {
      ".gitignore": "*.log\nprivate/\n",
      "a.md": "1",
      "a.log": "1",
      "private/x.md": "1",
      "docs/a.md": "1",
      "docs/old/b.md": "1",
      "docs/old/keep/c.md": "1",
      "src/x.ts": "1",
    };
    const walk = (policy: PolicyOptions) => listed(tree, { policy });
    expect(walk({ exclude: ["docs/", "!a.log"] })).toEqual(["a.log", "a.md", "src/x.ts"]);
    expect(walk({ exclude: ["!private/"] })).toContain("private/x.md");
    expect(walk({ include: ["docs/", "!docs/old/", "docs/old/keep/"] })).toEqual(["docs/a.md", "docs/old/keep/c.md"]);
    expect(walk({ include: ["**", "!docs/"] })).toEqual(["a.md", "src/x.ts"]);
    expect(walk({ include: ["*.md", "!docs/old/"] })).toEqual(["a.md", "docs/a.md"]);
    expect(walk({ include: ["!docs/old/", "*.md"] })).toEqual([
      "a.md",
      "docs/a.md",
      "docs/old/b.md",
      "docs/old/keep/c.md",
    ]);
    expect(walk({ include: ["*.ts"] })).toEqual(["src/x.ts"]);
    expect(walk({ include: ["*.md"], exclude: ["/docs"] })).toEqual(["a.md"]);
    expect(walk({ include: ["**"], exclude: [] })).toEqual(walk({}));
    // What is always skipped, no pattern opens.
    expect(listed({ "node_modules/a.js": "1" }, { policy: { exclude: ["!node_modules/"] } })).toEqual([]);
  });
});

describe("the columns of the table of policies", () => {
  const tree = {
    "a.ts": "1",
    ".hidden.md": "1",
    ".config/x.md": "1",
    ".git/config": "1",
    ".venv/x.py": "1",
    ".tox/x.py": "1",
    "node_modules/x.js": "1",
    "__pycache__/x.py": "1",
    "target/x.rs": "1",
    "dist/x.js": "1",
    "build/x.c": "1",
    "venv/x.py": "1",
    "vendor/x.go": "1",
    "sub/node_modules/x.js": "1",
    "package-lock.json": "{}",
    "x.min.js": "1",
    "x.pb.go": "1",
    "photo.png": "1",
    "lib.so.6": "1",
    "unknown.zzz": "1",
    Makefile: "1",
    noending: "1",
    "doc.pdf": "1",
    "test_a.py": "1",
  };

  test("user", () => {
    expect(listed(tree).sort()).toEqual(
      [
        ...[".config/x.md", ".hidden.md", ".tox/x.py", "Makefile", "a.ts", "build/x.c", "dist/x.js", "doc.pdf"],
        ...["noending", "package-lock.json", "target/x.rs", "test_a.py", "unknown.zzz", "vendor/x.go", "venv/x.py"],
        ...["x.min.js", "x.pb.go"],
      ].sort(),
    );
  });

  test("agent", () => {
    expect(listed(tree, { kind: "agent" }).sort()).toEqual(
      [
        ...[".hidden.md", "Makefile", "a.ts", "doc.pdf", "package-lock.json", "test_a.py", "vendor/x.go"],
        ...["x.min.js", "x.pb.go"],
      ].sort(),
    );
    expect(listed(tree, { kind: "agent", policy: { extensions: ["zzz"] } })).toContain("unknown.zzz");
  });

  test("context: what is left out is counted by reason", () => {
    const skipped = new Map<SkipReason, number>();
    const rest = ["Makefile", "a.ts", "doc.pdf", "noending", "test_a.py", "unknown.zzz"];
    expect(listed(tree, { kind: "context", skipped })).toEqual(rest);
    expect(Object.fromEntries(skipped)).toEqual({
      hidden: 2,
      version_control: 1,
      dependencies: 5,
      cache: 1,
      build: 3,
      vendored: 1,
      lock_file: 1,
      minified: 1,
      generated: 1,
      binary: 2,
    });
  });

  test("code: lock files and configuration stay", () => {
    expect(listed(tree, { kind: "code" })).toEqual([
      ...["Makefile", "a.ts", "doc.pdf", "noending", "package-lock.json", "test_a.py", "unknown.zzz"],
      ...["x.min.js", "x.pb.go"],
    ]);
  });

  test("sizes and chunks", () => {
    const kinds = ["user", "agent", "context", "code"] as const;
    expect(kinds.map((kind) => policyFor(kind).maxSize)).toEqual([20_971_520, 20_971_520, 1_000_000, 1_000_000]);
    expect(kinds.map((kind) => policyFor(kind).chunks)).toEqual([
      { size: 800, overlap: 100 },
      { size: 1000, overlap: 120 },
      null,
      null,
    ]);
    expect(kinds.map((kind) => policyFor(kind).followLinks)).toEqual([false, true, false, false]);
    expect(policyFor("user", { maxSize: 5, chunks: { size: 300, overlap: 0 } })).toMatchObject({
      maxSize: 5,
      chunks: { size: 300, overlap: 0 },
    });
  });
});

describe("order, names, kinds", () => {
  test("a folder's files, then its sub-folders, in byte order", () => {
    const made = world({
      "b/z": "1",
      "b/a": "1",
      "a/x/y": "1",
      "a.txt": "1",
      "a b/c": "1",
      Z: "1",
      é: "1",
      "🐘": "1",
      "\uff21": "1",
    });
    expect(batches(made.dir).map(({ folder, files }) => [folder, files])).toEqual([
      ["", ["Z", "a.txt", "é", "\uff21", "🐘"]],
      ["a", []],
      ["a/x", ["a/x/y"]],
      ["a b", ["a b/c"]],
      ["b", ["b/a", "b/z"]],
    ]);
  });

  test("names are kept byte for byte", () => {
    const names = [
      "a\udcff.txt",
      "\udced\udca0\udc80",
      "\ufffd",
      "\udcc0\udcaf",
      "dir\udcfe/in\udcff",
      "cafe\u0301.md",
      "café.md",
    ];
    const more = ["README.md", "readme.md", "a b.md", "a_b.md", "🐘.md", "new\nline", "tab\t", "\x1b[31m"];
    const made = world(Object.fromEntries([...names, ...more].map((name) => [name, "1"])));
    expect(files(made.dir).sort()).toEqual([...names, ...more].sort());
    expect(files(`${made.dir}/dir\udcfe`)).toEqual(["in\udcff"]);
    expect(files(made.dir, { start: "dir\udcfe" })).toEqual(["dir\udcfe/in\udcff"]);
  });

  test("only regular files: no FIFO, socket, or link", () => {
    const made = world({
      a: "1",
      "sub/b": "1",
      link: { link: "a" },
      folder: { link: "sub" },
      broken: { link: "no" },
      up: { link: ".." },
    });
    makeFifo(made.path("fifo"));
    using _ = makeSocket(made.path("socket"));
    const skipped = new Map<SkipReason, number>();
    expect(files(made.dir, { skipped })).toEqual(["a", "sub/b"]);
    expect(Object.fromEntries(skipped)).toEqual({ special: 2, link: 4 });
  });

  test("a root that is a file", () => {
    const made = world({ "a.md": "1" });
    expect(batches(made.path("a.md"))).toEqual([{ folder: "", files: [""], errors: [] }]);
  });

  test("a start that is no plain path beneath the root lists nothing", () => {
    const made = world({ "root/a/b": "1", "x/y": "1", "root/l": { link: "../x" } });
    for (const start of [
      "..",
      "../x",
      "a/../../x",
      "/etc",
      "a/",
      "./a",
      "a//b",
      "missing",
      "a/b/c",
      "l",
      "l/y",
      "a\0",
    ]) {
      expect(files(made.path("root"), { start })).toEqual([]);
    }
  });

  test("the tree's depth is no matter", () => {
    const deep = Array.from({ length: 300 }, (_, i) => `d${i}`).join("/");
    const made = world({ [`${deep}/end`]: "1" });
    expect(files(made.dir)).toEqual([`${deep}/end`]);
  });
});

describe("several roots", () => {
  test("what lies beneath a deeper root is that root's", () => {
    const made = world({ "a/x": "1", "a/b/y": "1", "a/bc/z": "1", "a/one.md": "1" });
    const deeperRoots = [made.path("a/b"), made.path("a"), made.path("a/one.md"), "/elsewhere"];
    expect(files(made.path("a"), { deeperRoots })).toEqual(["x", "bc/z"]);
    expect(files(made.path("a/b"), { deeperRoots: [made.path("a")] })).toEqual(["y"]);
  });

  test("the data directory is never entered, under any name", () => {
    const made = world({ "a.md": "1", "store/qsearch.db": "1", "store/x.md": "1", alias: { link: "store" } });
    for (const dataDir of [made.path("store"), `${made.path("store")}/`, made.path("alias")]) {
      expect(files(made.dir, { policy: { dataDir } })).toEqual(["a.md"]);
      expect(files(made.dir, { kind: "agent", policy: { dataDir } })).toEqual(["a.md"]);
    }
    expect(files(made.path("store"), { policy: { dataDir: made.path("store") } })).toEqual([]);
    expect(files(made.dir, { policy: { dataDir: made.path("not-yet") } })).toContain("store/x.md");
  });
});

describe("what cannot be read", () => {
  test("an unreadable folder of a user root is its own error", () => {
    const made = world({ "a/x": "1", "b/y": "1", "c/z": "1" });
    const walked = unprivileged(made, () => batches(made.dir), { b: 0o000 });
    expect(walked.flatMap((batch) => batch.files)).toEqual(["a/x", "c/z"]);
    expect(walked.flatMap((batch) => batch.errors)).toEqual([{ rel: "b", message: "cannot be read (EACCES)" }]);
  });

  test("an ignore file that cannot be read hides its folder: it might hide something", () => {
    const made = world({ "a/x": "1", "b/.gitignore": { content: "y", mode: 0o000 }, "b/y": "1", "b/sub/z": "1" });
    const walked = unprivileged(made, () => batches(made.dir));
    expect(walked.flatMap((batch) => batch.files)).toEqual(["a/x"]);
    expect(walked.flatMap((batch) => batch.errors.map(({ rel }) => rel))).toEqual(["b"]);
  });

  test("a missing or unreadable root aborts", () => {
    const made = world({ "root/a": "1", link: { link: "root" } });
    makeFifo(made.path("fifo"));
    for (const name of ["missing", "root/a/b", "link", "fifo"]) {
      expect(code(() => files(made.path(name)))).toBe("root_unavailable");
    }
    expect(unprivileged(made, () => code(() => files(made.path("root"))), { root: 0o000 })).toBe("root_unavailable");
  });

  test("an aborted walk stops", () => {
    const made = world({ "a/x": "1", "b/y": "1" });
    const stop = new AbortController();
    const walk = walkRoot(made.dir, policyFor("user"), { signal: stop.signal });
    walk.next();
    stop.abort();
    expect(code(() => walk.next())).toBe("cancelled");
  });

  test("a folder that vanishes meanwhile is no error", () => {
    const made = world({ "a/x": "1", "b/y": "1" });
    const walk = walkRoot(made.dir, policyFor("user"));
    walk.next();
    made.remove("a");
    expect([...walk]).toEqual([
      { folder: "a", files: [], errors: [] },
      { folder: "b", files: ["b/y"], errors: [] },
    ]);
  });
});

describe("agent roots follow links", () => {
  const agent = (made: World, policy: PolicyOptions = {}, root = "root") =>
    files(made.path(root), { kind: "agent", policy });

  test("to files and folders, wherever they lead", () => {
    const made = world({
      "root/a.md": "1",
      "root/m.md": { link: "../else/one.md" },
      "root/l": { link: "../else/folder" },
      "else/one.md": "1",
      "else/folder/z.md": "1",
      "else/folder/.gitignore": "gone.md\n",
      "else/folder/gone.md": "1",
      "else/folder/n": { link: "../more" },
      "else/more/deep.md": "1",
    });
    expect(agent(made)).toEqual(["a.md", "m.md", "l/.gitignore", "l/z.md", "l/n/deep.md"]);
    expect(files(made.path("root"), { kind: "agent", start: "l/n" })).toEqual(["l/n/deep.md"]);
  });

  test.each<[string, Files]>([
    ["to itself", { "root/l": { link: "l" } }],
    ["to its folder", { "root/sub/l": { link: "." } }],
    ["to the root", { "root/sub/l": { link: ".." } }],
    ["above the root", { "root/sub/l": { link: "../.." } }],
    ["over two folders", { "root/a/l": { link: "../../else" }, "else/back": { link: "../root/a" } }],
    ["over two links", { "root/a": { link: "b" }, "root/b": { link: "a" } }],
    ["outside the root", { "root/l": { link: "../else" }, "else/x/y": { link: "../../else" } }],
    ["broken", { "root/l.md": { link: "nowhere.md" } }],
  ])("a link %s stops the walk", (_, tree) => {
    expect(code(() => agent(world({ "root/a.md": "1", ...tree })))).toBe("io");
  });

  test("two links to one folder are no cycle", () => {
    const made = world({ "root/l": { link: "sub" }, "root/m": { link: "sub" }, "root/sub/x.md": "1" });
    expect(agent(made)).toEqual(["l/x.md", "m/x.md", "sub/x.md"]);
  });

  test("a broken link where nothing is listed stops nothing", () => {
    const made = world({
      "root/.gitignore": "gone\n",
      "root/gone": { link: "nowhere" },
      "root/node_modules/.bin/x": { link: "nowhere" },
      "root/.cache/x": { link: "nowhere" },
      "root/a.md": "1",
    });
    expect(agent(made)).toEqual([".gitignore", "a.md"]);
  });

  test("an unreadable folder stops the walk", () => {
    const made = world({ "root/a.md": "1", "root/sub/b.md": "1" });
    expect(unprivileged(made, () => code(() => agent(made)), { "root/sub": 0o000 })).toBe("io");
  });

  test("links that lead out of the allowed folders are errors of theirs", () => {
    const made = world({
      "root/l": { link: "../else" },
      "root/in": { link: "sub" },
      "root/sub/x.md": "1",
      "else/y.md": "1",
    });
    const walked = batches(made.path("root"), { kind: "agent", policy: { allow: [made.path("root")] } });
    expect(walked.flatMap((batch) => batch.files)).toEqual(["in/x.md", "sub/x.md"]);
    expect(walked.flatMap((batch) => batch.errors.map(({ rel }) => rel))).toEqual(["l"]);
  });

  test("links upon links are counted, not walked for ever", () => {
    const tree: Record<string, { link: string }> = {};
    for (let level = 0; level < 40; level++) {
      for (const name of ["a", "b"]) tree[`level${level}/${name}`] = { link: `../level${level + 1}` };
    }
    const made = world({ ...tree, "root/start": { link: "../level0" }, "level40/x.md/": "" });
    chmodSync(made.dir, 0o755);
    expect(code(() => agent(made))).toBe("io");
  }, 60_000);
});
