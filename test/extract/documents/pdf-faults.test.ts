/** What PDFium leaves undone: names of glyphs, glyphs printed twice, rows, appearances, and where a file ends. */
import { describe, expect, test } from "bun:test";
import { FileError } from "../../../src/errors.ts";
import { glyphText } from "../../../src/extract/pdf-glyph-names.ts";
import type { Unit } from "../../../src/text/document.ts";
import { appearance, onePage, placed } from "../../fixtures/documents/pdf.ts";
import { read } from "../read.ts";

async function textOf(bytes: Uint8Array): Promise<string> {
  return (await read("a.pdf", bytes)).text;
}

describe("where a PDF ends", () => {
  const whole = Buffer.from(onePage(placed([72, 700, "Walrus line"])));
  const mark = whole.lastIndexOf("%%EOF");

  test.each<[string, Uint8Array]>([
    ["no end mark", whole.subarray(0, mark)],
    ["a cut end mark", whole.subarray(0, mark + 2)],
    ["a page of another server behind", Buffer.concat([whole, Buffer.from("<!-- tail -->\n".repeat(400))])],
    ["zeros behind", Buffer.concat([whole, Buffer.alloc(5000)])],
    ["blanks and line ends behind", Buffer.concat([whole, Buffer.from(" \r\n".repeat(2000))])],
    ["a banner in front", Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), whole])],
  ])("%s: read", async (_, bytes) => {
    expect(await textOf(bytes)).toBe("Walrus line\n");
  });

  test.each<[string, Uint8Array]>([
    ["within its table of objects", whole.subarray(0, whole.lastIndexOf("trailer") - 30)],
    ["within an object", whole.subarray(0, whole.indexOf("endstream"))],
    ["within a later revision", Buffer.concat([whole, Buffer.from("9 0 obj\n<< /Type /Pag")])],
  ])("cut %s: refused", async (_, bytes) => {
    const error = await textOf(bytes).catch((cause: unknown) => cause);
    expect(error instanceof FileError ? error.code : error).toBe("truncated");
  });
});

describe("glyphs without a character", () => {
  test.each<[string, string | null]>([
    ["f_f_i", "ffi"],
    ["T_h", "Th"],
    ["a.sc", "a"],
    ["f_i.liga", "fi"],
    ["eacute", "é"],
    ["uni00660069", "fi"],
    ["u1F600", "\u{1f600}"],
    ["uniD800", null],
    ["g123", null],
    [".notdef", null],
    ["f_g123", null],
  ])("%s says %p", (name, text) => {
    expect(glyphText(name)).toBe(text);
  });

  const spelled = (differences: string) => `<< /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >>`;

  test("are the letters of their names", async () => {
    const content = "BT /F1 12 Tf 72 700 Td (The \\001sh o\\002ce \\003e \\310 walrus) Tj ET";
    const document = await read("a.pdf", onePage(content, { font: spelled("1 /f_i /f_f_i.liga /T_h 200 /c_t") }));
    expect(document.text).toBe("The fish office The ct walrus\n");
    expect(document.units[0]?.note).toBeUndefined();
  });

  test("make a page unreliable where their names say nothing", async () => {
    const content = "BT /F1 12 Tf 72 700 Td (The \\001\\002\\003\\004 walrus) Tj ET";
    const [unit] = (await read("a.pdf", onePage(content, { font: spelled("1 /g1 /g2 /g3 /g4") }))).units;
    expect(unit).toMatchObject({ note: "unreliable", reason: "4 characters are in no table of their font" } as Unit);
  });
});

test("glyphs printed twice for boldness are one, doubled letters stay two", async () => {
  const bold = [..."Bill"].flatMap((letter, i): [number, number, string][] => {
    const x = 72 + ([0, 8, 10.7, 13.4][i] ?? 0);
    return [0, 0.9].map((shift) => [x + shift, 700, letter]);
  });
  expect(await textOf(onePage(placed(...bold, [72, 680, "full of balloons: 1100 iiii"])))).toBe(
    "Bill\nfull of balloons: 1100 iiii\n",
  );
});

test("the cells of a table row stand on one line", async () => {
  const rows = ["Ant|3|1.50", "Bee|12|20.00", "C|1|9"].flatMap((row, r) =>
    row.split("|").map((cell, c): [number, number, string] => [72 + 120 * c, 700 - 14 * r, cell]),
  );
  expect(await textOf(onePage(placed(...rows)))).toBe("Ant 3 1.50\nBee 12 20.00\nC 1 9\n");
});

describe("appearances of annotations", () => {
  const annotation = (keys: string) => `<< /Type /Annot /Rect [72 600 300 620] /F 4 /AP << /N 6 0 R >> ${keys} >>`;
  const page = (keys: string, drawn: string) =>
    onePage(placed([72, 700, "Label"]), {
      page: "/Annots [7 0 R]",
      catalog: "/AcroForm << /Fields [7 0 R] >>",
      others: [appearance(drawn), annotation(keys)],
    });

  test.each<[string, string, string, string]>([
    ["a stamp", "/Subtype /Stamp", "Stamped walrus", "Label\nStamped walrus\n"],
    ["a button's caption", "/Subtype /Widget /FT /Btn /Ff 65536 /T (b)", "Send now", "Label\nSend now\n"],
    ["what its contents say is said once", "/Subtype /FreeText /Contents (Sent on)", "Sent  on", "Label\nSent on\n"],
    ["contents and another text", "/Subtype /Stamp /Contents (by Ada)", "APPROVED", "Label\nby Ada\nAPPROVED\n"],
    ["a password", "/Subtype /Widget /FT /Tx /Ff 8192 /T (p) /V (secret)", "secret", "Label\n"],
    ["a hidden one", "/Subtype /Stamp /F 2", "Unseen", "Label\n"],
  ])("%s", async (_, keys, drawn, text) => {
    const bytes = page(keys, drawn);
    expect(
      await textOf(
        keys.includes("/F 2")
          ? Buffer.from(Buffer.from(bytes).toString("latin1").replace("/F 4 ", "/F 2 "), "latin1")
          : bytes,
      ),
    ).toBe(text);
  });
});
