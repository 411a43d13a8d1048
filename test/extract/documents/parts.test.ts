/** The parts that the document readers share: containers, XML, PDF text, the way between processes. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FileError } from "../../../src/errors.ts";
import { DocumentBuilder, HIDDEN, type UnitMark } from "../../../src/extract/document-builder.ts";
import { decodeDocument, encodeDocument, encodeFailure } from "../../../src/extract/document-bytes.ts";
import { LIMITS } from "../../../src/extract/limits.ts";
import { cleanPage, unreliableReason, wordsOf } from "../../../src/extract/pdf-text.ts";
import { decodeXml, readXml } from "../../../src/extract/xml.ts";
import { ZipArchive } from "../../../src/extract/zip.ts";
import { zipped } from "../../fixtures/documents/zipped.ts";
import { rounds } from "../../rounds.ts";
import { complaints } from "./places.ts";

const SEED = 5;

function codeOf(action: () => unknown): string {
  try {
    action();
    return "no error";
  } catch (error) {
    return error instanceof FileError ? error.code : String(error);
  }
}

describe("zip containers", () => {
  test("give back what was put in, under any kind of name", () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9_é漢 .-]{1,12}$/), {
      minLength: 1,
      maxLength: 8,
      selector: (name) => name.toLowerCase(),
    });
    fc.assert(
      fc.property(names, fc.uint8Array({ maxLength: 2000 }), (list, content) => {
        const parts = Object.fromEntries(list.map((name, i) => [name, content.slice(0, i * 300)]));
        const zip = new ZipArchive(zipped(parts));
        expect([...zip.names].sort()).toEqual([...list].sort());
        for (const [name, part] of Object.entries(parts))
          expect(Buffer.compare(zip.read(name) ?? new Uint8Array(1), part)).toBe(0);
      }),
      { seed: SEED, numRuns: rounds(30) },
    );
  });

  test("are found behind bytes put in front, and with a comment behind", () => {
    const bytes = Buffer.from(zipped({ a: "words" }));
    const commented = Buffer.concat([bytes, Buffer.from("comment")]);
    commented.writeUInt16LE(7, bytes.length - 2);
    for (const variant of [Buffer.concat([Buffer.from("stub of a program"), bytes]), commented])
      expect(Buffer.from(new ZipArchive(variant).read("a") ?? []).toString()).toBe("words");
  });

  test("compare part names without case and with either slash", () => {
    const zip = new ZipArchive(zipped({ "Word\\Document.xml": "x", "/abs/part": "y" }));
    expect(zip.has("word/document.xml")).toBe(true);
    expect(zip.has("abs/part")).toBe(true);
    expect(zip.has("missing")).toBe(false);
    expect(zip.read("missing")).toBeNull();
  });

  test("do not accept a part that differs from its checksum", () => {
    const bytes = Buffer.from(zipped({}, { a: "words that matter" }));
    const at = bytes.indexOf("words");
    bytes[at] = 0x57;
    expect(codeOf(() => new ZipArchive(bytes).read("a"))).toBe("corrupt");
  });

  test("refuse encrypted parts and unknown packing", () => {
    for (const [offset, value, code] of [
      [8, 1, "encrypted"],
      [10, 12, "corrupt"],
    ] as const) {
      const bytes = Buffer.from(zipped({ a: "words" }));
      const entry = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
      bytes.writeUInt16LE(value, entry + offset);
      expect(codeOf(() => new ZipArchive(bytes).read("a"))).toBe(code);
    }
  });
});

describe("XML parts", () => {
  const text = (xml: string | Uint8Array, doctype: "refuse" | "plain" = "refuse") => {
    const found: string[] = [];
    const handler = { open: () => {}, close: () => {}, text: (piece: string) => void found.push(piece) };
    readXml(typeof xml === "string" ? Buffer.from(xml) : xml, "part", doctype, handler);
    return found.join("");
  };

  test("are decoded by mark, then declaration, then as UTF-8", () => {
    expect(text(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<a>é漢</a>", "utf16le")]))).toBe("é漢");
    expect(text(Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>\xcf</a>', "latin1"))).toBe("П");
    expect(text("\ufeff<a>é</a>")).toBe("é");
    expect(codeOf(() => decodeXml(Buffer.from("<a>\xe9</a>", "latin1"), "part"))).toBe("corrupt");
  });

  test("know five entities, references by number, and no other", () => {
    expect(text("<a>&lt;&amp;&gt;&quot;&apos;&#65;&#x6f22;</a>")).toBe("<&>\"'A漢");
    expect(codeOf(() => text("<a>&nbsp;</a>"))).toBe("corrupt");
  });

  test("may not declare a document type, or only a plain one", () => {
    expect(codeOf(() => text("<!DOCTYPE a><a/>"))).toBe("xml_doctype");
    expect(text('<!DOCTYPE a PUBLIC "x" "http://example.com/x.dtd"><a>b</a>', "plain")).toBe("b");
    expect(codeOf(() => text('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "plain"))).toBe("xml_doctype");
  });

  test("have a depth", () => {
    expect(text("<a>".repeat(LIMITS.xmlDepth) + "</a>".repeat(LIMITS.xmlDepth))).toBe("");
    expect(codeOf(() => text("<a>".repeat(LIMITS.xmlDepth + 1)))).toBe("too_deep");
  });

  test("are read the same wherever their pieces end", () => {
    const long = `<a>${"漢𝒳 &amp; ".repeat(20_000)}</a>`;
    expect(text(long)).toBe("漢𝒳 & ".repeat(20_000));
  });
});

describe("PDF text", () => {
  const clean = (page: string, others: readonly string[] = []) => cleanPage(page, wordsOf([page, ...others]));

  test("joins words broken at a line end, and the line ends behind them (phiresky/ripgrep-all#44)", () => {
    expect(clean("all docu\ufffementation, and\r\nmore")).toBe("all documentation,\nand\nmore");
    expect(clean("a well-known docu\ufffementation")).toBe("a well-known documentation");
    expect(clean("docu\ufffementation\r\nnext line")).toBe("documentation\nnext line");
  });

  test("keeps the hyphen of a compound: by how the document writes it, then by its parts", () => {
    expect(clean("a well\ufffeknown fact")).toBe("a well-known\nfact");
    expect(clean("a well\ufffeknown fact", ["It is wellknown."])).toBe("a wellknown\nfact");
    expect(clean("a north\ufffesouth line")).toBe("a northsouth\nline");
    expect(clean("a north\ufffesouth line", ["North-South it is."])).toBe("a north-south\nline");
    expect(clean("a north\ufffesouth line", ["south of the north"])).toBe("a north-south\nline");
    expect(clean("by e\ufffemail, x\ufffeaxis")).toBe("by e-mail,\nx-axis");
    expect(clean("COVID\ufffe19 in Rhein\ufffeMain and 2019-\r\n2020, then")).toBe(
      "COVID-19\nin Rhein-Main\nand 2019-2020,\nthen",
    );
  });

  test("gives letters in private places back", () => {
    expect(clean("\uf041\uf06e\uf074 and \uf731\uf739 \uf761\uf762")).toBe("Ant and 19 AB");
    expect(clean("\uf0b7 item")).toBe("\uf0b7 item");
  });

  test("drops soft hyphens, direction controls and single blanks between Han and Kana", () => {
    expect(clean("op\u00adtional \u202eright\u202c")).toBe("optional right");
    expect(clean("全 世 界 无 产 者")).toBe("全世界无产者");
    expect(clean("カ タ カ ナ, Latin words stay")).toBe("カタカナ, Latin words stay");
    expect(clean("漢字 Latin 漢字")).toBe("漢字 Latin 漢字");
  });

  test("mistrusts a page with more than a tenth of control or private-use characters", () => {
    expect(unreliableReason("plain words", 0)).toBeNull();
    expect(unreliableReason("", 0)).toBeNull();
    expect(unreliableReason(`${"a".repeat(90)}${"\ue000".repeat(9)}`, 2)).toBeNull();
    expect(unreliableReason(`${"a".repeat(80)}${"\ue000".repeat(10)}\u0003`, 0)).toContain("no usable table");
    expect(unreliableReason("a".repeat(80), 3)).toContain("3 characters");
    expect(unreliableReason("a".repeat(3000), 8)).toBeNull();
  });
});

describe("a Document on its way between processes", () => {
  const word = fc.string({ unit: "grapheme", maxLength: 12 });

  test("arrives as it left", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            word,
            fc.array(word, { maxLength: 5 }),
            fc.constantFrom<(UnitMark | undefined)[]>(undefined, HIDDEN, { note: "unreliable", reason: "a font" }),
          ),
          { maxLength: 6 },
        ),
        (units) => {
          const builder = new DocumentBuilder("sheet_row", "given");
          let row = 0;
          for (const [label, lines, note] of units) {
            builder.openUnit("sheet", label, note);
            for (const line of lines) {
              if (line.length % 3 === 0) builder.heading(line, 2);
              builder.cells([line, "x"], [row % 7, 9], ++row);
            }
          }
          const document = builder.build("text");
          expect(complaints(document)).toEqual([]);
          expect(decodeDocument(encodeDocument(document))).toEqual(document);
        },
      ),
      { seed: SEED, numRuns: rounds(100) },
    );
  });

  test("an error arrives as the error it was", () => {
    expect(() => decodeDocument(encodeFailure(new FileError("no_text", "looks scanned")))).toThrow(
      expect.objectContaining({ code: "no_text", message: "looks scanned" }),
    );
  });

  test("damaged bytes are an error, never a broken Document", () => {
    const builder = new DocumentBuilder("page_text_line", "unit");
    builder.openUnit("page", "1");
    builder.heading("words", 1);
    builder.line("words of a page");
    const bytes = encodeDocument(builder.build());
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, by, cut) => {
        const damaged = cut ? bytes.slice(0, at) : bytes.slice();
        if (!cut) damaged[at] = ((damaged[at] ?? 0) + by) & 0xff;
        try {
          decodeDocument(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(FileError);
        }
      }),
      { seed: SEED, numRuns: rounds(300) },
    );
  });
});

describe("the builder", () => {
  test("stops at the caps", () => {
    const builder = new DocumentBuilder("page_text_line", "unit");
    expect(codeOf(() => builder.line("x".repeat(LIMITS.chars + 1)))).toBe("too_many_chars");
    const pages = new DocumentBuilder("page_text_line", "unit");
    expect(
      codeOf(() => {
        for (let i = 0; i <= LIMITS.units; i++) pages.openUnit("page", String(i + 1));
      }),
    ).toBe("too_many_pages");
  });

  test("lets no control character, NUL, lone surrogate or foreign line end through", () => {
    const builder = new DocumentBuilder("extracted_line", "document");
    builder.line("a\0b\u0007c\r\nd\re\ud800f\vg\ufffe");
    expect(builder.build().text).toBe("abc\nd\ne\ufffdf\ng\n");
    expect(builder.build().lines.numbers).toEqual(Uint32Array.of(1, 2, 3, 4));
  });
});
