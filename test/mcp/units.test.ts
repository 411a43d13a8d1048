/** The server's parts as functions of data. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { QsearchError } from "../../src/errors.ts";
import { readArguments } from "../../src/mcp/arguments.ts";
import { ClientRoots, resolveDirectory } from "../../src/mcp/client-roots.ts";
import { pathOfUri, uriOfPath } from "../../src/mcp/file-uri.ts";
import { LineReader } from "../../src/mcp/line-reader.ts";
import { type ProgressNote, progressNotes } from "../../src/mcp/progress.ts";
import { errorReply, goodReply, MAX_REPLY_CHARACTERS } from "../../src/mcp/reply.ts";
import { inputSchema } from "../../src/mcp/schema.ts";
import { Semaphore } from "../../src/mcp/semaphore.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";

const SEED = 6;

describe("arguments", () => {
  const schema = z.strictObject({
    keywords: z.array(z.string().max(5)).max(3).optional(),
    max_files: z.int().min(1).max(9).default(4),
    mode: z.enum(["word", "substring"]).default("word"),
    path: z.string().min(1),
    flag: z.boolean().optional(),
    languages: z.array(z.string()).optional(),
    limit: z.int().optional(),
    directory: z.string().optional(),
    start_line: z.int().optional(),
    end_line: z.int().optional(),
  });
  const json = inputSchema(schema);
  const read = (given: Record<string, unknown>) => readArguments(schema, json, given);

  test("null counts as absent", () => {
    expect(read({ path: "p", keywords: null, max_files: null, mode: null })).toEqual({
      path: "p",
      max_files: 4,
      mode: "word",
    });
  });

  test("a value of the published type stays as it is", () => {
    const given = { path: "a", keywords: ["[x]", "5"], max_files: 3, mode: "substring" as const };
    expect(read(given)).toEqual(given);
  });

  test.each([
    [{ keywords: "snow" }, { keywords: ["snow"] }],
    [{ keywords: '["snow","melt"]' }, { keywords: ["snow", "melt"] }],
    [{ keywords: ' ["snow", null, ""] ' }, { keywords: ["snow"] }],
    [{ keywords: "[[w" }, { keywords: ["[[w"] }],
    [{ keywords: "[t.x]" }, { keywords: ["[t.x]"] }],
    [{ keywords: ['["a"]'] }, { keywords: ['["a"]'] }],
    [{ keywords: "a,b" }, { keywords: ["a,b"] }],
    [{ keywords: 5 }, { keywords: ["5"] }],
    [{ keywords: ["a", null, ""] }, { keywords: ["a"] }],
    [{ keywords: [""] }, {}],
    [{ max_files: "3" }, { max_files: 3 }],
    [{ max_files: " 3.0 " }, { max_files: 3 }],
    [{ max_files: "null" }, {}],
    [{ max_files: "" }, {}],
    [{ mode: "None" }, {}],
    [{ maxFiles: 3 }, { max_files: 3 }],
    [{ "--max-files": "3" }, { max_files: 3 }],
    [{ flag: "true" }, { flag: true }],
    [{ flag: "False" }, { flag: false }],
    [{ languages: "go, ts" }, { languages: ["go", "ts"] }],
    [{ languages: '["go"]' }, { languages: ["go"] }],
    [{ top_k: 3 }, { limit: 3 }],
    [{ k: "3" }, { limit: 3 }],
    [{ "-k": 3, limit: 3 }, { limit: 3 }],
    [{ workspace: "/w" }, { directory: "/w" }],
    [{ workspace: "file:///a%20b" }, { directory: "/a b" }],
    [{ path: "/nowhere/a.md:3:10" }, { path: "/nowhere/a.md", start_line: 3, end_line: 3 }],
    [{ path: "/nowhere/a.md#L3-L5" }, { path: "/nowhere/a.md", start_line: 3, end_line: 5 }],
    [{ path: "file:///a%20b.md#L3-L5" }, { path: "/a b.md", start_line: 3, end_line: 5 }],
    [{ path: "/nowhere/a.md:3" }, { path: "/nowhere/a.md", start_line: 3, end_line: 3 }],
    [
      { path: "/nowhere/a.md:3-5", start_line: 3 },
      { path: "/nowhere/a.md", start_line: 3, end_line: 5 },
    ],
    [{ path: "/nowhere/a.md:5-3" }, { path: "/nowhere/a.md:5-3" }],
    [{ path: 5 }, { path: "5" }],
  ])("%j means %j", (given, meant) => {
    const path = { path: "p" };
    expect(read({ ...path, ...given })).toEqual({ ...path, max_files: 4, mode: "word", ...meant });
  });

  test("a file whose name ends like a place is that file", () => {
    using w = world({ "notes:3": "x" });
    expect(read({ path: w.path("notes:3") })).toMatchObject({ path: w.path("notes:3") });
    expect(read({ path: w.path("notes:4") })).toMatchObject({ path: w.path("notes"), start_line: 4 });
  });

  test.each([
    [{ path: "p", max_file: 3 }, 'unknown argument "max_file"', "Did you mean max_files?"],
    [{ path: "p", folder: "src" }, 'unknown argument "folder"', "Did you mean directory or path?"],
    [{ path: "p", query: "x" }, 'unknown argument "query"', "Did you mean keywords?"],
    [{ path: "p", maxResults: 3 }, 'unknown argument "maxResults"', "Did you mean limit or max_files?"],
    [{ path: "p", max_files: 10 }, "max_files must be a whole number from 1 to 9", "It is 10."],
    [{ path: "p", max_files: "1e3" }, "max_files must be a whole number from 1 to 9", 'It is "1e3".'],
    [{ path: "p", max_files: "5x" }, "max_files must be a whole number from 1 to 9", 'It is "5x".'],
    [{ path: "p", max_files: true }, "max_files must be a whole number from 1 to 9", "It is true."],
    [
      { path: "p", max_files: Number.POSITIVE_INFINITY },
      "max_files must be a whole number from 1 to 9",
      "It is Infinity.",
    ],
    [{ path: "p", mode: "wrd" }, "mode must be one of word, substring", "Did you mean word?"],
    [{ path: "p", flag: "yes" }, "flag must be true or false", 'It is "yes".'],
    [{ path: "p", flag: 1 }, "flag must be true or false", "It is 1."],
    [
      { path: "p", keywords: [1.5] },
      "keywords must be a list of at most 3 strings of at most 5 characters",
      "It is a list of 1.",
    ],
    [{ path: "p", keywords: { a: 1 } }, "keywords must be a list", "It is an object."],
    [{ path: "p", keywords: "['a']" }, "keywords is a list in a string", "Give a list"],
    [{ path: "p", keywords: "[[1]]" }, "keywords is a list in a string", "give a list that holds it"],
    [{ path: "p", keywords: '["a",true]' }, "keywords is a list in a string", "Give a list"],
    [{ path: "p", k: 3, limit: 4 }, "k and limit are the same argument", "Give one of them."],
    [{ path: "file://server/x" }, "the URI names no file of this machine", ""],
    [{ path: "/nowhere/a:3", end_line: 5 }, "path names lines 3 to 3", "Give one of them."],
    [{}, "path is missing: it must be a string that is not empty", ""],
    [{ path: "" }, "path is missing: it must be a string that is not empty", ""],
    [JSON.parse('{"path":"p","__proto__":{"x":1}}'), 'unknown argument "__proto__"', ""],
    [{ path: "p", constructor: 1 }, 'unknown argument "constructor"', ""],
  ])("%j is refused by name", (given, message, hint) => {
    let thrown: unknown;
    try {
      read(given as Record<string, unknown>);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(QsearchError);
    const { code, message: said, hint: way } = thrown as QsearchError;
    expect([code, said]).toEqual(["usage", expect.stringContaining(message)]);
    expect(way).toContain(hint);
  });
});

describe("file URIs", () => {
  test("every byte comes back", () => {
    const byte = fc.integer({ min: 1, max: 255 }).filter((value) => value !== 47);
    const name = fc.array(byte, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, (bytes) => {
        // "x" in front: "." and ".." are resolved by the URI parser itself.
        const uri = `file:///x${bytes.map((value) => `%${value.toString(16).padStart(2, "0")}`).join("")}`;
        const path = pathOfUri(uri) ?? "";
        expect(path).not.toBe("");
        expect(pathOfUri(uriOfPath(path))).toBe(path);
      }),
      { seed: SEED, numRuns: rounds(200) },
    );
  });

  test.each([
    ["file:///home/a%20b/%E2%82%AC", "/home/a b/€"],
    ["file:///home/ä", "/home/ä"],
    ["file://localhost/x", "/x"],
    ["file://server/x", null],
    ["https://example.invalid/x", null],
    ["no uri", null],
    ["file:///a%00b", null],
  ])("%s", (uri, path) => {
    expect(pathOfUri(uri)).toBe(path);
  });
});

describe("lines", () => {
  test("however the bytes are cut", () => {
    const text = 'first\r\n{"a":"ü€😀"}\n\n  \nlast without break';
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
        const reader = new LineReader(1000);
        const borders = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const lines = borders.flatMap((end, i) => [...reader.push(bytes.subarray(borders[i - 1] ?? 0, end))]);
        expect(lines).toEqual(["first", '{"a":"ü€😀"}', "", "  "]);
      }),
      { seed: SEED, numRuns: rounds(100) },
    );
  });

  test("a line that is too long is dropped, and the next one is read", () => {
    const reader = new LineReader(4);
    const lines = [..."12345678\nabcd\nabcde\nx\n"].flatMap((char) => [...reader.push(Buffer.from(char))]);
    expect(lines).toEqual([null, "abcd", null, "x"]);
  });
});

describe("progress", () => {
  const update = (phase: string, files: number, totalFiles: number | null) => ({
    phase,
    files,
    totalFiles,
    bytes: 0,
    totalBytes: null,
  });

  test("rises over all phases, with a total where one is known", () => {
    const notes: ProgressNote[] = [];
    let time = 0;
    const sink = progressNotes(
      (note) => notes.push(note),
      new AbortController().signal,
      () => time,
    );
    for (const [phase, files, total] of [
      ["listing", 10, null],
      ["listing", 30, null],
      ["searching", 0, 30],
      ["searching", 20, 30],
    ] as const) {
      sink.update(update(phase, files, total));
      time += 200;
    }
    expect(notes).toEqual([
      { progress: 10, message: "listing: 10 files" },
      { progress: 30, message: "listing: 30 files" },
      { progress: 50, total: 60, message: "searching: 20 of 30 files" },
    ]);
  });

  test("ten a second at most, none once cancelled", () => {
    const notes: ProgressNote[] = [];
    const controller = new AbortController();
    let time = 0;
    const sink = progressNotes(
      (note) => notes.push(note),
      controller.signal,
      () => time,
    );
    for (let files = 0; files < 1000; files++, time++) sink.update(update("searching", files, 1000));
    expect(notes.length).toBe(10);
    controller.abort();
    time += 1000;
    sink.update(update("searching", 1000, 1000));
    expect(notes.length).toBe(10);
  });
});

describe("turns", () => {
  test("so many at once, in order", async () => {
    const turns = new Semaphore(2);
    const { signal } = new AbortController();
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const call = (n: number) =>
      turns.take(signal, async () => {
        most = Math.max(most, ++running);
        order.push(n);
        await Bun.sleep(1);
        running--;
      });
    await Promise.all([0, 1, 2, 3, 4, 5].map(call));
    expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
  });

  test("one who was cancelled while waiting takes no turn", async () => {
    const turns = new Semaphore(1);
    const gate = Promise.withResolvers<void>();
    const first = turns.take(new AbortController().signal, () => gate.promise);
    const controller = new AbortController();
    const second = turns.take(controller.signal, () => Promise.reject(new Error("it ran")));
    controller.abort();
    expect(second).rejects.toThrow("cancelled");
    gate.resolve();
    await first;
    expect(await turns.take(new AbortController().signal, () => Promise.resolve(3))).toBe(3);
  });

  test("a failure passes the turn on", async () => {
    const turns = new Semaphore(1);
    const { signal } = new AbortController();
    expect(turns.take(signal, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.take(signal, () => Promise.resolve(1))).toBe(1);
  });
});

describe("replies", () => {
  const passage = (i: number) => ({ path: `/r/f${i}.ts`, name: `f${i}.ts`, lines: [1, i + 1] as const });

  test("the text is the structure, links follow (anthropics/claude-code#64316, #86032)", () => {
    const reply = goodReply({ structure: { a: [1, "x"] }, passages: [passage(4)] }, true);
    expect(JSON.parse(reply.content[0]?.type === "text" ? reply.content[0].text : "")).toEqual(reply.structuredContent);
    expect(reply.content[1]).toEqual({ type: "resource_link", uri: "file:///r/f4.ts#L1-L5", name: "f4.ts:1-5" });
    expect(goodReply({ structure: { a: 1 }, passages: [passage(4)] }, false).content.length).toBe(1);
  });

  test("links take only the room that the text leaves", () => {
    const structure = { text: "x".repeat(MAX_REPLY_CHARACTERS - 300) };
    const { content } = goodReply({ structure, passages: Array.from({ length: 20 }, (_, i) => passage(i)) }, true);
    const [text, ...links] = content;
    const size = (text?.type === "text" ? text.text.length : 0) + JSON.stringify(links).length;
    expect(links.length).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(MAX_REPLY_CHARACTERS);
  });

  test("half characters become U+FFFD, which strict parsers take", () => {
    const { content, structuredContent } = goodReply(
      {
        structure: { path: "a\udcff", deep: [{ "k\ud800": "b\ud800c" }] },
        passages: [{ path: "/a\udcff", name: "a\udcff", lines: null }],
      },
      true,
    );
    expect(structuredContent).toEqual({ path: "a\ufffd", deep: [{ "k\ufffd": "b\ufffdc" }] });
    expect(content[1]).toEqual({ type: "resource_link", uri: "file:///a%FF", name: "a\ufffd" });
    expect(JSON.stringify(content)).not.toMatch(/\\ud[89a-f]/i);
  });

  test("an error tells everything in its text (anthropics/claude-code#79944)", () => {
    const { content, isError, structuredContent } = errorReply(new QsearchError("not_found", "no folder", "Give one."));
    expect([content, isError, structuredContent]).toEqual([
      [{ type: "text", text: "not_found: no folder\nGive one." }],
      true,
      undefined,
    ]);
    const long = errorReply(new QsearchError("usage", "x".repeat(1e6))).content[0];
    expect(long?.type === "text" ? long.text.length : 0).toBeLessThan(5000);
  });
});

describe("directory", () => {
  const { signal } = new AbortController();
  const resolve = (given: string | undefined, roots: ClientRoots, ...uris: string[]) =>
    resolveDirectory(given, {
      cwd: "/work/here",
      env: { HOME: "/home/u" },
      roots,
      list: () => Promise.resolve(uris),
      signal,
    });
  const has = () => new ClientRoots(true, true);
  const none = () => new ClientRoots(false, false);

  test.each([
    ["absolute", "/a/b", none(), [], "/a/b"],
    ["home", "~/code", none(), [], "/home/u/code"],
    ["left out, no roots", undefined, none(), [], "/work/here"],
    ["left out, one root", undefined, has(), ["file:///no/such"], "/no/such"],
    ["left out, several", undefined, has(), ["file:///no/a", "file:///no/b"], "/work/here"],
    ["relative, one root", "src/x", has(), ["file:///no/such"], "/no/such/src/x"],
    ["dot, one root", ".", has(), ["file:///no/such"], "/no/such"],
    ["the same root twice", "x", has(), ["file:///no/such", "file:///no/such"], "/no/such/x"],
    ["roots of other kinds do not count", "x", has(), ["file:///no/such", "https://example.invalid/"], "/no/such/x"],
  ])("%s", async (_, given, roots, uris, expected) => {
    expect(await resolve(given, roots, ...uris)).toBe(expected);
  });

  test.each([
    ["without roots", none(), [], "this client has no roots"],
    ["with several roots", has(), ["file:///no/a", "file:///no/b"], "this client has 2 roots"],
  ])("a relative one %s is an error that asks for an absolute path", (_, roots, uris, why) => {
    expect(resolve("src", roots, ...uris)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(why),
      hint: expect.stringContaining("absolute path"),
    });
  });

  test("asked once, and again after a change; each time where no change is announced", async () => {
    let asked = 0;
    const list = () => Promise.resolve([`file:///no/${++asked}`]);
    const announced = new ClientRoots(true, true);
    expect(await announced.folders(list, signal)).toEqual(["/no/1"]);
    expect(await announced.folders(list, signal)).toEqual(["/no/1"]);
    announced.changed();
    expect(await announced.folders(list, signal)).toEqual(["/no/2"]);
    const silent = new ClientRoots(true, false);
    expect(await silent.folders(list, signal)).toEqual(["/no/3"]);
    expect(await silent.folders(list, signal)).toEqual(["/no/4"]);
  });

  test("a client that does not tell its roots has none", async () => {
    const broken = () => Promise.reject(new Error("timed out"));
    expect(await has().folders(broken, signal)).toEqual([]);
  });
});
