/** A search in a worker gives the answer of a search on this thread, errors included. */
import { describe, expect, test } from "bun:test";
import { QsearchError } from "../../src/errors.ts";
import { searchStore } from "../../src/index-search/run-in-worker.ts";
import { searchRequestSchema } from "../../src/request/search-request.ts";
import { loadSettings } from "../../src/settings/settings.ts";
import { world } from "../world.ts";

const w = world({ "a.md": "# Golden\n\nthe golden bearing\n", "b\udcff.txt": "a silver bearing\n" });
w.run("index", "--root", ".");
const settings = loadSettings({ dataDir: w.dataDir, env: {} });

const search = (query: string, inlineBytes: number, signal?: AbortSignal) =>
  searchStore(w.dataDir, searchRequestSchema.parse({ query, explain: true }), settings, {
    now: 0,
    inlineBytes,
    signal,
  });

describe("a search apart", () => {
  test.each(["bearing", "golden bearing", '"golden bearing"', "ext:txt", "nowhere"])("%s", async (query) => {
    const here = await search(query, Number.MAX_SAFE_INTEGER);
    expect(await search(query, 0)).toEqual(here);
  });

  test("errors keep their codes", async () => {
    const code = (body: Promise<unknown>) =>
      body.then(String, (error) => (error instanceof QsearchError ? error.code : error));
    expect(await code(search("", 0))).toBe("usage");
    expect(await code(searchStore("/nowhere", searchRequestSchema.parse({ query: "x" }), settings, {}))).toBe(
      "no_store",
    );
    const stopped = new AbortController();
    stopped.abort();
    expect(await code(search("bearing", 0, stopped.signal))).toBe("cancelled");
  });
});
