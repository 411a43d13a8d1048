/** Code search is live and read-only: what it reads, what it leaves, and how it says so. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SourceCache } from "../../../src/live-search/code/cache.ts";
import { world } from "../../world.ts";
import { code, files, SHOP, timeless } from "./shop.ts";

/** Every path with its bytes and time. */
function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const { mtimeMs, size } = statSync(path);
      return `${name} ${size} ${mtimeMs} ${statSync(path).isFile() ? Bun.hash(readFileSync(path)) : ""}`;
    });
}

describe("freshness", () => {
  test("an edit is seen by the next search, also by one with the same size and a process that knows the file", async () => {
    const w = world(SHOP);
    const cache = new SourceCache();
    const before = await code(w, "parse_amount", {}, { cache });
    expect(before.snippets[0]?.content).toContain("def parse_amount(text):");
    w.write({ "billing/money.py": SHOP["billing/money.py"].replace("parse_amount", "shout_count") });
    const gone = await code(w, "parse_amount", {}, { cache });
    expect(JSON.stringify(gone.snippets)).not.toContain("def parse_amount");
    const after = await code(w, "shout_count", {}, { cache });
    expect(after.snippets[0]?.relations[0]).toBe("type:function | name:shout_count");
    w.remove("billing/money.py");
    expect((await code(w, "shout_count", {}, { cache })).snippets).toEqual([]);
  });

  test("a process that knows the files answers as a new one", async () => {
    const w = world(SHOP);
    const cache = new SourceCache();
    for (const query of ["invoice", "round a ledger", "calculate_total", "invoice"]) {
      expect(timeless(await code(w, query, {}, { cache }))).toEqual(timeless(await code(w, query)));
    }
  });

  test("nothing is written", async () => {
    const w = world(SHOP);
    const before = stateOf(w.dir);
    await code(w, "invoice", { depth: 2 });
    await code(w, "Ledger", { fusion: "rrf" });
    expect(stateOf(w.dir)).toEqual(before);
    expect(readdirSync(w.dir).includes(".qsearch")).toBe(false);
  });
});

describe("where it looks", () => {
  test("subpath, globs and languages narrow it", async () => {
    const w = world(SHOP);
    const only = async (request: Parameters<typeof code>[2]) =>
      [...new Set(files(await code(w, "invoice calculate_total checkout cart", request)))].sort();
    expect(await only({ subpath: "web" })).toEqual(["web/cart.ts", "web/checkout.go"]);
    expect(await only({ subpath: "billing/service.py" })).toEqual(["billing/service.py"]);
    expect(await only({ languages: ["go", "ts"] })).toEqual(["web/cart.ts", "web/checkout.go"]);
    expect(await only({ languages: ["go,toml"] })).toEqual(["settings.toml", "web/checkout.go"]);
    expect(await only({ include_glob: ["docs/**", "*.toml"] })).toEqual(["docs/invoice.md", "settings.toml"]);
    expect(await only({ include_glob: ["**/*.py"], exclude_glob: ["tests/", "billing/service.py"] })).toEqual([]);
    expect(code(w, "x", { languages: ["pithon"] })).rejects.toThrow('languages knows no "pithon"');
    expect(code(w, "x", { subpath: "../.." })).rejects.toThrow("subpath");
    expect(code(w, " … ")).rejects.toThrow("query must hold a word");
  });

  test("ignore rules hold, links are not followed", async () => {
    const w = world({
      ".gitignore": "secret.py\n",
      "secret.py": "def find_me(): pass\n",
      "link.py": { link: "../outside.py" },
      "own.py": "def find_me(): pass\n",
    });
    expect(files(await code(w, "find_me"))).toEqual(["own.py"]);
  });
});

describe("the seed's environment variables", () => {
  test("CIRURGIC_TS_EXTRACT=0 does without syntax trees", async () => {
    const w = world(SHOP);
    const result = await code(w, "calculate_total", {}, { env: { CIRURGIC_TS_EXTRACT: "0" } });
    expect(result.lanes).not.toContain("tree-sitter");
    expect(result.snippets[0]).toMatchObject({ file: "billing/service.py", lines: "3-8" });
    expect(result.snippets[0]?.relations[0]).toBe("type:function | name:calculate_total");
    const go = await code(w, "Checkout", { languages: ["go"] }, { env: { CIRURGIC_TS_EXTRACT: "0" } });
    expect(go.snippets[0]?.content).toContain("func (c *Cart) Checkout() error {");
    expect(go.lanes).toEqual(["lexical", "patterns"]);
  });

  test("CIRURGIC_MAX_CANDIDATE_FILES bounds the files that are read, the most promising first", async () => {
    const names = Array.from({ length: 30 }, (_, i) => [`a${i}.txt`, "rounding\n"] as const);
    const w = world({
      ...Object.fromEntries(names),
      "z/rounding.py": "def rounding(): pass\n",
      "z/other.py": "rounding\n",
    });
    const result = await code(w, "rounding", {}, { env: { CIRURGIC_MAX_CANDIDATE_FILES: "2" } });
    expect(result).toMatchObject({ candidates_scanned: 2, candidates_truncated: true });
    expect(files(result)).toEqual(["z/rounding.py", "z/other.py"]);
    expect(result.notes?.[0]).toContain("of 32 files the 2 most promising");
  });

  test("CIRURGIC_GREP_TIMEOUT ends the lexical lane, and what was not read is said", async () => {
    const w = world(
      Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}.py`, `def rounding_${i}(): pass\n`])),
    );
    const result = await code(w, "rounding", {}, { env: { CIRURGIC_GREP_TIMEOUT: "0.01" } });
    expect(result.candidates_truncated).toBe(true);
    expect(result.candidates_scanned).toBeLessThan(3000);
    expect(result.notes?.join()).toMatch(/lexical lane ended after its 0.01 s: \d+ files not read/);
    expect((await code(w, "rounding")).candidates_scanned).toBe(3000);
  });

  test("CIRURGIC_RG_PATH names a ripgrep that finds the files; one that does not run is done without", async () => {
    const w = world(SHOP);
    const plain = timeless(await code(w, "invoice rounding"));
    const missing = await code(w, "invoice rounding", {}, { env: { CIRURGIC_RG_PATH: "/nowhere/rg" } });
    expect(missing.notes?.[0]).toContain("CIRURGIC_RG_PATH");
    expect(missing.snippets).toEqual(plain.snippets);
    const rg = Bun.which("rg");
    if (rg === null) return;
    expect(timeless(await code(w, "invoice rounding", {}, { env: { CIRURGIC_RG_PATH: rg } }))).toEqual(plain);
  });

  test("a value that is none is an error that names the variable", async () => {
    const w = world(SHOP);
    for (const [variable, value] of [
      ["CIRURGIC_GREP_TIMEOUT", "soon"],
      ["CIRURGIC_GREP_TIMEOUT", "0"],
      ["CIRURGIC_MAX_CANDIDATE_FILES", "1.5"],
      ["CIRURGIC_MAX_CANDIDATE_FILES", "-1"],
    ] as const) {
      expect(code(w, "invoice", {}, { env: { [variable]: value } })).rejects.toThrow(variable);
    }
  });
});
