import { afterEach, describe, expect, test } from "bun:test";
import type { Extractor } from "../../src/extract/extractor.ts";
import {
  allExtractors,
  extractorFor,
  extractorKey,
  isReaderIsolated,
  registerExtractor,
} from "../../src/extract/registry.ts";

const nameOf = (name: string, ext = name.includes(".") ? (name.split(".").at(-1) ?? "") : "") =>
  extractorFor(name, ext).name;

function reader(more: Partial<Extractor> = {}): Extractor {
  return {
    name: "mine",
    version: 1,
    extensions: ["mine"],
    extract: () => ({
      text: "",
      locationKind: "line",
      units: [],
      lines: {},
      borders: [],
      headings: [],
      language: null,
    }),
    ...more,
  };
}

const registered: (() => void)[] = [];
const register = (extractor: Extractor) => registered.push(registerExtractor(extractor));
afterEach(() => {
  for (const unregister of registered.splice(0)) unregister();
});

test("whether a reader is isolated is told without it", () => {
  const told = (name: string, ext: string) =>
    expect(isReaderIsolated(name, ext)).toBe(extractorFor(name, ext).isolated === true);
  for (const { extensions, names = [] } of allExtractors()) {
    for (const ext of extensions) told(`a.${ext}`, ext);
    for (const name of names) told(name, "");
  }
  register(reader({ name: "by-name", names: ["report.pdf", "plain"], isolated: true }));
  for (const [name, ext] of [
    ["report.pdf", "pdf"],
    ["plain", ""],
    ["a.mine", "mine"],
    ["a.txt", "txt"],
  ] as const)
    told(name, ext);
});

describe("which reader takes a file", () => {
  const expected: Readonly<Record<string, string>> = {
    "a.txt": "text",
    "a.md": "markdown",
    "a.ts": "code",
    "a.test.ts": "code",
    "a.csv": "csv",
    "a.tsv": "csv",
    "a.html": "html",
    "a.htm": "html",
    "a.json": "json",
    "a.ndjson": "jsonl",
    "a.yml": "yaml",
    "a.toml": "toml",
    "setup.cfg": "ini",
    "a.log": "log",
    "a.svg": "xml",
    "a.pdf": "pdf",
    "a.docx": "docx",
    Dockerfile: "code",
    Makefile: "code",
    README: "text",
    "a.zzz": "text",
    ".gitmodules": "ini",
    "Cargo.lock": "toml",
    noext: "text",
  };
  for (const [file, name] of Object.entries(expected)) {
    test(`${file} → ${name}`, () => expect(nameOf(file)).toBe(name));
  }

  test("names are told apart without regard to case", () => expect(nameOf("CARGO.LOCK", "lock")).toBe("toml"));
});

describe("readers", () => {
  test("have names of their own, and take no extension twice", () => {
    const names = allExtractors().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const extensions = allExtractors().flatMap((extractor) => extractor.extensions);
    expect(extensions.filter((ext, index) => extensions.indexOf(ext) !== index)).toEqual([]);
    for (const ext of extensions) expect(ext).toMatch(/^[a-z0-9+_-]+$/);
  });

  test("their key names the version", () => expect(extractorKey(reader({ version: 3 }))).toBe("mine@3"));
});

describe("registerExtractor", () => {
  test("adds a reader, and takes extensions and names from others until it is taken out", () => {
    const unregister = registerExtractor(reader({ extensions: ["mine", "md"], names: ["special.txt"] }));
    expect(nameOf("x.mine")).toBe("mine");
    expect(nameOf("x.md")).toBe("mine");
    expect(nameOf("Special.txt")).toBe("mine");
    expect(nameOf("x.markdown")).toBe("markdown");
    unregister();
    expect(nameOf("x.mine")).toBe("text");
    expect(nameOf("x.md")).toBe("markdown");
  });

  test("the last one goes first", () => {
    register(reader());
    register(reader({ name: "newer" }));
    expect(nameOf("x.mine")).toBe("newer");
  });

  test("refuses a reader that could not be told apart or takes nothing", () => {
    expect(() => registerExtractor(reader({ name: "Two Words" }))).toThrow(RangeError);
    expect(() => registerExtractor(reader({ version: 0 }))).toThrow(RangeError);
    expect(() => registerExtractor(reader({ extensions: [] }))).toThrow(RangeError);
    expect(() => registerExtractor(reader({ extensions: [".MD"] }))).toThrow(RangeError);
    expect(() => registerExtractor(reader({ name: "text" }))).toThrow(RangeError);
    expect(nameOf("x.mine")).toBe("text");
  });
});
