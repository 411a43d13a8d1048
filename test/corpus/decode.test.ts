import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeAs, decodeBytes, decodeText, encodingName } from "../../src/corpus/decode.ts";
import { FileError } from "../../src/errors.ts";
import { rounds } from "../rounds.ts";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const utf16 = (text: string, bigEndian: boolean) => {
  const encoded = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(bigEndian ? encoded.swap16() : encoded);
};

function failure(run: () => unknown): string {
  try {
    return `no failure: ${JSON.stringify(run())}`;
  } catch (error) {
    return error instanceof FileError ? error.code : `other: ${error}`;
  }
}

describe("text that is read", () => {
  test.each([
    ["ASCII", "61 62", [], "ab", "utf-8"],
    ["nothing", "", [], "", "utf-8"],
    ["UTF-8", "c3a9 e4b8ad f09f9098", [], "é中🐘", "utf-8"],
    ["UTF-8 with a mark", "efbbbf 61", [], "a", "utf-8"],
    ["a second mark is text", "efbbbf efbbbf 61", [], "\ufeffa", "utf-8"],
    ["U+FFFD that the source holds", "efbfbd", [], "\ufffd", "utf-8"],
    ["GB18030 when configured", "d6d0 cec4", ["gb18030"], "中文", "gb18030"],
    ["the first encoding that fits", "82a0 82a2", ["utf-8", "euc-jp", "shift_jis"], "あい", "shift_jis"],
    ["four bytes of GB18030", "9439cb38", ["gb18030"], "🐘", "gb18030"],
    ["UTF-8 is tried before the configured ones", "c3a9", ["windows-1252"], "é", "utf-8"],
    ["windows-1252", "e9 20 80", ["windows-1252"], "é €", "windows-1252"],
    ["NEL in ISO 8859", "41 85", ["iso-8859-2"], "A\x85", "iso-8859-2"],
    ["UTF-16 without a mark, when configured", "6100 6200", ["utf-16le"], "ab", "utf-16le"],
  ])("%s", (_, hex, encodings, text, encoding) => {
    expect(decodeBytes(bytes(hex), encodings)).toEqual({ text, encoding });
  });

  test("UTF-16 with a mark, both ends", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((text) => !text.includes("\0")),
        fc.boolean(),
        (text, big) => {
          expect(decodeBytes(utf16(text, big), []).text).toBe(text);
        },
      ),
      { seed: 20261130 },
    );
  });

  test("line ends", () => {
    expect(decodeText(Buffer.from("a\r\nb\rc\nd\r\r\ne"), [])).toBe("a\nb\nc\nd\n\ne");
    expect(decodeBytes(Buffer.from("a\r\nb"), []).text).toBe("a\r\nb");
  });

  test("a view into a larger buffer", () => {
    expect(decodeText(Buffer.from("xxéyy").subarray(2, 4), [])).toBe("é");
  });
});

describe("bytes that are an error of their file", () => {
  test.each([
    // ripgrep#1227, #1129: a NUL must not end the text in silence.
    ["NUL in ASCII", "616c706861 0a 00 0a 62657461", [], "binary"],
    ["NUL in UTF-8 with a mark", "efbbbf 61 00", [], "binary"],
    ["NUL and other bytes", "ff 00", ["gb18030", "windows-1252"], "binary"],
    ["NUL and other bytes, many", `ff ${"61".repeat(2000)} 00`, ["windows-1252"], "binary"],
    ["NUL in ASCII, many", `${"61".repeat(2000)} 00`, [], "binary"],
    ["NUL character in UTF-16", "fffe 6100 0000", [], "binary"],
    ["UTF-16 without a mark", "6100 6200", [], "binary"],
    ["NUL character in configured UTF-16", "6100 0000", ["utf-16le"], "binary"],
    ["UTF-32, little end", "fffe0000 61000000", [], "encoding"],
    ["UTF-32, big end", "0000feff 00000061", ["utf-16be"], "encoding"],
    // ggreer/the_silver_searcher#1014, Octop#879: GBK is not UTF-8 with holes.
    ["GBK, nothing configured", "d6d0 cec4", [], "encoding"],
    ["UTF-8 cut in a character", "61 e4b8", [], "encoding"],
    ["overlong UTF-8", "c0af", [], "encoding"],
    ["a surrogate in UTF-8", "eda080", [], "encoding"],
    ["UTF-8 behind a mark and then not", "efbbbf d6d0", [], "encoding"],
    ["a lone high surrogate in UTF-16", "fffe 00d8", [], "encoding"],
    ["a lone low surrogate in UTF-16", "feff dc00 0041", [], "encoding"],
    ["half a unit of UTF-16", "fffe 6100 62", [], "encoding"],
    ["GB18030 cut in a character", "d6d0 ce", ["gb18030"], "encoding"],
    ["0xff is in no GB18030", "61 ff", ["gb18030"], "encoding"],
    ["U+FFFD spelt in GB18030", "8431a437", ["gb18030"], "encoding"],
    ["a byte windows-1252 does not define", "61 81 62", ["windows-1252"], "encoding"],
    ["a high byte in ISO-2022-JP", "41 80", ["iso-2022-jp"], "encoding"],
    ["no such encoding", "ff", ["klingon"], "encoding"],
  ])("%s", (_, hex, encodings, code) => {
    expect(failure(() => decodeText(bytes(hex), encodings))).toBe(code);
  });

  test("whatever is read holds U+FFFD only where the source does", () => {
    const encodings = ["gb18030", "shift_jis", "euc-kr", "big5", "windows-1252"];
    fc.assert(
      fc.property(fc.uint8Array({ min: 1, maxLength: 12 }), fc.shuffledSubarray(encodings), (source, allowed) => {
        const found = attempt(() => decodeBytes(source, allowed));
        if (found !== null && found.encoding !== "utf-8") expect(found.text).not.toContain("\ufffd");
        if (found?.encoding === "utf-8") expect(Buffer.from(found.text).includes(Buffer.from(source))).toBe(true);
      }),
      { seed: 20261130, numRuns: rounds(2000) },
    );
  });
});

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

describe("a declared encoding", () => {
  test("is taken at its word", () => {
    expect(decodeAs(bytes("e9"), "latin1")).toBe("é");
    expect(decodeAs(bytes("efbbbf 61"), "UTF-8")).toBe("a");
    expect(failure(() => decodeAs(bytes("e9"), "utf-8"))).toBe("encoding");
    expect(failure(() => decodeAs(bytes("61"), "klingon"))).toBe("encoding");
    expect(failure(() => decodeAs(bytes("61 00"), "utf-8"))).toBe("binary");
  });

  test("names", () => {
    expect(encodingName("GB2312")).toBe("gbk");
    expect(encodingName("latin1")).toBe("windows-1252");
    expect(encodingName("utf-7")).toBeNull();
    expect(encodingName("replacement")).toBeNull();
  });
});
