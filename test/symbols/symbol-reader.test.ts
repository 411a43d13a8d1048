/** Whatever a text holds, there is an answer, and it says how it was made. */
import { describe, expect, test } from "bun:test";
import { SYMBOL_LANGUAGES } from "../../src/languages/names.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { processorMs } from "../processor-time.ts";

/** Ten thousand brackets are in hostile.test.ts. */
const HOSTILE: Readonly<Record<string, string>> = {
  nothing: "",
  "signs without sense": "<<<>>>=== }{)( ".repeat(1_000),
  "one long line": `var a = [${"{ b: 1, c: d(e) }, ".repeat(1_500)}];`,
  "bytes that were no UTF-8": `def f(): \uFFFD\uFFFD\n\uD800 class \uDC00 { }\n`,
  NUL: "\0\0def f():\0\n  return 1",
  "closed before opened": "}{)( a b c ".repeat(300),
};

describe("hostile texts", () => {
  for (const language of SYMBOL_LANGUAGES) {
    test(language, async () => {
      const reader = await openSymbolReader([language]);
      for (const [what, text] of Object.entries(HOSTILE)) {
        const { lane, symbols } = reader.symbols(text, language);
        expect(["tree-sitter", "reader", "none"], what).toContain(lane);
        for (const { start, end, parent } of symbols) {
          expect(start >= 0 && start <= end && end <= text.length && parent >= -1).toBe(true);
        }
      }
      // The parser serves on after what it was cut off at.
      expect(reader.symbols("x", language).lane).toBe("tree-sitter");
      reader.close();
    }, 60_000);
  }
});

test("a text that makes the grammar slow is given up", async () => {
  const reader = await openSymbolReader(["swift"]);
  const before = processorMs();
  const { lane } = reader.symbols("}{)( a b c ".repeat(20_000), "swift");
  expect(lane).toBe("none");
  // Without the limit this one takes minutes.
  expect(processorMs() - before).toBeLessThan(20_000);
  reader.close();
}, 60_000);

test("texts beyond the limit and unknown languages have no symbols, and say so", async () => {
  const reader = await openSymbolReader(["python", "cobol"]);
  expect(reader.symbols(`x = 1\n${"# filled\n".repeat(40_000)}`, "python")).toMatchObject({
    lane: "none",
    symbols: [],
  });
  expect(reader.symbols(`a = [${"1, ".repeat(350_000)}]`, "python").lane).toBe("none");
  expect(reader.symbols("MOVE A TO B", "cobol").lane).toBe("none");
  reader.close();
});

describe("without tree-sitter", () => {
  const python = `import os

# Adds.
@cached
def add(a, b):
    def inner(c):
        return c

    return inner(a)


class Store(Base):
    """Doc."""

    def full(self):
        return True
`;
  const script = `/** Doc. */
export function add(a, b) {
  return a + b;
}

export class Store extends Base {
  async full({ a } = {}) {
    return "}";
  }
}
const later = (x) => {
  return x;
};
`;
  const rows = async (text: string, language: string) => {
    const reader = await openSymbolReader([language], { treeSitter: false });
    const { lane, symbols } = reader.symbols(text, language);
    return [
      lane,
      ...symbols.map(({ kind, name, lineStart, headLine, lineEnd, parent }) => {
        return `${kind} ${name} ${lineStart} ${headLine} ${lineEnd} ${symbols[parent]?.name ?? "-"}`;
      }),
    ];
  };

  test("Python by indentation", async () => {
    expect(await rows(python, "python")).toEqual([
      "reader",
      "function add 3 5 9 -",
      "function inner 6 6 7 add",
      "class Store 12 12 16 -",
      "method full 15 15 16 Store",
    ]);
  });

  test("JavaScript and TypeScript by braces", async () => {
    for (const language of ["javascript", "typescript", "tsx"]) {
      expect(await rows(script, language)).toEqual([
        "reader",
        "function add 1 2 4 -",
        "class Store 6 6 10 -",
        "method full 7 7 9 Store",
        "function later 11 11 13 -",
      ]);
    }
  });

  test("the others have none", async () => {
    expect(await rows("func main() {}\n", "go")).toEqual(["none"]);
  });

  test("ranges are the text's own", async () => {
    const reader = await openSymbolReader(["python"], { treeSitter: false });
    const [add, inner] = reader.symbols(python, "python").symbols;
    expect(python.slice(add?.start, add?.end)).toBe(
      python.slice(python.indexOf("# Adds"), python.indexOf("\n\n\nclass")),
    );
    expect(python.slice(inner?.start, inner?.end)).toBe("def inner(c):\n        return c");
    expect(python.slice(add?.nameStart).startsWith("add(")).toBe(true);
  });
});
