/** The encoding that is suggested for a text that is no UTF-8. */
import { describe, expect, test } from "bun:test";
import { decodeText } from "../../src/corpus/decode.ts";
import { likelyEncoding } from "../../src/corpus/likely-encoding.ts";

/** A text's bytes in an encoding, by asking the decoder for every byte and pair. */
function encoded(text: string, label: Bun.Encoding): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytes = new Map<string, readonly number[]>();
  for (let a = 0x80; a < 0x100; a++) bytes.set(decoder.decode(Uint8Array.of(a)), [a]);
  if (/gb|shift|euc|big5/.test(label)) {
    for (let a = 0x81; a < 0xff; a++)
      for (let b = 0x40; b < 0xff; b++) {
        const character = decoder.decode(Uint8Array.of(a, b));
        if ([...character].length === 1 && !bytes.has(character)) bytes.set(character, [a, b]);
      }
  }
  return Uint8Array.from([...text].flatMap((c) => (c < "\x80" ? [c.charCodeAt(0)] : [...(bytes.get(c) ?? [0x3f])])));
}

describe("the likeliest encoding", () => {
  test.each<[string, string]>([
    ["windows-1251", "Привет, мир! Это русский текст."],
    ["koi8-r", "Привет, мир! Это русский текст."],
    ["ibm866", "Привет, мир! Это русский текст."],
    ["windows-1252", "naïve walrus"],
    ["windows-1252", "L’été à la plage, où l’élève"],
    ["windows-1252", "5 °C – “quoted” €10 ©"],
    ["windows-1250", "Příliš žluťoučký kůň"],
    ["gb18030", "中文"],
    ["gb18030", "这是一个测试文件，用来检查编码。"],
    ["big5", "這是一個測試檔案"],
    ["shift_jis", "これはテストです。"],
    ["euc-jp", "これはテストです。"],
    ["euc-kr", "안녕하세요 세계"],
    ["windows-1253", "Καλημέρα κόσμε"],
    ["windows-1254", "Türkçe karakterler: ığüşöç İstanbul"],
    ["windows-1255", "שלום עולם"],
    ["windows-1256", "مرحبا بالعالم"],
    ["windows-874", "สวัสดีชาวโลก"],
  ])("%s of %s", (label, text) => {
    expect(likelyEncoding(encoded(text, label as Bun.Encoding))).toBe(label);
  });

  test("is the one in the error's message, which reads the file; none where encodings are configured or nothing fits", () => {
    const bytes = encoded("Привет, мир", "windows-1251");
    expect(() => decodeText(bytes, [])).toThrow(
      'Not valid UTF-8; encodings = ["windows-1251"] in the configuration would read it',
    );
    expect(decodeText(bytes, ["windows-1251"])).toBe("Привет, мир");
    expect(() => decodeText(Buffer.from([0xff, 0xfd, 0x81]), ["shift_jis"])).toThrow(/^Not valid UTF-8, shift_jis$/);
    expect(likelyEncoding(Buffer.from([0xff, 0x01, 0x81, 0x02]))).toBeNull();
  });
});
