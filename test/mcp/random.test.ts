/** Random requests to one server: wrong types, huge numbers, NUL bytes, half characters. It answers each and lives on. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { TOOL_ENTRIES } from "../../src/mcp/catalog.ts";
import { inputSchema, type JsonSchema } from "../../src/mcp/schema.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";
import { type ToolResult, textOf, Wire } from "./wire.ts";

const SEED = 20_261_130;
const REQUESTS = rounds(5000);

/** Without parameters there is nothing to get wrong; and each good call of rag_index embeds what it is given. */
const loaded = await Promise.all(TOOL_ENTRIES.map((entry) => entry.load()));
const tools = loaded
  .map(({ name, input }) => ({ name, inputSchema: inputSchema(input) }))
  .filter(({ name, inputSchema: json }) => name !== "rag_index" && Object.keys(json.properties ?? {}).length > 0);

/** Strings that break things: NUL, half characters, control and bidi characters, very long ones. */
const oddString = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("", "\0", "a\0b", "\ud800", "x\udcff", "\u202e", "../..", "~", "%", "*".repeat(50), "[".repeat(300)),
  fc.constantFrom("snow", "albedo", "x".repeat(100_000), "{".repeat(50), "(?:", "\\", "src", "**/*.py", "!", "#"),
);
const oddNumber = fc.oneof(
  fc.constantFrom(0, -1, 1, 2, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, -0, 100_000, 100_001),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const oddValue = fc.oneof(
  oddString,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(oddString, oddNumber), { maxLength: 40 }),
  fc.dictionary(fc.string(), fc.anything({ maxDepth: 2 }), { maxKeys: 3 }),
);

/** A value of the right type. */
function fitting({ type, enum: choices, minimum = 1, maximum = 200 }: JsonSchema): fc.Arbitrary<unknown> {
  if (choices !== undefined) return fc.constantFrom(...choices);
  if (type === "integer")
    return fc.integer({ min: Math.max(minimum, 0), max: Math.max(minimum, Math.min(maximum, 5000)) });
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 });
  return fc.constantFrom("src", "**/*.py", "docs/*", "tests", "src/snow.py");
}

/** What a good call of a tool says at least. */
function goodArguments(tool: string, dir: string): Record<string, unknown> {
  if (tool === "search_files") return { query: "snow" };
  if (tool === "rag_search") return { query: "snow" };
  if (tool === "cirurgic_search" || tool === "qmd_search") return { query: "snow", workspace: dir };
  if (tool === "find_symbol") return { name: "snow", directory: dir };
  if (tool === "find_references") return { name: "albedo", directory: dir };
  if (tool === "recent_files") return {};
  if (tool === "read_file") return { path: `${dir}/src/snow.py` };
  return tool === "reindex" ? {} : { keywords: ["snow"], directory: dir };
}

function argumentsOf(dir: string) {
  return fc.constantFrom(...tools).chain((tool) => {
    const names = Object.keys(tool.inputSchema.properties ?? {});
    const properties = Object.entries(tool.inputSchema.properties ?? {}).filter(
      ([name]) => !["directory", "workspace"].includes(name),
    );
    const fit = fc.constantFrom(...properties).chain(([name, schema]) => fc.tuple(fc.constant(name), fitting(schema)));
    const odd = fc.tuple(fc.constantFrom(...names), oddValue);
    // Most calls are near enough to good ones to reach the search itself.
    const pairs = fc.array(fc.oneof({ weight: 6, arbitrary: fit }, { weight: 1, arbitrary: odd }), { maxLength: 4 });
    const near = pairs.map((given) => ({ ...goodArguments(tool.name, dir), ...Object.fromEntries(given) }));
    const wild = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), oddString), oddValue), { maxLength: 6 });
    const args = fc.oneof(
      { weight: 3, arbitrary: near },
      { weight: 2, arbitrary: wild.map((given) => Object.fromEntries(given) as unknown) },
      { weight: 1, arbitrary: oddValue },
    );
    return args.map((value) => ({ method: "tools/call", params: { name: tool.name, arguments: value } as unknown }));
  });
}

const oddRequest = fc.record({
  method: fc.oneof(
    fc.constantFrom("tools/call", "tools/list", "initialize", "ping", "server/discover", "resources/read", "__proto__"),
    oddString,
  ),
  params: fc.dictionary(fc.constantFrom("name", "arguments", "_meta", "cursor", "task", "protocolVersion"), oddValue, {
    maxKeys: 4,
  }) as fc.Arbitrary<unknown>,
});

test(`${REQUESTS} random requests`, async () => {
  const repo = world(REPOSITORY);
  expect(repo.run("index", "--root", repo.dir).exitCode).toBe(0);
  const wire = new Wire(repo, ["--late", "0"], { env: { QUICK_SEARCH_LOG_LEVEL: "ERROR" } });
  await wire.open();
  const requests = fc.sample(
    fc.oneof({ weight: 4, arbitrary: argumentsOf(repo.dir) }, { weight: 1, arbitrary: oddRequest }),
    {
      seed: SEED,
      numRuns: REQUESTS,
    },
  );
  const good = new Map<string, number>();
  let internal = 0;
  for (let first = 0; first < requests.length; first += 50) {
    const answers = await Promise.all(
      requests.slice(first, first + 50).map(({ method, params }) => wire.request(method, params)),
    );
    for (const [i, { result, error }] of answers.entries()) {
      const { name = "" } = (requests[first + i]?.params ?? {}) as { name?: string };
      if (result?.structuredContent !== undefined) good.set(name, (good.get(name) ?? 0) + 1);
      expect((result === undefined) !== (error === undefined)).toBe(true);
      const isTool = result !== undefined && Array.isArray(result.content);
      if (isTool && result.isError) {
        const text = textOf(result as unknown as ToolResult);
        expect(text.length).toBeGreaterThan(10);
        if (text.startsWith("internal")) internal++;
      }
    }
  }
  // The tests would be worth little if no request were near enough to a good one.
  for (const { name } of tools) expect([name, (good.get(name) ?? 0) > REQUESTS / 200]).toEqual([name, true]);
  expect(internal).toBe(0);
  const last = await wire.call("search_repo_context", { keywords: ["snow_melt"], directory: repo.dir });
  expect(textOf(last)).toContain("src/snow.py");
  expect((await wire.end()).exitCode).toBe(0);
  expect(wire.noise).toEqual([]);
  expect(await wire.stderr).not.toContain("ERROR");
}, 120_000);
