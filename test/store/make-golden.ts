/**
 * Leaves a small store of the current schema in test/stores, for the day when there is a newer one:
 *
 *   bun test/store/make-golden.ts
 *
 * Run once for a released schema; the test migrates every store that lies there.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { storePath } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";
import { portableDump } from "./portable-dump.ts";

using tree = new Tree({
  "notes/水.md": "# Chemistry\n\n水化学 and golden bearing\n\n## Part two\n\nmore words\n",
  "notes/copy.md": "# Chemistry\n\n水化学 and golden bearing\n\n## Part two\n\nmore words\n",
  "src/parse.ts": "export function parseHeader(line: string): string {\n  return line.trim();\n}\n",
  "data/table.csv": 'id,name\n1,"two\nlines"\n2,plain\n',
  "page.html": "<h1>Head</h1><p>a &amp; b</p>",
  "bad.txt": "one\0two",
  "long.txt": "a long text that takes several blocks\n".repeat(1500),
});
await tree.index();
const name = join(import.meta.dir, "..", "stores", `schema-${SCHEMA_VERSION}`);
writeFileSync(`${name}.db.zst`, Bun.zstdCompressSync(readFileSync(storePath(tree.dataDir)), { level: 19 }));
writeFileSync(`${name}.json`, `${JSON.stringify(tree.read(portableDump), null, 1)}\n`);
