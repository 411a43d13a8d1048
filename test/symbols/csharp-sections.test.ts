/** C#'s conditional sections that cut through declarations cost a file none of its symbols. */
import { expect, test } from "bun:test";
import { withoutSections } from "../../src/languages/csharp/sections.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";

async function namesOf(text: string): Promise<string[]> {
  const reader = await openSymbolReader(["csharp"]);
  return reader.symbols(text, "csharp").symbols.map(({ kind, name }) => `${kind} ${name}`);
}

test("a section that holds half a declaration", async () => {
  const text = `#if EDITOR
using Editor;
namespace A
{
    [Load]
    public class Detector
    {
        static Detector()
        {
            Changed +=
#if NEW
                (state) =>
#else
                () =>
#endif
                {
                    Check();
                };
        }

        void Check() {}
    }
}
#endif
`;
  expect(await namesOf(text)).toEqual(["module A", "class Detector", "method Detector", "function ", "method Check"]);
});

test("sections that the grammar reads are read, all of them", async () => {
  const text = "class A\n{\n#if X\n    void One() {}\n#else\n    void Two() {}\n#endif\n}\n";
  expect(await namesOf(text)).toEqual(["class A", "method One", "method Two"]);
});

test("places stay as they are", () => {
  const text = "#if A\r\nint a;\r\n#elif B\r\nint b;\r\n#endif\r\nint c;";
  const shown = withoutSections(text);
  expect(shown.split("\n").map(({ length }) => length)).toEqual(text.split("\n").map(({ length }) => length));
  expect(shown.replace(/\s+/g, " ")).toBe(" int a; int c;");
});
