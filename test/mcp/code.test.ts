/** cirurgic_search and qmd_search over the wire and on the command line: one function, several mouths. */
import { describe, expect, test } from "bun:test";
import { searchCode } from "../../src/live-search/code/code-search.ts";
import { codeRequestSchema } from "../../src/request/code-request.ts";
import { SHOP } from "../live-search/code/shop.ts";
import { type World, world } from "../world.ts";
import { Wire } from "./wire.ts";

const NAMES = ["cirurgic_search", "qmd_search"] as const;

const REQUESTS = [
  { query: "calculate_total" },
  { query: "how is an amount rounded", max_tokens: 300 },
  { query: "invoice", fusion: "rrf", languages: ["python"], include_glob: ["billing/**"] },
  { query: "calculate_total", depth: 2 },
  { query: "zyzzyva" },
] as const;

async function opened(w: World): Promise<Wire> {
  const wire = new Wire(w, ["--tools", "code"], { env: { QUICK_SEARCH_LOG_LEVEL: "ERROR" } });
  await wire.open();
  return wire;
}

/** Without what depends on the clock. */
function timeless({ latency_ms, ...rest }: Readonly<Record<string, unknown>> = {}) {
  expect(latency_ms).toBeNumber();
  return rest;
}

/** A schema without its descriptions: the older name leaves them to the newer. */
function withoutTexts(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === "description" ? undefined : (value as unknown))));
}

describe("code search, by agents and people", () => {
  test("two names, one schema", async () => {
    const wire = await opened(world(SHOP));
    const { result } = await wire.request("tools/list");
    const tools = result?.tools as { name: string; inputSchema: unknown; outputSchema: unknown }[];
    expect(tools.map(({ name }) => name)).toEqual([...NAMES, "find_symbol", "find_references"]);
    expect(withoutTexts(tools[0]?.inputSchema)).toEqual(withoutTexts(tools[1]?.inputSchema));
    expect(tools[0]?.outputSchema).toEqual(tools[1]?.outputSchema);
    await wire.end();
  });

  test("both answer what the function returns, in text and structure alike, within the budget; so does --json", async () => {
    const w = world(SHOP);
    const wire = await opened(w);
    for (const args of REQUESTS) {
      const request = codeRequestSchema.parse({ ...args, workspace: w.dir });
      const expected = timeless({ ...(await searchCode(request, { jobs: 1 })) });
      for (const name of NAMES) {
        const { content, structuredContent } = await wire.call(name, { ...args, workspace: w.dir });
        expect(timeless(structuredContent)).toEqual(expected);
        expect(content).toHaveLength(1);
        expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
        expect((content[0]?.text ?? "").length / 3.8).toBeLessThanOrEqual(request.max_tokens);
      }
      const { query, ...options } = args;
      const flags = Object.entries(options).flatMap(([name, value]) =>
        [value].flat().flatMap((item) => [`--${name.replace("_", "-")}`, String(item)]),
      );
      const run = w.run("code", query, w.dir, ...flags, "--json");
      expect(timeless(run.json<Record<string, unknown>>().data)).toEqual(expected);
      expect(run.exitCode).toBe(query === "zyzzyva" ? 1 : 0);
    }
    await wire.end();
  });

  test("faults are told in the text", async () => {
    const w = world(SHOP);
    const wire = await opened(w);
    const said = async (args: Record<string, unknown>) => {
      const { isError, content } = await wire.call("cirurgic_search", args);
      expect(isError).toBe(true);
      return content[0]?.text ?? "";
    };
    expect(await said({ workspace: w.dir })).toContain("query");
    expect(await said({ query: "…", workspace: w.dir })).toContain("query");
    expect(await said({ query: "x", workspace: w.dir, max_tokens: 100 })).toContain("max_tokens");
    expect(await said({ query: "x", workspace: w.path("missing") })).toContain("workspace");
    expect(await said({ query: "x", workspace: w.dir, languages: ["pyton"] })).toContain("python");
    expect(await said({ query: "x", workspace: w.dir, max_token: 300 })).toContain("max_tokens");
    await wire.end();
  });

  test("people see blocks with places, line numbers and what was read", () => {
    const w = world(SHOP);
    const { stdout, exitCode } = w.run("code", "calculate_total", "billing", "--max-snippets", "1");
    expect(exitCode).toBe(0);
    expect(stdout).toStartWith("billing/service.py:3  type:function | name:calculate_total\n");
    expect(stdout).toContain("\n  4  def calculate_total(order):\n");
    expect(stdout).toContain("\n  calls:parse_amount,apply_tax\n");
    expect(stdout).toMatch(/\d of 3 files hold words of the query, \d parsed, lanes lexical, tree-sitter/);
    const file = w.run("code", "apply_tax", "billing/money.py", "--max-snippets", "1");
    expect(file.stdout).toStartWith("billing/money.py:4");
    expect(w.run("code").stderr).toContain("code needs QUERY");
    const ledger = w.run("code", "Ledger", "billing", "--max-snippets", "1").stdout;
    expect(ledger).toMatch(/\n {2} +…\n/);
  });
});
