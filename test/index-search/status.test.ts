/** What `status` says of a store. */
import { expect, test } from "bun:test";
import { statusOf } from "../../src/index-search/status.ts";
import { statusResultSchema } from "../../src/request/index-run-request.ts";
import { world } from "../world.ts";
import { indexed } from "./indexed.ts";

test("documents, types, errors by file, roots of both kinds", async () => {
  const outside = world({ "agent.md": "golden" });
  const it = await indexed({
    "a.md": "# One",
    "b.txt": "two",
    "bad.txt": "nu\0l",
    Makefile: "all:\n",
    "a.png": "x",
    "b.png": "x",
  });
  await it.index({ paths: [outside.dir] }, "agent");
  const { result, warnings } = it.store((store) => statusOf(store, "docs"));
  statusResultSchema.parse(result);
  expect(warnings).toEqual([]);
  expect(result).toMatchObject({
    data_dir: it.settings.dataDir,
    documents: 4,
    chunks: 4,
    types: { md: 2, txt: 1, "": 1 },
    unread: { png: 2, txt: 1 },
    errors: [{ path: it.world.path("bad.txt"), code: "binary" }],
    embedded: 0,
  });
  expect(result.roots.map(({ path, kind, documents }) => [path, kind, documents]).sort()).toEqual(
    [
      [it.world.dir, "user", 3],
      [outside.dir, "agent", 1],
    ].sort(),
  );
  expect(result.store_bytes).toBeGreaterThan(0);
  expect(Date.now() - Date.parse(result.last_indexed ?? "")).toBeLessThan(60_000);
});
