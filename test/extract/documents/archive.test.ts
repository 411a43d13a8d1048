/** Members of archives: what is read, what is named only, and what is refused with which reason. */
import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { Document } from "../../../src/text/document.ts";
import { tarOf } from "../../fixtures/documents/archives.ts";
import { lyingZip } from "../../fixtures/documents/hostile.ts";
import { zipped } from "../../fixtures/documents/zipped.ts";
import { read } from "../read.ts";
import { unitTexts } from "./places.ts";

function reasons(document: Document): Record<string, string> {
  return Object.fromEntries(
    document.units.flatMap(({ label, reason }) => (reason === undefined ? [] : [[label, reason]])),
  );
}

describe("archives", () => {
  test("a compressed text is its one member", async () => {
    for (const [name, member] of [
      ["notes.txt.gz", "notes.txt"],
      ["server.log.gz", "server.log"],
    ] as const) {
      const document = await read(name, gzipSync(Buffer.from("walrus é\n")));
      expect(unitTexts(document, member)).toEqual(["walrus é\n"]);
    }
  });

  test("two streams one behind the other are one text, zeros behind are none", async () => {
    const two = Buffer.concat([gzipSync(Buffer.from("first ")), gzipSync(Buffer.from("second\n")), Buffer.alloc(100)]);
    expect(unitTexts(await read("a.txt.gz", two), "a.txt")).toEqual(["first second\n"]);
  });

  test("names that lead out, links and archives within are named and refused with the reason", async () => {
    const document = await read(
      "a.tar",
      tarOf([
        { name: "good.txt", content: "good words\n" },
        { name: "../up.txt", content: "quiet" },
        { name: "/etc/abs.txt", content: "quiet" },
        { name: "C:\\win.txt", content: "quiet" },
        { name: "link.txt", type: "2" },
        { name: "hard.txt", type: "1", size: 1 << 20 },
        { name: "device", type: "3" },
        { name: "folder/", type: "5" },
        { name: "inner.tar.gz", content: gzipSync(Buffer.from("quiet")) },
      ]),
    );
    expect(unitTexts(document, "good.txt")).toEqual(["good words\n"]);
    expect(document.text).not.toContain("quiet");
    expect(reasons(document)).toEqual({
      "../up.txt": "its name leads out of the archive",
      "/etc/abs.txt": "its name leads out of the archive",
      "C:\\win.txt": "its name leads out of the archive",
      "link.txt": "a link, which is not followed",
      "hard.txt": "a link, which is not followed",
      device: "no regular file",
      "inner.tar.gz": "an archive within an archive is not opened",
    });
  });

  test("a ZIP's names that lead out are refused though they are keys only", async () => {
    const document = await read("a.zip", zipped({ "../up.txt": "quiet", "/abs.txt": "quiet", "a/b.txt": "good\n" }));
    expect(unitTexts(document, "a/b.txt")).toEqual(["good\n"]);
    expect(Object.values(reasons(document))).toEqual([
      "its name leads out of the archive",
      "its name leads out of the archive",
    ]);
    expect(document.text).not.toContain("quiet");
  });

  test("names are UTF-8 where they are, else of code page 437", async () => {
    const zip = Buffer.from(zipped({ "xx.txt": "words\n" }));
    // The library sets no flag for plain names: both copies of the name become bytes of the old page.
    for (let at = zip.indexOf("xx.txt"); at !== -1; at = zip.indexOf("xx.txt", at + 1)) zip.set([0x81, 0x84], at);
    expect(unitTexts(await read("a.zip", zip), "üä.txt")).toEqual(["words\n"]);
    expect(unitTexts(await read("b.zip", zipped({ "é漢.txt": "words\n" })), "é漢.txt")).toEqual(["words\n"]);
  });

  test("long names of tar: GNU's and pax", async () => {
    const long = `${"folder/".repeat(20)}a.txt`;
    const record = ` path=${long}\n`;
    const pax = `${record.length + 3}${record}`;
    for (const first of [
      { name: "././@LongLink", type: "L", content: `${long}\0` },
      { name: "pax", type: "x", content: pax },
    ])
      expect(unitTexts(await read("a.tar", tarOf([first, { name: "cut", content: "words\n" }])), long)).toEqual([
        "words\n",
      ]);
  });

  test("a member that cannot be read costs itself; a bomb is refused", async () => {
    const bomb = await read("a.zip", lyingZip("big.txt", Buffer.alloc(64 << 20, "a"), 64 << 20));
    expect(reasons(bomb)).toEqual({ "big.txt": expect.stringContaining("grows from") });
    const liar = await read("a.zip", lyingZip("big.txt", Buffer.alloc(32 << 20, "a"), 1000));
    expect(reasons(liar)).toEqual({ "big.txt": expect.stringContaining("larger than the 1000 bytes") });
    const mixed = await read(
      "a.zip",
      zipped({ "bad.pdf": "no PDF", "bad.txt": Buffer.from([1, 0, 2]), "good.txt": "good\n" }),
    );
    expect(unitTexts(mixed, "good.txt")).toEqual(["good\n"]);
    expect(Object.keys(reasons(mixed))).toEqual(["bad.pdf", "bad.txt"]);
  });

  test("what is a document by its content is that document, whatever its name", async () => {
    const { zipFixture } = await import("../../fixtures/documents/archives.ts");
    const { epubFixture } = await import("../../fixtures/documents/other.ts");
    expect((await read("a.zip", epubFixture().bytes)).locationKind).toBe("extracted_line");
    expect((await read("a.tar", zipFixture().bytes)).text).toContain("Note words");
  });
});
