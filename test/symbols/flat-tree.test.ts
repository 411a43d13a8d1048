/** The tree read out of tree-sitter's memory is the one that its own cursor walks, node by node. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TreeCursor } from "web-tree-sitter";
import { SYMBOL_LANGUAGES, type SymbolLanguage } from "../../src/languages/names.ts";
import { addressOf, loadGrammar } from "../../src/symbols/grammars.ts";
import { Flattener } from "../../src/symbols/tree/flat-tree.ts";

const CASES = resolve(import.meta.dir, "../cases/symbols");

for (const language of SYMBOL_LANGUAGES) {
  test(`${language}: types, fields and places of all nodes`, async () => {
    for (const text of await textsOf(language)) {
      const [own, theirs] = await bothTrees(language, text);
      expect(own).toEqual(theirs);
    }
  });
}

/** Our sample, whole, and broken in the middle: error nodes, missing tokens. */
async function textsOf(language: SymbolLanguage): Promise<string[]> {
  const folder = join(CASES, language);
  const sample = existsSync(folder) ? readdirSync(folder).find((name) => name.startsWith("sample.")) : undefined;
  const text = sample === undefined ? "" : readFileSync(join(folder, sample), "utf8");
  return ["", "\n", "x 漢字 😀 (\n", text, text.slice(text.length / 3, text.length / 2), text.replaceAll(")", "")];
}

async function bothTrees(language: SymbolLanguage, text: string): Promise<[unknown[], unknown[]]> {
  const { parser, heap, tables } = await loadGrammar(language);
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  const flat = new Flattener().flatten(heap, addressOf(tree), tables);
  const own: unknown[] = [flat.hasError];
  for (let i = 0; i < flat.count; i++) {
    own.push([
      flat.type[i],
      flat.named[i] === 1,
      flat.field[i],
      flat.start[i],
      flat.end[i],
      flat.next[i],
      flat.parent[i],
    ]);
  }
  const cursor = tree.walk();
  const theirs: unknown[] = [tree.rootNode.hasError];
  walk(cursor, theirs, 0);
  cursor.delete();
  tree.delete();
  return [own, theirs];
}

function walk(cursor: TreeCursor, nodes: unknown[], parent: number): void {
  const index = nodes.length - 1;
  const { startIndex, endIndex, currentFieldId } = cursor;
  const told: unknown[] = [cursor.nodeTypeId, cursor.nodeIsNamed, currentFieldId, startIndex, endIndex, 0, parent];
  nodes.push(told);
  if (cursor.gotoFirstChild()) {
    do walk(cursor, nodes, index);
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  told[5] = nodes.length - 1;
}
