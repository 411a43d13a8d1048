/** `extract`: what `index` would store, as lines; names and contents in; nothing lost, nothing twice. */
import { describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { ChunkRecord, DocumentRecord, EndRecord } from "../../src/request/extract-request.ts";
import { extractLineSchema } from "../../src/request/extract-request.ts";
import { chunksOfFile } from "../../src/store/chunks.ts";
import { readUnits, textOf } from "../../src/store/content.ts";
import { type FileRow, filesByIds, filesNewestFirst } from "../../src/store/files.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { quantised } from "../../src/store/vector-codec.ts";
import { embeddedRows, vectorPage, vectorState } from "../../src/store/vectors.ts";
import { documentFixtures } from "../fixtures/documents/all.ts";
import { describeShared } from "../shared.ts";
import { type Outcome, type World, world } from "../world.ts";

type Line = ChunkRecord | DocumentRecord | EndRecord;

function linesOf({ stdout }: Outcome): Line[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

const isEnd = (line: Line): line is EndRecord => "end" in line;
const isChunk = (line: Line): line is ChunkRecord => "ordinal" in line;

function endsOf(outcome: Outcome): EndRecord[] {
  return linesOf(outcome).filter(isEnd);
}

/** What the index stores of each file, in the terms of a record. */
function stored(store: Store): Map<string, unknown[]> {
  const ids = filesNewestFirst(store, null, -1);
  return new Map([...filesByIds(store, ids).values()].map((file) => [file.path, storedOf(store, file)]));
}

function storedOf(store: Store, file: FileRow): unknown[] {
  if (file.contentId === null) return [];
  const text = textOf(store, file.contentId);
  const units = readUnits(store, file.contentId);
  return chunksOfFile(store, file.id).map(({ start, end, lineStart, lineEnd, unit, symbol, defined }) => ({
    text: text.slice(start, end),
    lines: [lineStart, lineEnd],
    unit: units[unit]?.label ?? null,
    symbol: symbol === "" ? null : symbol,
    defined: defined === "" ? [] : defined.split("\n"),
    category: file.category,
    language: file.language,
  }));
}

function extracted(lines: readonly Line[]): Map<string, unknown[]> {
  const files = new Map<string, unknown[]>();
  for (const line of lines) {
    if (isEnd(line) && line.error === undefined) files.set(line.end, files.get(line.end) ?? []);
    if (!isChunk(line)) continue;
    const { path, text, line_start, line_end, page, sheet, part, symbol, defined, category, language } = line;
    const unit = page === null ? (sheet ?? part) : String(page);
    const chunk = { text, lines: [line_start, line_end], unit, symbol, defined, category, language };
    files.set(path, [...(files.get(path) ?? []), chunk]);
  }
  return files;
}

function expectAsIndexed(w: World, ...args: string[]): Line[] {
  w.run("index", w.dir, "--no-embed");
  const outcome = w.run("extract", w.dir, ...args);
  expect(outcome.stderr).not.toContain("error:");
  const lines = linesOf(outcome);
  const store = openStore(w.dataDir, "read");
  try {
    expect(extracted(lines)).toEqual(stored(store));
  } finally {
    store.close();
  }
  return lines;
}

describe("extract gives what index stores", () => {
  test("of this program's own documents and code", () => {
    using w = world(Object.fromEntries(documentFixtures.map(({ name, bytes }) => [name, bytes])));
    for (const folder of ["docs", "src/text"]) {
      cpSync(join(import.meta.dir, "../..", folder), w.path(folder), { recursive: true });
    }
    const lines = expectAsIndexed(w);
    for (const line of lines) extractLineSchema.parse(line);
    const ids = lines.filter(isChunk).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines.filter(isEnd).map(({ chunks }) => chunks > 0)).toContain(true);
  }, 60_000);

  test("of small files around one whose lines fill several writes", () => {
    const large = Array.from({ length: 9000 }, (_, n) => `Größe ${n} 水化学 of the bearings that are oiled in spring.`);
    using w = world({
      "a.md": "# A\n\nsmall\n",
      "b.txt": large.join("\n"),
      "c.csv": "x,y\n1,2\n",
      "d.py": "def d():\n  pass\n",
    });
    const chunks = expectAsIndexed(w).filter(isChunk);
    const ofLarge = chunks.filter(({ path }) => path.endsWith("b.txt"));
    expect(ofLarge.length).toBeGreaterThan(400);
    expect(ofLarge.map(({ ordinal }) => ordinal)).toEqual(ofLarge.map((_, at) => at));
  });

  test("of text with characters at which some programs end a line: they are escaped", () => {
    using w = world({ "a\u2028b.md": "one\u2028two\u2029three\u0085four\n" });
    expectAsIndexed(w);
    expect(w.run("extract", w.dir).stdout).not.toMatch(/[\u0085\u2028\u2029]/);
  });

  describeShared("extract", (shared) => {
    test("of the document cases", () => {
      using w = world();
      cpSync(join(shared, "cases", "documents"), w.path("documents"), { recursive: true });
      expectAsIndexed(w);
    }, 60_000);
  });

  test("vectors too", () => {
    const text = "Golden bearings are oiled in spring. ".repeat(60);
    using w = world({ "a.md": `# Oil\n\n${text}`, "b.txt": "Русский текст о подшипниках и масле весной." });
    w.run("index", w.dir, "--embed-budget", "5m");
    const chunks = linesOf(w.run("extract", w.dir, "--vectors", "--no-tokens")).filter(isChunk);
    const made = chunks.flatMap(({ vector, further_vectors: further = [] }) => (vector ? [vector, ...further] : []));
    const store = openStore(w.dataDir, "read");
    const page = vectorPage(store, 0);
    const rows = embeddedRows(store, vectorState(store).encoder ?? "", null);
    const known = new Set(
      rows.flatMap(({ vectors }) => [...vectors]).map((id) => String(page.subarray(id * 384, id * 384 + 384))),
    );
    store.close();
    expect(made.length).toBeGreaterThan(2);
    expect(new Set(made.map((vector) => String(quantised(Float32Array.from(vector)))))).toEqual(known);
    expect(chunks.filter(({ path }) => path.endsWith("b.txt")).map(({ vector }) => vector ?? null)).toEqual([null]);
    expect(chunks[0]).not.toHaveProperty("tokens");
  }, 60_000);
});

test("words of the path and of what is defined stand beside those of the text", () => {
  using w = world({ "far/off/src/http/retry_policy.py": "class BackOff:\n  def waitLonger(self):\n    pass\n" });
  const [chunk] = linesOf(w.run("extract", w.dir)).filter(isChunk);
  // Identifiers whole as well, and no folder that is further up than three.
  expect(chunk?.path_tokens).toBe("retri polici retrypolici off src http");
  expect(chunk?.defined_tokens?.split(" ")).toEqual(
    expect.arrayContaining(["back", "off", "backoff", "wait", "longer", "waitlonger"]),
  );
  const [bare] = linesOf(w.run("extract", w.dir, "--no-tokens")).filter(isChunk);
  expect(Object.keys(bare ?? {}).filter((name) => /tokens|idents/.test(name))).toEqual([]);
});

describe("ids", () => {
  test("are the same in every run, and others for copies, which share their doc", () => {
    using w = world({ "a/x.md": "golden\n", "b/x.md": "golden\n" });
    const chunks = () => linesOf(w.run("extract", "--root", ".", "a", "b")).filter(isChunk);
    const [a, b] = chunks();
    expect([a?.path, b?.path]).toEqual(["a/x.md", "b/x.md"]);
    expect(a?.doc).toBe(b?.doc ?? "");
    expect(a?.id).not.toBe(b?.id ?? "");
    expect(chunks().map(({ id }) => id)).toEqual([a?.id ?? "", b?.id ?? ""]);
  });

  test("do not hang on where the root lies", () => {
    const ids = ["one", "another"].map((name) => {
      using w = world({ [`${name}/x.md`]: "golden\n" });
      return linesOf(w.run("extract", name, "--root", name)).filter(isChunk)[0]?.id;
    });
    expect(ids[0]).toBe(ids[1] ?? "");
  });
});

describe("names", () => {
  const FILES = { "b.md": "bearing\n", "a.md": "axle\n", "odd\nname.md": "odd\n", "no.bin": new Uint8Array([0, 1, 2]) };

  test("of a list, in its order, each with its end record whatever became of it", () => {
    using w = world(FILES);
    const outcome = w.runWith({ input: "b.md\nnone.md\nno.bin\r\n\na.md" }, "extract", "--files-from", "-");
    const told = endsOf(outcome).map(({ name, chunks, error }) => [name, chunks, error ?? null]);
    expect(told).toEqual([
      ["b.md", 1, null],
      ["none.md", 0, "vanished"],
      ["no.bin", 0, "binary"],
      ["a.md", 1, null],
    ]);
    expect([outcome.exitCode, outcome.stderr]).toEqual([1, "2 of 4 files could not be read\n"]);
    const tolerant = w.runWith({ input: "none.md\n" }, "extract", "--files-from", "-", "--unread-ok");
    expect(tolerant.exitCode).toBe(0);
  });

  test("that end with NUL may hold line breaks", () => {
    using w = world(FILES);
    const ends = endsOf(w.runWith({ input: "odd\nname.md\0a.md\0" }, "extract", "--files-from", "-", "-0"));
    expect(ends.map(({ name, chunks }) => [name, chunks])).toEqual([
      ["odd\nname.md", 1],
      ["a.md", 1],
    ]);
  });

  test("outside of --root, and links, are not read", () => {
    using w = world({
      "in/a.md": "a\n",
      "out.md": "secret\n",
      "in/link.md": { link: "../out.md" },
      "in/up": { link: ".." },
    });
    const names = ["a.md", "../out.md", w.path("out.md"), "link.md", "up/out.md", "a.md/../../out.md"];
    const outcome = w.runWith({ input: names.join("\n") }, "extract", "--root", "in", "--files-from", "-");
    expect(outcome.stdout).not.toContain("secret");
    expect(endsOf(outcome).map(({ name, error }) => [name, error === undefined])).toEqual(
      names.map((name) => [name, name === "a.md"]),
    );
  });

  test("that are arguments may be links, as the roots of an index may", () => {
    using w = world({ ...FILES, "in/c.md": "c\n", folder: { link: "in" }, "file.md": { link: "a.md" } });
    const ends = endsOf(w.run("extract", "folder", "file.md"));
    expect(ends.map(({ end, chunks }) => [end, chunks])).toEqual([
      [w.path("in/c.md"), 1],
      [w.path("a.md"), 1],
    ]);
    expect(endsOf(w.run("extract", "file.md", "--root", "in")).map(({ error }) => error)).toEqual(["vanished"]);
  });

  test("may begin with a --root that is a link", () => {
    using w = world({ "in/c.md": "c\n", folder: { link: "in" } });
    const names = [w.path("folder/c.md"), w.path("in/c.md"), "c.md"];
    const outcome = w.runWith({ input: names.join("\n") }, "extract", "--root", "folder", "--files-from", "-");
    expect(endsOf(outcome).map(({ end, chunks }) => [end, chunks])).toEqual(names.map(() => ["c.md", 1]));
  });

  test("in a pipe that stays open: one in, its lines out", async () => {
    using w = world(FILES);
    const child = w.start({}, "extract", "--files-from", "-");
    const reader = child.stdout.getReader();
    let read = "";
    for (const name of ["a.md", "b.md", "none.md"]) {
      child.stdin.write(`${name}\n`);
      await child.stdin.flush();
      while (!read.includes(`"name":"${name}"`)) read += new TextDecoder().decode((await reader.read()).value);
    }
    await child.stdin.end();
    expect(await child.exited).toBe(1);
  });
});

describe("contents", () => {
  test("of one file on stdin", () => {
    using w = world();
    const [document, end] = linesOf(
      w.runWith({ input: "# Oil\n\ngolden\n" }, "extract", "--stdin-name", "a/b.md", "--as", "documents"),
    );
    expect(document).toMatchObject({
      path: "a/b.md",
      format: "markdown",
      text: "# Oil\n\ngolden\n",
      defined: ["Oil"],
      length: 2,
    });
    expect(end).toMatchObject({ end: "a/b.md", chunks: 1, bytes: 14 });
  });

  test("over max_size are an error, and no size is told that was not seen", () => {
    using w = world({ "c.toml": "max_size = 1024\n" });
    const args = ["extract", "--config", w.path("c.toml")];
    const frame = `{"name":"b.txt","bytes":2}\nhi`;
    const framed = Buffer.concat([
      Buffer.from(`{"name":"a.txt","bytes":5000}\n`),
      Buffer.alloc(5000, 97),
      Buffer.from(frame),
    ]);
    const ends = endsOf(w.runWith({ input: framed }, ...args, "--framed"));
    expect(ends.map(({ name, bytes, error }) => [name, bytes, error ?? null])).toEqual([
      ["a.txt", null, "too_large"],
      ["b.txt", 2, null],
    ]);
    const [end] = endsOf(w.runWith({ input: "a".repeat(5000) }, ...args, "--stdin-name", "a.txt"));
    expect([end?.bytes, end?.error]).toEqual([null, "too_large"]);
  });

  test("of many files in frames, documents too", () => {
    const fixtures = documentFixtures.filter(({ name }) => /\.(pdf|docx|xlsx)$/.test(name));
    using w = world(Object.fromEntries(fixtures.map(({ name, bytes }) => [name, bytes])));
    const names = fixtures.map(({ name }) => name);
    const frames = fixtures.flatMap(({ name, bytes }) => [
      Buffer.from(`${JSON.stringify({ name, bytes: bytes.length })}\n`),
      bytes,
    ]);
    const framed = linesOf(w.runWith({ input: Buffer.concat(frames) }, "extract", "--framed"));
    const named = linesOf(w.run("extract", ...names));
    const texts = (lines: readonly Line[]) => lines.filter(isChunk).map(({ text, doc }) => [text, doc]);
    expect(names.length).toBeGreaterThan(1);
    expect(texts(framed)).toEqual(texts(named));
    const cut = w.runWith({ input: Buffer.from("no frame\n") }, "extract", "--framed");
    expect([cut.exitCode, cut.stderr]).toEqual([2, expect.stringContaining("a frame begins with")]);
  });
});

describe("faults", () => {
  test("a reader that goes ends it quietly", async () => {
    using w = world(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.md`, "golden ".repeat(20_000)])));
    const child = w.start({}, "extract", w.dir);
    const reader = child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    expect(await child.exited).toBe(0);
    expect(await child.stderr.text()).toBe("");
  });

  test.skipIf(process.platform !== "linux")("a reading child that is killed costs at most one file", async () => {
    const [fixture] = documentFixtures.filter(({ name }) => name.endsWith(".docx"));
    const name = fixture?.name ?? "";
    using w = world({ [name]: fixture?.bytes ?? "" });
    const child = w.start({}, "extract", "--files-from", "-");
    const reader = child.stdout.getReader();
    const ends: EndRecord[] = [];
    const ask = async () => {
      child.stdin.write(`${name}\n`);
      await child.stdin.flush();
      let read = "";
      while (!/"end":.*\n$/.test(read)) read += new TextDecoder().decode((await reader.read()).value);
      ends.push(...linesOf({ stdout: read } as Outcome).filter(isEnd));
    };
    await ask();
    Bun.spawnSync(["pkill", "-9", "-P", String(child.pid)]);
    await ask();
    await ask();
    await child.stdin.end();
    await child.exited;
    expect(ends.map(({ name: told }) => told)).toEqual([name, name, name]);
    expect([ends[0]?.error, ends[2]?.error]).toEqual([undefined, undefined]);
    expect(["crashed", undefined]).toContain(ends[1]?.error);
  });

  test("usage", () => {
    using w = world({ "a.md": "a\n" });
    const fails = (...args: string[]) => w.run("extract", ...args).exitCode;
    expect([
      fails(),
      fails("--json", "a.md"),
      fails("--files-from", "-", "--framed"),
      fails("--files-from", "none"),
    ]).toEqual([2, 2, 2, 2]);
    expect(fails("a.md", "--vectors", "--as", "documents")).toBe(2);
  });

  test("mappings name the fields of the records", () => {
    using w = world({ "a.md": "a\n" });
    const [chunk] = linesOf(w.run("extract", "a.md", "--vectors")).filter(isChunk);
    for (const engine of ["solr", "opensearch", "parquet-arrow"]) {
      const { stdout, exitCode } = w.run("extract", "--mapping", engine);
      expect(exitCode).toBe(0);
      for (const field of Object.keys(chunk ?? {}))
        if (field !== "further_vectors") expect(stdout).toContain(`"${field}"`);
    }
  });

  test("mappings take records with further vectors", () => {
    using w = world({});
    // Solr refuses a record with a field that its schema does not name; Arrow's reader leaves it out.
    expect(w.run("extract", "--mapping", "solr").stdout).toContain('<dynamicField name="*" type="ignored"/>');
    expect(w.run("extract", "--mapping", "parquet-arrow").stdout).toContain('"further_vectors", pa.list_(pa.list_(');
    // It reads no lists of a fixed size from JSON.
    expect(w.run("extract", "--mapping", "parquet-arrow").stdout).not.toMatch(/pa\.list_\(pa\.float32\(\), \d/);
  });
});
