/** The look at a text before it is parsed: no file that defines a name may be left out. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { mayDefine } from "../../src/live-search/graph/may-define.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";

const CASES = resolve(import.meta.dir, "../cases/symbols");

for (const language of readdirSync(CASES).sort()) {
  const sample = readdirSync(join(CASES, language)).find((name) => name.startsWith("sample."));
  test(`${language}: every symbol of our file is seen`, async () => {
    const text = readFileSync(join(CASES, language, sample ?? ""), "utf8");
    const reader = await openSymbolReader([language]);
    const names = new Set(reader.symbols(text, language).symbols.map(({ name }) => name));
    reader.close();
    const overlooked = [...names].filter((name) => name !== "" && !mayDefine(text, name));
    expect(names.size).toBeGreaterThan(5);
    expect(overlooked).toEqual([]);
  });
}

test("a text that only calls or mentions a name defines nothing", () => {
  for (const text of [
    "x = load(1)\n",
    "return load(path)",
    "a.load()\n",
    "await load(x);",
    "if (load(x)) {}",
    "// load\n",
  ]) {
    expect([text, mayDefine(text, "load")]).toEqual([text, false]);
  }
});
