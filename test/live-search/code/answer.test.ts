/** cirurgic_search: every field of its reply and what it means. */
import { describe, expect, test } from "bun:test";
import { world } from "../../world.ts";
import { code, files, SHOP, timeless } from "./shop.ts";

describe("a snippet", () => {
  test("is the whole function, with its decorator, relations and the lines that matched", async () => {
    const w = world(SHOP);
    const result = await code(w, "calculate_total");
    expect(result.status).toBe("success");
    expect(result.workspace).toBe(w.dir);
    expect(result.snippets[0]).toEqual({
      file: "billing/service.py",
      lines: "3-8",
      rrf_score: Math.round((1 / 62 + 1.2 / 61) * 1e6) / 1e6,
      score: 1,
      relations: ["type:function | name:calculate_total", "calls:parse_amount,apply_tax"],
      exact_matches: [{ line: 4, text: "def calculate_total(order):" }],
      content: SHOP["billing/service.py"].split("\n").slice(2, 8).join("\n"),
      source: "hybrid",
    });
  });

  test("of a class says what it extends; of a method what it is", async () => {
    const w = world(SHOP);
    const service = await code(w, "BillingService");
    expect(service.snippets[0]?.relations[0]).toBe("type:class | name:BillingService | bases:BaseService");
    const [cart] = (await code(w, "Checkout cart", { languages: ["go"] })).snippets;
    expect(cart?.relations[0]).toBe("type:method | name:Checkout | receiver:Cart");
  });

  test("of a class too large for its room shows the signature, its members' signatures and the member that matches", async () => {
    const w = world({ "ledger.py": SHOP["billing/ledger.py"] });
    const [snippet] = (await code(w, "Ledger")).snippets;
    const shown = snippet?.content.split("\n") ?? [];
    expect(shown[0]).toBe("class Ledger(Book):");
    expect(shown.filter((line) => /^ {4}def post_/.test(line)).length).toBeGreaterThan(10);
    expect(shown).toContainEqual(expect.stringMatching(/^… \d+-\d+$/));
    expect(snippet?.partial).toBe(true);
    const [rounding] = (await code(w, "bankers rounding of a ledger")).snippets;
    expect(rounding?.content).toContain("return bankers(amount)");
    expect(rounding?.content).toContain("def round_half_even");
  });

  test("marks say exactly which lines are left out", async () => {
    const w = world({ "ledger.py": SHOP["billing/ledger.py"] });
    const source = SHOP["billing/ledger.py"].split("\n");
    for (const max_tokens of [200, 400, 1000, 4000]) {
      for (const { content, lines } of (await code(w, "Ledger round post_7 step_7_1", { max_tokens })).snippets) {
        let line = Number(lines.split("-")[0]);
        for (const shown of content.split("\n")) {
          const mark = /^… (\d+)(?:-(\d+))?$/.exec(shown);
          if (mark === null) expect(shown).toBe(source[line++ - 1] ?? "");
          else {
            expect(Number(mark[1])).toBe(line);
            line = Number(mark[2] ?? mark[1]) + 1;
          }
        }
        expect(line - 1).toBe(Number(lines.split("-")[1]));
      }
    }
  });

  test("says by which lanes its file was found", async () => {
    const w = world({
      "validator.py": "class Validator:\n    def check(self):\n        return 1\n",
      "words.toml": "# all about validators\n",
    });
    const result = await code(w, "validators");
    expect(Object.fromEntries(result.snippets.map(({ file, source }) => [file, source]))).toEqual({
      "validator.py": "ast",
      "words.toml": "lexical",
    });
    expect(result.snippets.every(({ rrf_score }) => rrf_score > 0)).toBe(true);
  });

  test("a file with other forms of the words alone is of the lexical lane, behind those that hold them as given", async () => {
    const w = world({ "given.toml": "# calculated\n", "forms.toml": "# calculate calculates calculating\n" });
    const { snippets } = await code(w, "calculated");
    expect(Object.fromEntries(snippets.map(({ file, source, rrf_score }) => [file, [source, rrf_score]]))).toEqual({
      "given.toml": ["lexical", Math.round(1e6 / 61) / 1e6],
      "forms.toml": ["lexical", Math.round(1e6 / 62) / 1e6],
    });
  });
});

describe("the facts beside the snippets", () => {
  test("count what was read, found and parsed, and what whole files would have cost", async () => {
    const w = world(SHOP);
    const result = await code(w, "invoice");
    // Vendored, hidden and binary files are none of it; a lock file and configuration are.
    expect(result.candidates_scanned).toBe(9);
    expect(files(result)).toContain("package-lock.json");
    expect(files(result)).not.toContain("node_modules/x/index.js");
    expect(result.files_found).toBe(4);
    expect(result.files_parsed).toBe(1);
    expect(result.files_not_parsed).toBe(3);
    expect(result.candidates_truncated).toBe(false);
    expect(result.snippets_count).toBe(result.snippets.length);
    expect(result.lanes).toEqual(["lexical", "tree-sitter", "patterns"]);
    const large = await code(w, "round_half_even");
    expect(large.token_savings_pct).toBeGreaterThan(50);
  });

  test("nothing found is no error", async () => {
    const result = await code(world(SHOP), "zyzzyva");
    expect(result).toMatchObject({ status: "success", snippets: [], snippets_count: 0, files_found: 0 });
    expect(result.token_savings_pct).toBe(0);
  });
});

describe("the order", () => {
  test("a definition before its uses, source before tests and documents", async () => {
    const result = await code(world(SHOP), "calculate_total");
    expect(files(result)[0]).toBe("billing/service.py");
    expect(files(result).indexOf("tests/test_service.py")).toBeGreaterThan(0);
  });

  test("the best block of each file comes before further blocks of any", async () => {
    const found = files(await code(world(SHOP), "amount order invoice rounding"));
    const firsts = [...new Set(found)];
    expect(found.slice(0, firsts.length)).toEqual(firsts);
  });

  test("fusion rrf orders by the seed's formula, whose k and weights are the settings'", async () => {
    const w = world(SHOP);
    const scores = (await code(w, "invoice rounding", { fusion: "rrf" })).snippets.map((each) => each.rrf_score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const [only] = (await code(w, "calculate_total", {}, { rrf: { k: 1, lexical: 2, symbol: 4 } })).snippets;
    expect(only?.rrf_score).toBe(Math.round((2 / 3 + 4 / 2) * 1e6) / 1e6);
  });

  test("is the same each time, with and without what was learned before", async () => {
    const w = world(SHOP);
    const first = timeless(await code(w, "how is an amount rounded"));
    for (let i = 0; i < 3; i++) expect(timeless(await code(w, "how is an amount rounded"))).toEqual(first);
  });
});
