import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QsearchError } from "../../src/errors.ts";
import { searchFiles } from "../../src/index-search/indexed-search.ts";
import { rebuildPostings } from "../../src/indexing/rebuild-postings.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { countersOf } from "../../src/store/counters.ts";
import { arePostingsStale, metaValue } from "../../src/store/meta.ts";
import { Postings } from "../../src/store/postings.ts";
import { SCHEMA_VERSION } from "../../src/store/schema.ts";
import { openStore, type Store, storePath } from "../../src/store/store.ts";
import { verifyStore } from "../../src/store/verify-store.ts";
import { StoreWriter } from "../../src/store/writer.ts";
import { createTokeniser } from "../../src/text/tokeniser.ts";
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
    verifyStore(store);
    const expected: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    expect(store.read(() => portableDump(store))).toEqual(expected);
    if (name !== `schema-${SCHEMA_VERSION}`) {
      expect(arePostingsStale(store.db)).toBe(true);
      expect(() => search(store)).toThrow(QsearchError);
      rebuildPostings(store, new StoreWriter(store, { tokeniser: createTokeniser }));
    }
    expect(arePostingsStale(store.db)).toBe(false);
    verifyStore(store);
    const postings = new Postings(store);
    expect(postings.filesMatching('"水化"')).toHaveLength(2);
    expect(postings.filesMatching('symbols : "header"')).toHaveLength(1);
    expect(countersOf(store).parts).toBe(postings.count('"txt" OR "md" OR "ts" OR "csv" OR "html"'));
    expect(postings.count('"block"')).toBe(2);
    store.close();
  });
});

function search(store: Store): unknown {
  const settings = { ...loadSettings({ dataDir: store.dataDir, env: {} }), roots: [] };
  return searchFiles(store, searchRequestSchema.parse({ query: "golden", mode: "lexical" }), settings);
}
