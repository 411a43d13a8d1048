/** export and import. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { parse as parseCsv } from "csv-parse/sync";
import fc from "fast-check";
import { z } from "zod";
import type { ImportResult, ManifestFile } from "../../src/request/transfer-request.ts";
import { pathsIn } from "../../src/transfer/manifest.ts";
import { rounds } from "../rounds.ts";
import { type World, world } from "../world.ts";
import { found } from "./following.ts";

function indexed(files: Parameters<typeof world>[0], ...roots: string[]): World {
  const place = world(files);
  const paths = roots.length === 0 ? [place.dir] : roots.map((root) => place.path(root));
  expect(place.run("index", ...paths, "--no-embed").exitCode).toBe(0);
  return place;
}

/** schema_version 1, for whoever reads manifests. */
const manifestSchema: z.ZodType<{ files: ManifestFile[] }> = z.strictObject({
  schema_version: z.literal(1),
  files: z.array(
    z.strictObject({
      path: z.string(),
      ext: z.string(),
      size: z.int(),
      mtime: z.string(),
      sha1: z.string().nullable(),
      indexed_at: z.string(),
      error: z.string().nullable(),
    }),
  ),
});

const out = (place: World, name: string) => `${place.base}/${name}`;

function manifestOf(place: World, name = "m.json"): ManifestFile[] {
  expect(place.run("export", out(place, name)).exitCode).toBe(0);
  return manifestSchema.parse(JSON.parse(readFileSync(out(place, name), "utf8"))).files;
}

describe("export", () => {
  test("JSON and CSV say the same: every file in path order, those without text with their error", () => {
    const place = indexed({ "b.md": "one", 'a, "q".md': "two", "bad.txt": "x\0y", "sub/c.csv": "a,b\n1,2\n" });
    const files = manifestOf(place);
    expect(files.map(({ path }) => path.slice(place.dir.length + 1))).toEqual([
      'a, "q".md',
      "b.md",
      "bad.txt",
      "sub/c.csv",
    ]);
    expect(files[1]).toMatchObject({
      ext: "md",
      size: 3,
      sha1: new Bun.CryptoHasher("sha1").update("one").digest("hex"),
      error: null,
    });
    expect(files[2]?.error).toContain("binary");
    expect(place.run("export", out(place, "m.csv"), "--json").json().data).toMatchObject({ format: "csv", files: 4 });
    const bytes = readFileSync(out(place, "m.csv"));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = parseCsv(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toEqual(
      files.map((file) =>
        Object.fromEntries(Object.entries(file).map(([key, value]) => [key, value === null ? "" : String(value)])),
      ),
    );
    expect(statSync(out(place, "m.csv")).mode & 0o777).toBe(0o600);
  });

  test("never overwrites, and leaves nothing behind where it fails", () => {
    const place = indexed({ "a.md": "one" });
    writeFileSync(out(place, "m.json"), "mine");
    const refused = place.run("export", out(place, "m.json"), "--json");
    expect([refused.exitCode, refused.json().error.code]).toEqual([2, "refused"]);
    expect(readFileSync(out(place, "m.json"), "utf8")).toBe("mine");
    expect(place.run("export", out(place, "m.txt"), "--json").json().error.code).toBe("usage");
    expect(place.run("export", out(place, "none/m.json"), "--json").json().error.code).toBe("io");
    expect(existsSync(out(place, "none"))).toBe(false);
  });

  test("what is ignored by now is not in it", () => {
    const place = indexed({ "keep.md": "one", "hide.md": "two" });
    place.write({ ".gitignore": "hide.md\n" });
    expect(manifestOf(place).map(({ path }) => path)).toEqual([place.path("keep.md")]);
  });

  test("nothing indexed: no_store", () => {
    expect(world().run("export", "m.json", "--json").json().error.code).toBe("no_store");
  });
});

describe("import", () => {
  test("reads again what is listed, whatever the manifest says of it", () => {
    const place = indexed({ "a.md": "golden", "b.md": "golden", "c.md": "golden" });
    const files = manifestOf(place).map((file) => ({ ...file, size: 1, sha1: "0".repeat(40), text: "injected words" }));
    place.write({ "a.md": "silver", "b.md": "silver" });
    writeFileSync(out(place, "i.json"), JSON.stringify({ schema_version: 1, files: files.slice(0, 1) }));
    const { data } = place.run("import", out(place, "i.json"), "--json").json<ImportResult>();
    expect(data).toMatchObject({ listed: 1, accepted: 1, refused: 0, changed: 1, unchanged: 0, deleted: 0 });
    expect(found(place, "silver")).toEqual(["a.md"]);
    expect(found(place, "golden")).toEqual(["b.md", "c.md"]);
    expect(found(place, "injected")).toEqual([]);
  });

  test("into an empty index, from JSON and from CSV alike", () => {
    for (const name of ["m.json", "m.csv"]) {
      const place = indexed({ "a.md": "golden", "n, 1.md": "golden", "sub/b.md": "golden" });
      writeFileSync(Buffer.from(`${place.dir}/r\xff.md`, "latin1"), "golden");
      place.run("index", "--no-embed");
      place.run("export", out(place, name));
      place.run("clear");
      const { data } = place.run("import", out(place, name), "--json").json<ImportResult>();
      expect(data).toMatchObject({ listed: 4, accepted: 4, added: 4 });
      expect(found(place, "golden")).toEqual(["a.md", "n, 1.md", "r\udcff.md", "sub/b.md"]);
    }
  });

  test("hostile entries: outside, beside, links, ignored, missing, devices, traversal: one answer, nothing read", () => {
    const place = indexed(
      {
        "share/a.md": "golden",
        "share-secret/loot.md": "loot",
        "share/.gitignore": "hidden.md\n",
        "share/hidden.md": "loot",
        "share/link.md": { link: "../share-secret/loot.md" },
        "share/folder": { link: "../share-secret" },
      },
      "share",
    );
    const paths = [
      place.path("share-secret/loot.md"),
      `${place.path("share")}/../share-secret/loot.md`,
      `${place.path("share")}/..%2fshare-secret/loot.md`,
      place.path("share/hidden.md"),
      place.path("share/link.md"),
      place.path("share/folder/loot.md"),
      place.path("share/none.md"),
      "/etc/passwd",
      "/dev/zero",
      "share/a.md",
      "",
      place.path("share"),
      `${place.path("share/a.md")}\0.md`,
      `${place.dataDir}/qsearch.json`,
    ];
    const files = paths.map((path) => ({ path }));
    writeFileSync(out(place, "m.json"), JSON.stringify({ schema_version: 1, files }));
    const answer = place.run("import", out(place, "m.json"), "--json");
    expect(answer.exitCode).toBe(1);
    expect(answer.json<ImportResult>().data).toMatchObject({ listed: paths.length, accepted: 0, added: 0 });
    expect(answer.json().warnings.map(({ code }) => code)).toContain("entries_refused");
    expect(found(place, "loot")).toEqual([]);
    expect(place.run("config", "roots", "list", "--json").json<{ roots: unknown[] }>().data.roots.length).toBe(1);
  });

  test.each([
    ["m.json", "{", "file_error"],
    ["m.json", "[]", "file_error"],
    ["m.json", '{"schema_version":2,"files":[]}', "file_error"],
    ["m.json", '{"schema_version":1,"files":{"length":3}}', "file_error"],
    ["m.json", '{"schema_version":1,"files":[{"path":7}]}', "file_error"],
    ["m.json", '{"schema_version":1,"files":[null]}', "file_error"],
    ["m.json", "[".repeat(200_000), "file_error"],
    ["m.json", '{"schema_version":1,"files":[{"__proto__":{"path":"/etc/passwd"}}]}', "file_error"],
    ["m.csv", "", "file_error"],
    ["m.csv", "name,size\nx,1\n", "file_error"],
    ["m.csv", 'ext,path\nmd,"/unfinished', "file_error"],
    ["m.txt", "path\n/x\n", "usage"],
  ])("no manifest: %s %#", (name, text, code) => {
    const place = indexed({ "a.md": "golden" });
    writeFileSync(out(place, name), text);
    const answer = place.run("import", out(place, name), "--json");
    expect([answer.exitCode, answer.json().error.code]).toEqual([2, code as never]);
    if (code === "file_error") expect(answer.json().error.message).toStartWith(`${out(place, name)} is no manifest: `);
    expect(found(place, "golden")).toEqual(["a.md"]);
  });

  test("missing, a folder, a FIFO, no roots", () => {
    const place = indexed({ "a.md": "golden" });
    expect(place.run("import", out(place, "none.json"), "--json").json().error.code).toBe("not_found");
    Bun.spawnSync(["mkfifo", out(place, "fifo.json")]);
    expect(place.run("import", out(place, "fifo.json"), "--json").json().error.code).toBe("file_error");
    expect(world().run("import", "m.json", "--json").json().error.code).toBe("usage");
  });
});

test("any table of cells that CSV can say is read as csv-parse reads it", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", " ", "水", "/"), maxLength: 8 });
  const property = fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.boolean(), (paths, crlf) => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const end = crlf ? "\r\n" : "\n";
    const text = `x,path${paths.map((path) => `${end}1,${quoted(path)}`).join("")}${end}`;
    const expected = (parseCsv(text, { columns: true }) as { path: string }[]).map(({ path }) => path);
    expect(pathsIn(Buffer.from(text), "csv", "m.csv")).toEqual(expected);
  });
  fc.assert(property, { seed: 9, numRuns: rounds(300) });
});
