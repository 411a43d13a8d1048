import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkIntegrity } from "../../src/store/integrity.ts";
import { metaValue, SCHEMA_VERSION } from "../../src/store/schema.ts";
import { openStore, storePath } from "../../src/store/store.ts";
import { Tree } from "../indexing/tree.ts";
import { portableDump } from "./portable-dump.ts";

const FOLDER = join(import.meta.dir, "..", "stores");
const stores = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".db.zst"))
  .map((name) => name.replace(".db.zst", ""))
  .sort();

test("every schema up to the current one has left a store", () => {
  expect(stores).toEqual(Array.from({ length: SCHEMA_VERSION }, (_, i) => `schema-${i + 1}`));
});

describe.each(stores)("the store of %s", (name) => {
  test("becomes a current one, and says what it said", () => {
    using tree = new Tree();
    mkdirSync(tree.dataDir);
    const packed = readFileSync(join(FOLDER, `${name}.db.zst`));
    writeFileSync(storePath(tree.dataDir), Bun.zstdDecompressSync(packed));
    const store = openStore(tree.dataDir, "write");
    expect(metaValue(store.db, "schema")).toBe(String(SCHEMA_VERSION));
    checkIntegrity(store);
    const expected: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    expect(store.read(() => portableDump(store))).toEqual(expected);
    store.close();
  });
});
