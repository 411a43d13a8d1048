import { expect, test } from "bun:test";
import { Wire } from "../mcp/wire.ts";
import { world } from "../world.ts";
import { until } from "./following.ts";

test("serve --watch follows the tree by itself, and a root that is missing does not keep it from starting", async () => {
  const place = world({ "one/a.md": "golden", "two/b.md": "golden" });
  place.run("index", place.path("one"), place.path("two"), "--no-embed");
  place.remove("two").write({ "one/c.md": "silver" });
  const wire = new Wire(place, ["--watch"], { env: { QUICK_SEARCH_LOG_LEVEL: "INFO" } });
  await wire.open();
  const names = async (query: string) => {
    const { structuredContent } = await wire.call("search_files", { query });
    const results = (structuredContent?.results ?? []) as { path: string; match: string }[];
    // By words: zinc is much like silver.
    const exact = results.filter(({ match }) => match === "chunk" || match === "document");
    return [...new Set(exact.map(({ path }) => path.slice(place.dir.length + 1)))].sort();
  };
  const untilNames = async (query: string, wanted: string[]) => {
    let last: string[] = [];
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline) {
      last = await names(query);
      if (JSON.stringify(last) === JSON.stringify(wanted)) return;
      await Bun.sleep(20);
    }
    expect(last).toEqual(wanted);
  };
  await untilNames("silver", ["one/c.md"]);
  place.write({ "one/d.md": "copper" });
  await untilNames("copper", ["one/d.md"]);
  place.remove("one/d.md");
  await untilNames("copper", []);
  place.write({ "two/b.md": "golden", "two/e.md": "zinc" });
  await untilNames("zinc", ["two/e.md"]);
  const { structuredContent } = await wire.call("recent_files", { since: "1h" });
  const recent = (structuredContent?.files ?? []) as { path: string }[];
  expect(recent.map(({ path }) => path.slice(place.dir.length + 1)).sort()).toEqual([
    "one/a.md",
    "one/c.md",
    "two/b.md",
    "two/e.md",
  ]);
  const { exitCode, ms } = await wire.end();
  expect(exitCode).toBe(0);
  expect(ms).toBeLessThan(10_000);
  const stderr = await wire.stderr;
  expect(stderr).toContain("INFO watch: watching");
  await until("nothing that is no protocol", () => wire.noise.length === 0);
}, 90_000);

test("a save is found while the server embeds, and everything is embedded in the end", async () => {
  const text = (i: number) => `# Note ${i}\n\n${`word${i} `.repeat(90)}\n`;
  const place = world(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.md`, text(i)])));
  place.run("index", place.dir, "--no-embed");
  const wire = new Wire(place, ["--watch"]);
  await wire.open();
  const status = async () => {
    const { structuredContent } = await wire.call("rag_status", {});
    return structuredContent as { embedded: number; pending: number };
  };
  const waitUntil = async (holds: () => Promise<boolean>) => {
    const deadline = performance.now() + 90_000;
    while (performance.now() < deadline) {
      if (await holds()) return;
      await Bun.sleep(20);
    }
    throw new Error(`in vain: ${JSON.stringify(await status())}`);
  };
  await waitUntil(async () => (await status()).embedded > 0);
  place.write({ "new.md": "silver\n" });
  await waitUntil(async () => {
    const { structuredContent } = await wire.call("search_files", { query: '"silver"' });
    return ((structuredContent?.results ?? []) as unknown[]).length === 1;
  });
  expect((await status()).pending).toBeGreaterThan(0);
  await waitUntil(async () => (await status()).pending === 0);
  expect((await status()).embedded).toBe(61);
  expect((await wire.end()).exitCode).toBe(0);
}, 240_000);
