import { afterEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { openRoot, type RootHandle, readFileBeneath, readFromTop } from "../../src/corpus/open.ts";
import { type OpenWayName, openBeneathBy } from "../../src/corpus/open-beneath.ts";
import { GrowingBuffer } from "../../src/corpus/read-buffer.ts";
import { FileError, QsearchError } from "../../src/errors.ts";
import { world } from "../world.ts";
import { makeFifo, makeSocket, unprivileged } from "./system.ts";

const MAX = 1000;
const opened: RootHandle[] = [];
afterEach(() => {
  for (const handle of opened.splice(0)) handle.close();
});

function rootAt(...[path, options]: Parameters<typeof openRoot>): RootHandle {
  const handle = openRoot(path, options);
  opened.push(handle);
  return handle;
}

function read(handle: RootHandle, rel: string, max = MAX): string {
  try {
    return Buffer.from(readFileBeneath(handle, rel, max).bytes).toString("latin1");
  } catch (error) {
    if (error instanceof FileError) return `! ${error.code}`;
    throw error;
  }
}

/** A root with a neighbour that must stay unseen, and every way there. */
function guardedWorld() {
  const made = world({
    "root/a.txt": "inside",
    "root/sub/deep/b.txt": "deep",
    "root/\udcff/\udcfe.txt": "bytes",
    "root/..dots/c..txt": "dots",
    "secret.txt": "SECRET",
    "root/out": { link: "../secret.txt" },
    "root/in": { link: "a.txt" },
    "root/folder-link": { link: "sub" },
    "root/up": { link: ".." },
    "root/broken": { link: "nowhere" },
    "root/loop": { link: "loop" },
    "root/proc": { link: "/proc/self/cwd" },
  });
  symlinkSync(made.path("secret.txt"), made.path("root/absolute"));
  makeFifo(made.path("root/fifo"));
  return made;
}

const CASES: readonly (readonly [rel: string, result: string])[] = [
  ["a.txt", "inside"],
  ["sub/deep/b.txt", "deep"],
  ["./sub//deep/./b.txt", "deep"],
  ["\udcff/\udcfe.txt", "bytes"],
  ["..dots/c..txt", "dots"],
  ["out", "! not_regular"],
  ["in", "! not_regular"],
  ["absolute", "! not_regular"],
  ["broken", "! not_regular"],
  ["loop", "! not_regular"],
  ["proc", "! not_regular"],
  ["folder-link/deep/b.txt", "! not_regular"],
  ["up/secret.txt", "! not_regular"],
  ["up/root/a.txt", "! not_regular"],
  ["../secret.txt", "! not_regular"],
  ["../root/a.txt", "! not_regular"],
  ["sub/../a.txt", "! not_regular"],
  ["sub/../../secret.txt", "! not_regular"],
  ["..", "! not_regular"],
  ["/etc/hostname", "! not_regular"],
  ["sub", "! not_regular"],
  [".", "! not_regular"],
  ["fifo", "! not_regular"],
  ["missing", "! vanished"],
  ["missing/a.txt", "! vanished"],
  ["a.txt/b", "! vanished"],
  ["a.txt\0.png", "! vanished"],
  ["", "! vanished"],
  ["..%2fsecret.txt", "! vanished"],
];

describe("the guarded open", () => {
  test("reads what lies beneath the root, and nothing else", () => {
    const handle = rootAt(guardedWorld().path("root"));
    expect(CASES.map(([rel]) => [rel, read(handle, rel)])).toEqual(CASES.map(([rel, result]) => [rel, result]));
  });

  const ways: OpenWayName[] = process.platform === "linux" ? ["openat2", "openat", "proc"] : ["openat"];
  test.each(ways)("%s: opens and refuses the same", (way) => {
    const folder = openSync(guardedWorld().path("root"), "r");
    const results = CASES.map(([rel]) => {
      const fd = openBeneathBy(way, folder, rel);
      if (fd === null) throw new Error(`${way} is not available here`);
      if (fd >= 0) closeSync(fd);
      return [rel, fd >= 0];
    });
    closeSync(folder);
    // Folders and FIFOs open; their kind is seen on the descriptor.
    const openable = new Set(["sub", ".", "fifo"]);
    expect(results).toEqual(CASES.map(([rel, result]) => [rel, !result.startsWith("!") || openable.has(rel)]));
  });

  test("a refusal is the same whether the target exists or not", () => {
    const made = world({ "root/x": { link: "../there" }, "root/y": { link: "../not-there" }, there: "1" });
    const handle = rootAt(made.path("root"));
    const message = (rel: string) => {
      try {
        handle.open(rel).close();
        return "opened";
      } catch (error) {
        return String(error);
      }
    };
    expect(message("x")).toBe(message("y"));
    expect(message("../there")).toBe(message("../not-there"));
  });

  test("a path swapped for a link after the check is refused", () => {
    const made = world({ "root/f/x.txt": "mine", "else/x.txt": "SECRET" });
    const handle = rootAt(made.path("root"));
    expect(read(handle, "f/x.txt")).toBe("mine");
    renameSync(made.path("root/f"), made.path("root/g"));
    symlinkSync("../else", made.path("root/f"));
    expect(read(handle, "f/x.txt")).toBe("! not_regular");
    rmSync(made.path("root/g/x.txt"));
    symlinkSync("../../else/x.txt", made.path("root/g/x.txt"));
    expect(read(handle, "g/x.txt")).toBe("! not_regular");
  });

  test("a socket is no file", () => {
    const made = world({ "root/": "" });
    using _ = makeSocket(made.path("root/s"));
    expect(read(rootAt(made.path("root")), "s")).toBe("! not_regular");
  });

  test("an unreadable file says so", () => {
    const made = world({ "root/a": { content: "x", mode: 0o000 } });
    const handle = rootAt(made.path("root"));
    expect(unprivileged(made, () => read(handle, "a"))).toBe("! unreadable");
  });

  test("what was closed opens and reads nothing, whoever has its number now", () => {
    const made = world({ "root/a": "1", "else/a": "SECRET" });
    const handle = openRoot(made.path("root"));
    const file = handle.open("a");
    file.close();
    file.close();
    handle.close();
    handle.close();
    const taken = [openSync(made.path("else"), "r"), openSync(made.path("else/a"), "r")];
    expect(read(handle, "a")).toBe("! unreadable");
    expect(() => file.read(MAX)).toThrow(FileError);
    for (const fd of taken) closeSync(fd);
  });

  test("descriptors are given back", () => {
    const made = guardedWorld();
    const handle = rootAt(made.path("root"));
    const before = openSync(made.path("root"), "r");
    closeSync(before);
    for (let round = 0; round < 20; round++) for (const [rel] of CASES) read(handle, rel);
    const after = openSync(made.path("root"), "r");
    closeSync(after);
    expect(after).toBeLessThanOrEqual(before);
  });
});

describe("reading", () => {
  test("size is checked on the descriptor, and again while reading", () => {
    const made = world({ "root/a": "x".repeat(1000), "root/b": "x".repeat(1001) });
    const handle = rootAt(made.path("root"));
    expect(read(handle, "a")).toHaveLength(1000);
    expect(read(handle, "b")).toBe("! too_large");
    const file = handle.open("a");
    appendFileSync(made.path("root/a"), "y");
    expect(() => file.read(MAX)).toThrow(FileError);
    file.close();
  });

  test("a file that grows or shrinks gives what was there at its end", () => {
    const made = world({ "root/a": "0123456789" });
    const handle = rootAt(made.path("root"));
    const grown = handle.open("a");
    // Longer than the buffer's first block.
    appendFileSync(made.path("root/a"), "x".repeat(400_000));
    const bytes = grown.read(1_000_000, new GrowingBuffer());
    expect([bytes.length, grown.stamp.size]).toEqual([400_010, 10]);
    expect(Buffer.from(bytes.subarray(0, 12)).toString()).toBe("0123456789xx");
    grown.close();
    const shrunk = handle.open("a");
    truncateSync(made.path("root/a"), 3);
    expect(Buffer.from(shrunk.read(1_000_000)).toString()).toBe("012");
    shrunk.close();
  });

  test("one buffer serves all files, large ones and empty ones", () => {
    const large = Buffer.alloc(3_000_000, "abc");
    const made = world({ "root/large": large, "root/empty": "", "root/small": "s" });
    const handle = rootAt(made.path("root"));
    const buffer = new GrowingBuffer();
    const bytes = (rel: string) => Buffer.from(readFileBeneath(handle, rel, 10_000_000, buffer).bytes);
    expect(bytes("small").toString()).toBe("s");
    expect(bytes("large").equals(large)).toBe(true);
    expect(bytes("empty")).toHaveLength(0);
    expect(bytes("small").toString()).toBe("s");
  });

  test("a slice of what was read is a copy", () => {
    const made = world({ "root/a": "first", "root/b": "other" });
    const handle = rootAt(made.path("root"));
    const first = readFileBeneath(handle, "a", MAX).bytes.slice();
    readFileBeneath(handle, "b", MAX);
    expect(Buffer.from(first).toString()).toBe("first");
  });

  test("in pieces", () => {
    const made = world({ "root/a": "0123456789" });
    const handle = rootAt(made.path("root"));
    const file = handle.open("a");
    const room = new Uint8Array(6);
    expect([file.readInto(room, 2), file.readInto(room, 0), file.readInto(room, 0)]).toEqual([4, 6, 0]);
    file.close();
    expect(Buffer.from(room).toString()).toBe("456789");
  });

  test("files that do not know their size are read to their end", () => {
    if (process.platform !== "linux") return;
    expect(Buffer.from(readFromTop(`/proc/${process.pid}/status`, 100_000) ?? []).toString()).toContain("Pid:");
  });

  test("the stamp is that of fstat, times before 1970 included", () => {
    const made = world({ "root/a": { content: "x", mtime: new Date(-1500) }, "root/b": "yy" });
    const handle = rootAt(made.path("root"));
    for (const rel of ["a", "b"]) {
      const { stamp } = readFileBeneath(handle, rel, MAX);
      const stats = statSync(made.path("root", rel), { bigint: true });
      expect([stamp.mtimeNs, stamp.ctimeNs, BigInt(stamp.size)]).toEqual([stats.mtimeNs, stats.ctimeNs, stats.size]);
      expect([BigInt(stamp.dev), BigInt(stamp.ino)]).toEqual([stats.dev, stats.ino]);
    }
  });
});

describe("roots", () => {
  test("a root may be a single file", () => {
    const made = world({ "one.md": "text", "two.md": "other" });
    const handle = rootAt(made.path("one.md"));
    expect(read(handle, "")).toBe("text");
    expect(read(handle, "two.md")).toBe("! vanished");
    expect(read(handle, "../two.md")).toBe("! vanished");
  });

  test("missing, a link, reached through a link: unavailable", () => {
    const made = world({ "real/sub/x": "1", link: { link: "real" } });
    makeFifo(made.path("fifo"));
    for (const path of ["missing", "link", "link/sub", "fifo"]) {
      expect(() => openRoot(made.path(path))).toThrow(QsearchError);
    }
  });

  test("in a folder that may not be passed: unavailable", () => {
    const made = world({ "no/root/a": "1" });
    expect(() => unprivileged(made, () => openRoot(made.path("no/root")), { no: 0o000 })).toThrow(QsearchError);
  });

  test("an agent root follows links, through the same guard", () => {
    const made = world({
      "root/in": { link: "sub/a.txt" },
      "root/sub/a.txt": "a",
      "root/out": { link: "../else" },
      "root/broken": { link: "nowhere" },
      "else/b.txt": "b",
      "else/back": { link: "../root/sub" },
      "else/folder/": "",
    });
    const anywhere = rootAt(made.path("root"), { followLinks: true });
    const confined = rootAt(made.path("root"), { followLinks: true, allow: [made.path("root")] });
    expect(["sub/a.txt", "in", "out/b.txt", "out/back/a.txt"].map((rel) => read(anywhere, rel))).toEqual([
      "a",
      "a",
      "b",
      "a",
    ]);
    expect(["broken", "out/folder", "out/../else/b.txt"].map((rel) => read(anywhere, rel))).toEqual([
      "! vanished",
      "! not_regular",
      "! not_regular",
    ]);
    expect(["sub/a.txt", "in", "out/b.txt", "out/back/a.txt"].map((rel) => read(confined, rel))).toEqual([
      "a",
      "a",
      "! not_regular",
      "a",
    ]);
  });

  test("opening starts nothing in a folder that only may be passed", () => {
    const made = world({ "root/": "" });
    mkdirSync(made.path("root/pass"));
    writeFileSync(made.path("root/pass/a"), "x");
    const handle = rootAt(made.path("root"));
    const result = unprivileged(made, () => read(handle, "pass/a"), { "root/pass": 0o711 });
    expect(result).toBe("x");
  });
});

describe("no descriptor left", () => {
  test("is the fault of no file: it stops what is going on", () => {
    const made = world({ "root/a.txt": "a" });
    const handle = rootAt(made.path("root"));
    const held: number[] = [];
    expect(read(handle, "a.txt")).toBe("a");
    try {
      while (held.length < 1_100_000) held.push(openSync("/dev/null", "r"));
    } catch {
      expect(() => read(handle, "a.txt")).toThrow(new QsearchError("io", "Too many files are open (EMFILE)"));
    } finally {
      for (const fd of held) closeSync(fd);
    }
    expect(read(handle, "a.txt")).toBe("a");
  });
});
