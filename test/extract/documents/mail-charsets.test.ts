/** Mail whose character sets are missing, unknown or wrong. */
import { describe, expect, test } from "bun:test";
import { read } from "../read.ts";
import { unitTexts } from "./places.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text, "utf8");
/** "морж" in windows-1251. */
const WALRUS = latin1("\xec\xee\xf0\xe6");

async function mail(headers: string, body: Uint8Array, encodings: readonly string[] = []) {
  const head = `Subject: x\r\n${headers}\r\n\r\n`;
  return await read("a.eml", Buffer.concat([latin1(head), body, latin1("\r\n")]), encodings);
}

describe("texts of mail", () => {
  test.each<[string, string, Uint8Array, string, boolean]>([
    [
      "UTF-8 that calls itself ASCII",
      "Content-Type: text/plain; charset=us-ascii",
      utf8("naïve walrus"),
      "naïve walrus",
      false,
    ],
    [
      "UTF-8 that calls itself Latin-1",
      "Content-Type: text/plain; charset=iso-8859-1",
      utf8("naïve walrus"),
      "naïve walrus",
      false,
    ],
    [
      "UTF-8 in an unknown set",
      "Content-Type: text/plain; charset=x-unknown",
      utf8("naïve walrus"),
      "naïve walrus",
      false,
    ],
    ["Latin-1 without a set", "Content-Type: text/plain", latin1("na\xefve walrus"), "naïve walrus", true],
    ["Latin-1 that calls itself UTF-8", "Content-Type: text/plain; charset=utf-8", latin1("na\xefve"), "naïve", true],
    ["no headers for it at all", "X-A: b", latin1("na\xefve walrus"), "naïve walrus", true],
    ["Cyrillic as it says", "Content-Type: text/plain; charset=windows-1251", WALRUS, "морж", false],
    ["Cyrillic without a set", "Content-Type: text/plain", WALRUS, "морж", true],
    ["an alias", "Content-Type: text/plain; charset=x-sjis", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "日本", false],
    ["another alias", "Content-Type: text/plain; charset=cp936", Buffer.from([0xd6, 0xd0]), "中", false],
    ["escapes", "Content-Type: text/plain; charset=iso-2022-jp", latin1("\x1b$BF|K\\\x1b(B"), "日本", false],
    [
      "a page's own declaration",
      "Content-Type: text/html",
      Buffer.concat([latin1('<meta charset="windows-1251"><p>'), WALRUS]),
      "морж",
      false,
    ],
    [
      "a page's declaration that lies",
      "Content-Type: text/html",
      Buffer.concat([latin1('<meta charset="utf-8"><p>'), WALRUS]),
      "морж",
      true,
    ],
  ])("%s", async (_, headers, body, text, isGuess) => {
    const document = await mail(headers, body);
    const unit = document.units.at(-1);
    expect(document.text.slice(unit?.start, unit?.end)).toBe(`${text}\n`);
    expect(unit?.note).toBe(isGuess ? "unreliable" : undefined);
    if (isGuess) expect(unit?.reason).toContain("was read as");
  });

  test("a configured encoding goes before a guess", async () => {
    const document = await mail("Content-Type: text/plain", WALRUS, ["koi8-r"]);
    expect(unitTexts(document, "text")).toEqual(["ЛНПФ\n"]);
  });

  test("headers of raw bytes are text", async () => {
    const bytes = Buffer.concat([
      latin1("Subject: "),
      WALRUS,
      latin1("\r\nFrom: J\xfcrgen <a@example.com>\r\n\r\nx\r\n"),
    ]);
    const [headers] = unitTexts(await read("a.eml", bytes), "headers");
    expect(headers).toBe("Subject: морж\nFrom: Jürgen <a@example.com>\n");
  });

  test("lines behind base64 stay what they are; a binary attachment is not asked", async () => {
    const encoded = utf8("Überraschung\n").toString("base64");
    const part = (type: string, body: string) => `--b\n${type}\nContent-Transfer-Encoding: base64\n\n${body}\n`;
    const bytes = utf8(
      `Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n${part("Content-Type: text/plain; charset=utf-8", `${encoded}\n\n-- \nfoot er\nfooter`)}${part('Content-Type: text/plain\nContent-Disposition: attachment; filename="a.txt"', utf8("attached").toString("base64"))}--b--\n`,
    );
    const document = await read("a.eml", bytes);
    expect(unitTexts(document, "text")).toEqual(["Überraschung\n\n-- \nfoot er\nfooter\n"]);
    expect(unitTexts(document, "a.txt")).toEqual(["a.txt\nattached\n"]);
  });

  test("attachments are read in their own set, or marked", async () => {
    const bytes = Buffer.concat([
      latin1(
        'Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=windows-1251\nContent-Disposition: attachment; filename="a.txt"\n\n',
      ),
      WALRUS,
      latin1('\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="b.txt"\n\n\x00\xff\n--b--\n'),
    ]);
    const document = await read("a.eml", bytes);
    expect(unitTexts(document, "a.txt")).toEqual(["a.txt\nморж\n"]);
    expect(document.units.at(-1)).toMatchObject({ label: "b.txt", note: "unreliable" });
  });
});
