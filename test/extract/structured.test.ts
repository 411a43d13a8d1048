/** Configuration, data and logs: the source as it is, with sections where the format has them. */
import { describe, expect, test } from "bun:test";
import { FileError } from "../../src/errors.ts";
import { processorMs } from "../processor-time.ts";
import { borderLines, numbered, outline, read } from "./read.ts";

describe("formats whose text is their source", () => {
  const files = [
    "a.txt",
    "a.json",
    "a.jsonl",
    "a.yaml",
    "a.toml",
    "a.ini",
    "a.log",
    "a.xml",
    "a.svg",
    "a.md",
    "a.csv",
    "a.ts",
    "a.unknown",
    "NOTES",
  ];
  for (const file of files) {
    test(`${file}: every line at its number, every character kept`, async () => {
      const source = 'first: [one]\n\n  "second" = <x>\n---\nlast';
      const document = await read(file, source);
      expect(document.text).toBe(source);
      expect(numbered(document).at(-1)).toMatch(/^5(#\d)?: last$/);
    });

    test(`${file}: NUL bytes (ripgrep#1227) and undecodable bytes are errors`, async () => {
      await expect(read(file, "a\nb\0c\nd")).rejects.toThrow(FileError);
      await expect(read(file, Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4))).rejects.toThrow(FileError);
    });

    test(`${file}: an empty file is an empty text`, async () => {
      expect((await read(file, "")).text).toBe("");
    });
  }

  test("the_silver_searcher#1014: GB18030 is an error or, where allowed, text; never replacement characters", async () => {
    const bytes = Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4);
    expect((await read("a.txt", bytes, ["gb18030"])).text).toBe("中文");
  });
});

describe("sections", () => {
  test("JSON: outermost keys of a laid-out file", async () => {
    const document = await read("a.json", '{\n  "name": "x",\n  "deep": {\n    "name": 1\n  },\n  "a \\"b": []\n}\n');
    expect(outline(document)).toEqual(["1 name@2", "1 deep@3", '1 a \\"b@6']);
    expect(outline(await read("a.json", '{"a":1,"b":2}'))).toEqual([]);
    expect(outline(await read("a.jsonl", '{"a":1}\n{"a":2}\n{"a":3}\n'))).toEqual([]);
  });

  test("YAML: documents and outermost keys", async () => {
    const document = await read(
      "a.yml",
      'apiVersion: v1\n# note: no\nspec:\n  inner: 1\n"quoted key": 2\n- item: no\n---\nurl: http://x:80/\nplain text\n',
    );
    expect(outline(document)).toEqual(["1 apiVersion@1", "1 spec@3", "1 quoted key@5", "1 url@8"]);
    expect(borderLines(document, 2)).toEqual([7]);
  });

  test("TOML and INI: tables", async () => {
    const document = await read(
      "Cargo.toml",
      '[package]\nname = "x"\n[[bin]]\na = [1]\n[deps.serde] # why\nb = [\n  [1],\n]\n',
    );
    expect(outline(document)).toEqual(["1 package@1", "1 bin@3", "1 deps.serde@5"]);
    expect(outline(await read("setup.cfg", "[metadata]\nx=1\n; [no]\n[tool:x]\n"))).toEqual([
      "1 metadata@1",
      "1 tool:x@4",
    ]);
    expect((await read("setup.cfg", "")).language).toBe("ini");
  });

  test("logs: an entry with its stack trace", async () => {
    const source =
      "2026-01-02T03:04:05 ERROR x\n  at a\n  at b\n[12:00:01] y\nJan  2 03:04:05 host z\nWARN w\n1700000000.123 t\n";
    expect(borderLines(await read("a.log", source), 1)).toEqual([1, 4, 5, 6, 7]);
    expect((await read("a.log", "12:00:01 a\n12:00:02 b\n")).borders).toEqual([]);
  });

  test("XML is decoded as it declares", async () => {
    const bytes = Uint8Array.from('<?xml version="1.0" encoding="ISO-8859-1"?>\n<a>\xe9</a>', (sign) =>
      sign.charCodeAt(0),
    );
    expect(numbered(await read("a.xml", bytes))[1]).toBe("2: <a>é</a>");
  });

  test("no line makes the search for them slow", async () => {
    const started = processorMs();
    for (const file of ["a.json", "a.yaml", "a.toml", "a.log", "a.csv", "a.html", "a.xml"]) {
      for (const run of [
        "a",
        '"',
        '\\"',
        "[",
        "]",
        " ",
        ": ",
        "<",
        "<a ",
        "&",
        '"a',
        ",",
        '",',
        '""',
        "2",
        "a b ",
        "<!--",
        "<meta ",
        "-",
        "'",
      ]) {
        const line = run.repeat(Math.ceil(20_000 / run.length));
        await read(file, `${line}\n  "${line}\n`.repeat(5));
      }
    }
    expect(processorMs() - started).toBeLessThan(3000);
  });
});
