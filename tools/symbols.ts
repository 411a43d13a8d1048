/**
 * Shows what is read of a source file, for whoever writes a query of src/languages:
 *
 *   bun tools/symbols.ts FILE [LANGUAGE]          symbols, calls and imports, as test/cases/symbols has them
 *   bun tools/symbols.ts --tree FILE [LANGUAGE]   its syntax tree
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { categorise } from "../src/corpus/categories.ts";
import { isSymbolLanguage, symbolLanguage } from "../src/languages/names.ts";
import { loadGrammar } from "../src/symbols/grammars.ts";
import { openSymbolReader } from "../src/symbols/symbol-reader.ts";
import { describeFile } from "../test/symbols/symbol-cases.ts";

const { values, positionals } = parseArgs({ options: { tree: { type: "boolean" } }, allowPositionals: true });
const [file = "", named] = positionals;
const language = named ?? symbolLanguage(file, categorise(file).language);
if (language === null || !isSymbolLanguage(language)) throw new Error(`${file}: no grammar`);
const text = readFileSync(file, "utf8");

if (values.tree) await showTree(language);
else {
  const reader = await openSymbolReader([language]);
  const { lane, partial, ...rest } = { ...reader.symbols(text, language) };
  const { symbols, calls, imports } = describeFile({ lane, partial, ...rest });
  const list = (items: readonly unknown[]) => items.map((item) => `    ${JSON.stringify(item)}`).join(",\n");
  process.stdout.write(
    `{\n  "symbols": [\n${list(symbols)}\n  ],\n  "calls": [\n${list(calls)}\n  ],\n  "imports": [\n${list(imports)}\n  ]\n}\n`,
  );
  process.stderr.write(`${lane}${partial ? ", with errors" : ""}\n`);
  reader.close();
}

async function showTree(name: Parameters<typeof loadGrammar>[0]): Promise<void> {
  const { parser } = await loadGrammar(name);
  const cursor = parser.parse(text)?.walk();
  if (cursor === undefined) return;
  const show = (depth: number): void => {
    const field = cursor.currentFieldName;
    const place = `${cursor.startPosition.row + 1}:${cursor.startPosition.column + 1}`;
    const type = cursor.nodeIsNamed ? cursor.nodeType : JSON.stringify(cursor.nodeType);
    const line = `${"  ".repeat(depth)}${field === null ? "" : `${field}: `}${type}`;
    process.stdout.write(`${line}  ${place} ${JSON.stringify(cursor.nodeText.slice(0, 40))}\n`);
    if (!cursor.gotoFirstChild()) return;
    do show(depth + 1);
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  show(0);
}
