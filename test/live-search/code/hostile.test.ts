/** Whatever stands in a file, there is an answer, and it says which lanes ran. */
import { expect, test } from "bun:test";
import { world } from "../../world.ts";
import { code, files } from "./shop.ts";

const WORDS = "parse header";
const NESTED = 10_000;
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));

/** By what it is. */
const HOSTILE: Readonly<Record<string, Record<string, string | Uint8Array>>> = {
  "a megabyte on one line": { "a.js": "function parseHeader(a){return a};".repeat(29_000) },
  "10,000 nested brackets": {
    "a.js": `function parseHeader() { return ${"(".repeat(NESTED)}1${")".repeat(NESTED)} }\n`,
    "b.py": `def parse_header():\n    return ${"[".repeat(NESTED)}1${"]".repeat(NESTED)}\n`,
    "c.c": `int parse_header(void) { ${"{".repeat(NESTED)}${"}".repeat(NESTED)} }\n`,
  },
  "brackets that never close": { "a.ts": `class ParseHeader {${"{ (".repeat(NESTED)}` },
  "bytes that are no UTF-8": { "a.py": bytes("def parse_header():\n    return '", [0xff, 0xc3, 0x28, 0x80], "'\n") },
  "UTF-16": { "a.py": bytes([0xff, 0xfe], [...Buffer.from("def parse_header():\n    pass\n", "utf16le")]) },
  "line ends of three kinds": { "a.py": "def parse_header():\r\n    a = 1\r    b = 2\n" },
  "nothing but the words": { "a.txt": `${WORDS} `.repeat(50_000) },
  "deep indentation": {
    "a.py": Array.from({ length: 300 }, (_, i) => `${" ".repeat(i)}def parse_header_${i}():\n`).join(""),
  },
  "many definitions on a line": { "a.rb": `${"def parse_header; end; ".repeat(5000)}\n` },
};

for (const [what, tree] of Object.entries(HOSTILE)) {
  test(`${what}: an answer with and without syntax trees`, async () => {
    const w = world(tree);
    for (const env of [{}, { CIRURGIC_TS_EXTRACT: "0" }]) {
      for (const max_tokens of [200, 4000]) {
        const result = await code(w, WORDS, { max_tokens }, { env });
        expect(result.status).toBe("success");
        expect(result.lanes[0]).toBe("lexical");
        expect(result.snippets[0]?.content).not.toBe("");
        expect(JSON.stringify(result).length / 3.8).toBeLessThanOrEqual(max_tokens);
      }
    }
  }, 60_000);
}

test("a file that cannot be read, is too large or holds NUL bytes costs only itself, and is counted", async () => {
  const w = world({
    "own.py": "def parse_header(): pass\n",
    "large.py": `def parse_header(): pass\n${"#".repeat(1_000_001)}`,
    "binary.py": "def parse_header(): pass\n\0",
  });
  const result = await code(w, WORDS);
  expect(files(result)).toEqual(["own.py"]);
  expect(result.notes?.[0]).toMatch(/^1 file left out: too_large( \(\w+\))?$/);
});

test("a file above 300,000 characters is ranked and shown without a tree", async () => {
  const rest = Array.from({ length: 12_000 }, (_, i) => `value_${i} = ${i} * 2 + 1`).join("\n");
  const w = world({ "large.py": `def parse_header():\n    return 1\n\n${rest}\n` });
  const result = await code(w, WORDS);
  expect(result.snippets[0]).toMatchObject({ file: "large.py", lines: "1-2" });
  expect(result.lanes).not.toContain("tree-sitter");
});
