/** Blocks of source files by patterns, brackets, indentation and closing words: one suite for every way of finding them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { enclosingBlock, outlineOf } from "../../src/symbols/outline-by-lines.ts";
import { processorMs } from "../processor-time.ts";
import { rounds } from "../rounds.ts";

/** [first, last, type, name] of each block. */
function blocks(text: string, language: string) {
  return outlineOf(text, language).map(({ first, last, type, name }) => [first, last, type, name]);
}

describe("brackets", () => {
  test("TypeScript: functions, classes with methods, arrows, types, one-liners", () => {
    const text = `import x from "y";

export default function Foo() {
  return "}";
}

/** A class. */
@decorated({
  a: 1,
})
export class Bar extends Baz {
  #field = /[}/]/;

  constructor(private readonly a: string) {
    super();
  }

  async run<T>(options: { a: number } = { a: 1 }): Promise<{ b: T }> {
    // }
    return \`\${options.a ? "}" : \`{\`}\`;
  }
}

export const arrow = async (a: number) => {
  return a;
};
export const short = (a: number) => a + 1;
const TABLE = {
  a: 1,
};

interface Shape {
  area(): number;
}

type Name = string;
`;
    expect(blocks(text, "typescript")).toEqual([
      [3, 5, "function", "Foo"],
      [8, 22, "class", "Bar"],
      [14, 16, "method", "constructor"],
      [18, 21, "method", "run"],
      [24, 26, "function", "arrow"],
      [27, 27, "function", "short"],
      [32, 34, "interface", "Shape"],
      [36, 36, "type", "Name"],
    ]);
    const [, bar] = outlineOf(text, "typescript");
    expect(bar).toMatchObject({ head: 11, lead: 7, signature: "export class Bar extends Baz" });
  });

  test("default exports: named forms are blocks (codanna 0.10.0)", () => {
    const text = [
      "export default function Foo() {\n}",
      "export default class Bar {\n}",
      "function Two() {\n}\nexport default Two;",
      "export default async function Three() {\n}",
    ].join("\n");
    expect(outlineOf(text, "javascript").map(({ name }) => name)).toEqual(["Foo", "Bar", "Two", "Three"]);
  });

  test("Go: receivers, structs, interface{} and raw strings", () => {
    const text = [
      "package p",
      "",
      "// Cookie is one.",
      "type Cookie struct {",
      "\tName string // }",
      "}",
      "func (c *Cookie) String(v interface{}) interface{} {",
      "\treturn `}`",
      "}",
      "func one() int { return 1 }",
      "type Mode int",
      "",
    ].join("\n");
    expect(blocks(text, "go")).toEqual([
      [4, 6, "struct", "Cookie"],
      [7, 9, "method", "String"],
      [10, 10, "function", "one"],
      [11, 11, "type", "Mode"],
    ]);
  });

  test("Rust: attributes, impl, lifetimes and characters", () => {
    const text = `#[derive(Debug)]
pub struct Lexer<'a> {
    text: &'a str,
}

impl<'a> Lexer<'a> {
    #[inline]
    pub fn next(&self) -> char {
        if self.text == "{" { '{' } else { '\\'' }
    }
}
`;
    expect(blocks(text, "rust")).toEqual([
      [1, 4, "struct", "Lexer"],
      [6, 11, "impl", "Lexer"],
      [7, 10, "method", "next"],
    ]);
  });

  test("C and C++: a brace on its own line, declarations, macros", () => {
    const text = `#define LIMIT 10
struct point
{
    int x;
};
int declared(int a);
static int
add(int a, int b)
{
    return a + b; /* } */
}
`;
    const found = blocks(text, "c");
    expect(found).toContainEqual([1, 1, "macro", "LIMIT"]);
    expect(found).toContainEqual([2, 5, "struct", "point"]);
    expect(found).toContainEqual([8, 11, "function", "add"]);
  });

  test("Java: annotations and nested classes", () => {
    const text = `@Entity
public class Snow {
    @Override
    public String toString() {
        return "}";
    }
    static class Inner {
    }
}
`;
    expect(blocks(text, "java")).toEqual([
      [1, 9, "class", "Snow"],
      [3, 6, "method", "toString"],
      [7, 8, "class", "Inner"],
    ]);
  });
});

describe("indentation", () => {
  test("Python: decorators, headers over lines, strings that look like ends, nested and async functions", () => {
    const text = `@cache
@other(
    1,
)
def outer(
    a,
):
    """Doc

not the end
"""
    def inner():
        return 1

    return inner

class Empty: pass

class Snow(Base):
    x = 1

    async def melt(self): return 1

    def last(self):
        if True:
            return [
                1,
]
# a comment at the margin
y = 2
`;
    expect(blocks(text, "python")).toEqual([
      [1, 15, "function", "outer"],
      [12, 13, "function", "inner"],
      [17, 17, "class", "Empty"],
      [19, 28, "class", "Snow"],
      [22, 22, "method", "melt"],
      [24, 28, "method", "last"],
    ]);
    expect(outlineOf(text, "python")[0]?.signature).toBe("def outer( a, ):");
  });
});

describe("closing words", () => {
  test("Ruby", () => {
    const text = `module Snow
  class Melt
    def balance(a)
      a.each do |x|
        x
      end
    rescue
      1
    end

    def one = 1
  end
end
`;
    expect(blocks(text, "ruby").slice(0, 3)).toEqual([
      [1, 13, "module", "Snow"],
      [2, 12, "class", "Melt"],
      [3, 9, "method", "balance"],
    ]);
  });

  test("Lua", () => {
    expect(blocks("local function a()\n  return 1\nend\nfunction M.b() return 2 end\n", "lua")).toEqual([
      [1, 3, "function", "a"],
      [4, 4, "function", "M.b"],
    ]);
  });
});

describe("sections", () => {
  test("Markdown headings, not those in fences", () => {
    const text = "# A\n\ntext\n\n## B\n\n```\n# no\n```\n\n## C #\n\nend\n\n# D\n";
    expect(blocks(text, "markdown")).toEqual([
      [1, 13, "section", "A"],
      [5, 9, "section", "B"],
      [11, 13, "section", "C"],
      [15, 15, "section", "D"],
    ]);
  });
});

test("the innermost block encloses a line", () => {
  const outline = outlineOf("class A:\n    def f(self):\n        return 1\n    x = 1\n", "python");
  expect(enclosingBlock(outline, 3)?.name).toBe("f");
  expect(enclosingBlock(outline, 4)?.name).toBe("A");
  expect(enclosingBlock(outline, 9)).toBeNull();
});

test("any text gives blocks within it, in order, in time", () => {
  const languages = "typescript python go rust c java ruby lua markdown haskell sql php shell".split(" ");
  const pieces = [
    "def f():\n",
    "class A {\n",
    "function f() {",
    "}",
    "{",
    "(",
    ")",
    "'",
    '"',
    "`",
    "/*",
    "*/",
    "//",
    "\n",
    "    ",
    "end\n",
    "#",
    "a",
    "=>",
    ";",
    "\\",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join("")),
      fc.constantFrom(...languages),
      (text, language) => {
        const lines = text.split("\n").length;
        let before = 0;
        for (const { first, last, head, lead } of outlineOf(text, language)) {
          expect(1 <= lead && lead <= first && first <= head && head <= last && last <= lines).toBe(true);
          expect(head).toBeGreaterThan(before);
          before = head;
        }
      },
    ),
    { seed: 21, numRuns: rounds(800) },
  );
}, 30_000);

test("hostile lines cost no time", () => {
  for (const line of [
    "(".repeat(100_000),
    "a ".repeat(50_000),
    "{".repeat(50_000),
    "`${".repeat(5000),
    "/".repeat(100_000),
  ]) {
    for (const language of ["typescript", "c", "python", "java"]) {
      const started = processorMs();
      outlineOf(`${line}\n`.repeat(3), language);
      expect(processorMs() - started).toBeLessThan(3000);
    }
  }
}, 60_000);
