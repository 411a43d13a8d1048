/** A search of a process that ends gives the answer of the worker that stays, errors included. */
import { describe, expect, test } from "bun:test";
import { QsearchError } from "../../src/errors.ts";
import { searchOnce } from "../../src/index-search/search-once.ts";
import { StoreSearches } from "../../src/index-search/store-searches.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { world } from "../world.ts";

const w = world({ "a.md": "# Golden\n\nthe golden bearing\n", "b\udcff.txt": "a silver bearing\n" });
w.run("index", "--root", ".");
const settings = loadSettings({ dataDir: w.dataDir, env: {} });
const request = (query: string) => searchRequestSchema.parse({ query, explain: true });

describe("a search of its own", () => {
  test.each(["bearing", "golden bearing", '"golden bearing"', "ext:txt", "nowhere"])("%s", async (query) => {
    const searches = new StoreSearches(false);
    try {
      const { signal } = new AbortController();
      const there = await searches.search(request(query), settings, "user", signal);
      expect(await searchOnce(w.dataDir, request(query), settings)).toEqual(there);
    } finally {
      await searches.close();
    }
  });

  test("errors keep their codes", async () => {
    const code = (body: Promise<unknown>) =>
      body.then(String, (error) => (error instanceof QsearchError ? error.code : error));
    expect(await code(searchOnce(w.dataDir, request(""), settings))).toBe("usage");
    expect(await code(searchOnce("/nowhere", request("x"), settings))).toBe("no_store");
  });
});
