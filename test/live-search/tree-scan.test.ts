/** One scan of a tree: the same answer by any number of threads and by either backend, never a stale one. */
import { describe, expect, test } from "bun:test";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { decodeText } from "../../src/corpus/decode.ts";
import { resolvePlace } from "../../src/live-search/search-root.ts";
import { Snapshots } from "../../src/live-search/snapshots.ts";
import { searchTerms } from "../../src/live-search/terms.ts";
import { scanTree, type TreeScan } from "../../src/live-search/tree-scan.ts";
import { FoldedText } from "../../src/text/folded-text.ts";
import { KeywordPattern } from "../../src/text/keyword-pattern.ts";
import { rounds } from "../rounds.ts";
import { type Entry, type World, world } from "../world.ts";
import { context, focus, paths } from "./tools.ts";

const hasRipgrep = Bun.which("rg") !== null;

/** Plain data of a scan. */
function facts({ files, considered, excluded }: TreeScan) {
  return {
    considered,
    files: files.map((file) => [file.rel, file.size, ...[0, 1, 2].map((id) => file.count(id))]),
    excluded: Object.fromEntries([...excluded].sort()),
  };
}

function scan(w: World, keywords: string[], workers: number, deps: Parameters<typeof scanTree>[2] = {}) {
  return scanTree(resolvePlace({ directory: w.dir }, deps), searchTerms(keywords, "substring"), deps, workers);
}

const fileText = fc
  .array(fc.constantFrom("snow", "Melt", "albedo ", "\n", "é", "中文", "ſnow", "x", "\r\n", " "), { maxLength: 40 })
  .map((parts) => parts.join(""));
const names = fc.constantFrom("a.py", "b.ts", "src/c.go", "src/d.md", "src/deep/e.txt", "f é.txt", "tests/g.py");
const entries = fc.oneof(
  { weight: 6, arbitrary: fileText },
  { weight: 1, arbitrary: fileText.map((text) => Buffer.from(`\ufeff${text}`, "utf16le")) },
  { weight: 1, arbitrary: fileText.map((text) => Buffer.from(`${text}\0`)) },
);

describe("scan", () => {
  test("facts equal a naive reader's over random worlds, with no, one and three workers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, entries, { minKeys: 1 }), async (files) => {
        const w = world(files as Record<string, Entry>);
        const { resolved } = searchTerms(["snow", "melt", "中"], "substring");
        const expected = Object.entries(files).flatMap(([rel, entry]) => {
          const bytes = Buffer.from(entry as string);
          let text: string;
          try {
            text = decodeText(bytes, []);
          } catch {
            return [];
          }
          const counts = resolved.map(
            (term) => new KeywordPattern([term.text], "substring").find(new FoldedText(text)).length,
          );
          return counts.some((count) => count > 0) ? [[rel, bytes.length, ...counts]] : [];
        });
        const alone = facts(await scan(w, ["snow", "melt", "中"], 0));
        expect([...alone.files].sort()).toEqual(expected.sort());
        expect(alone.considered).toBe(Object.keys(files).length);
        for (const workers of [1, 3]) expect(facts(await scan(w, ["snow", "melt", "中"], workers))).toEqual(alone);
      }),
      { seed: 5, numRuns: rounds(12) },
    );
  }, 120_000);

  test("names that are no UTF-8 go through workers as they are", async () => {
    const w = world({ "a\udcff.txt": "albedo", "b.txt": "albedo" });
    for (const workers of [0, 1]) {
      const { files } = await scan(w, ["albedo"], workers);
      expect(files.map(({ rel }) => rel).sort()).toEqual(["a\udcff.txt", "b.txt"].sort());
    }
  }, 30_000);

  test("a search that is cancelled stops, with workers and without", async () => {
    const w = world(
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.txt`, "albedo\n".repeat(20_000)])),
    );
    for (const workers of [0, 2]) {
      const stop = new AbortController();
      const started = performance.now();
      const call = scan(w, ["albedo"], workers, { signal: stop.signal });
      setTimeout(() => stop.abort(), 5);
      expect(call).rejects.toMatchObject({ code: "cancelled" });
      await call.catch(() => undefined);
      expect(performance.now() - started).toBeLessThan(2000);
    }
    const aborted = AbortSignal.abort();
    expect(context(w, { keywords: ["x"] }, { signal: aborted })).rejects.toMatchObject({ code: "cancelled" });
  }, 30_000);

  test("two searches at once on one thread give what each gives alone", async () => {
    const w = world(
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`f${i}.txt`, `snow ${i}\n${"melt\n".repeat(4000)}`])),
    );
    const alone = [facts(await scan(w, ["snow"], 0)), facts(await scan(w, ["melt", "7"], 0))];
    const both = await Promise.all([scan(w, ["snow"], 0), scan(w, ["melt", "7"], 0)]);
    expect(both.map(facts)).toEqual(alone);
  });
});

describe("never stale", () => {
  test("an edit of the same size with its time set back is seen", async () => {
    const w = world({ "a.py": "snow\n" });
    const snapshots = new Snapshots();
    const before = await context(w, { keywords: ["snow"] }, { snapshots });
    expect(paths(before)).toEqual(["a.py"]);
    const { atime, mtime } = statSync(w.path("a.py"));
    writeFileSync(w.path("a.py"), "rain\n");
    utimesSync(w.path("a.py"), atime, mtime);
    expect(paths(await context(w, { keywords: ["snow"] }, { snapshots }))).toEqual([]);
    expect(paths(await context(w, { keywords: ["rain"] }, { snapshots }))).toEqual(["a.py"]);
    const later = await focus(w, { query_id: before.query_id }, { snapshots });
    expect(later).toMatchObject({ summary: { blocks_returned: 0 } });
  });

  test("a file that was renamed over is seen (notify-rs/notify#531)", async () => {
    const w = world({ "f.md": "one\n" });
    for (const text of ["two", "three"]) {
      w.write({ "f.tmp": `${text}\n` });
      Bun.spawnSync(["mv", w.path("f.tmp"), w.path("f.md")]);
      expect(paths(await context(w, { keywords: [text] }))).toEqual(["f.md"]);
      expect(paths(await context(w, { keywords: ["one"] }))).toEqual([]);
    }
    w.remove("f.md").write({ "f.md": "four\n", "new/g.md": "four\n" });
    expect(paths(await context(w, { keywords: ["four"] })).sort()).toEqual(["f.md", "new/g.md"]);
  });
});

describe.skipIf(!hasRipgrep)("backend rg", () => {
  const w = () =>
    world({
      "src/a.py": "def snow():\n    pass\n",
      "src/b.ts": "const größe = 'GRÖßE';\n",
      "wide.txt": Buffer.from("\ufeffsnow in UTF-16", "utf16le"),
      "latin.txt": Buffer.from("gr\xf6\xdfe snow", "latin1"),
      "bin.dat": Buffer.from("snow\0snow"),
      ".gitignore": "ignored/\n",
      ".rgignore": "src/\n",
      "ignored/c.py": "snow",
      ".hidden/d.py": "snow",
      "node_modules/e.js": "snow",
      "dash/-x.txt": "snow",
      "kelvin.txt": "\u212aelvin",
    });

  const searches: readonly (readonly string[])[] = [
    ["snow"],
    ["größe"],
    ["kelvin"],
    ["-x", "snow"],
    ["nothing at all"],
  ];
  test.each(searches.map((keywords) => ({ keywords: [...keywords] })))(
    "$keywords: the same answer",
    async ({ keywords }) => {
      const folder = w();
      for (const match_mode of ["substring", "word", "identifier"] as const) {
        const args = { keywords, match_mode, output_mode: "full" as const };
        const native = await context(folder, args, { backend: "native" });
        expect(await context(folder, args, { backend: "rg" })).toEqual(native);
        expect(await context(folder, args, { backend: "auto" })).toEqual(native);
      }
    },
  );

  test("diagnostics name what ran", async () => {
    const said = async (backend: "rg" | "native") =>
      (await context(w(), { keywords: ["snow"], include_diagnostics: true }, { backend })).diagnostics
        ?.matching_backend;
    expect([await said("rg"), await said("native")]).toEqual(["rg+native", "native"]);
  });
});

test("backend rg without ripgrep is an error that says so", () => {
  const call = context(world({ "a.txt": "x" }), { keywords: ["x"] }, { backend: "rg", env: { PATH: "/nonexistent" } });
  expect(call).rejects.toMatchObject({ code: "usage" });
});
