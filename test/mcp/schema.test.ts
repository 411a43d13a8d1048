/** The schemas that clients see: plain enough for every model, and the published file says the same. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { chooseTools, TOOL_ENTRIES } from "../../src/mcp/catalog.ts";
import { inputSchema, type JsonSchema, outputSchema } from "../../src/mcp/schema.ts";
import { listedTools } from "../../src/mcp/tool-list.ts";
import { contextRequestSchema } from "../../src/request/context-request.ts";
import { focusRequestSchema } from "../../src/request/focus-request.ts";

const tools = await listedTools(TOOL_ENTRIES);
const published = readFileSync(join(import.meta.dir, "..", "..", "docs", "mcp-tools.json"), "utf8");

describe("tool schemas", () => {
  test("docs/mcp-tools.json holds what `bun tools/mcp-tools.ts` writes", () => {
    expect(published).toBe(`${JSON.stringify({ tools }, null, 2)}\n`);
  });

  test("docs/mcp.md lists the tools with their groups", () => {
    const guide = readFileSync(join(import.meta.dir, "..", "..", "docs", "mcp.md"), "utf8");
    const rows = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, group]) => [name, group]);
    expect(rows).toEqual(TOOL_ENTRIES.map(({ name, group }) => [name, group]));
  });

  test.each(tools.map((tool) => [tool.name, tool] as const))("%s: no unions, no references (ck#106)", (_, tool) => {
    const found = keysOf({ input: tool.inputSchema, output: tool.outputSchema });
    for (const key of ["anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "definitions", "if", "propertyNames"]) {
      expect(found).not.toContain(key);
    }
    for (const type of typesOf({ input: tool.inputSchema, output: tool.outputSchema })) expect(type).toBeString();
  });

  // googleapis/python-genai: the converter throws at additionalProperties; others at choices of numbers, or drop the rest.
  const SHOWN = ["type", "properties", "required", "items", "description", "enum"];

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    "%s: only what every client converts is published",
    (_, tool) => {
      for (const key of keysOf(tool.inputSchema)) expect(SHOWN).toContain(key);
      for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect([name, property.type]).toEqual([name, expect.any(String)]);
        if (property.enum !== undefined) expect([name, property.type]).toEqual([name, "string"]);
      }
      expect(tool.title).not.toBe("");
      expect(tool.description.length).toBeGreaterThan(60);
      expect(Object.values(tool.annotations)).not.toContain(undefined);
    },
  );

  test("each argument is explained by a tool of its group, unless its name says all", () => {
    const plain = new Set(["languages", "subpath", "start_line", "end_line", "name", "query", "limit"]);
    for (const { group } of TOOL_ENTRIES) {
      const members = TOOL_ENTRIES.filter((entry) => entry.group === group).map(({ name }) => name);
      const properties = tools
        .filter(({ name }) => members.includes(name))
        .flatMap(({ inputSchema: { properties = {} } }) => Object.entries(properties));
      const explained = new Set(properties.flatMap(([name, { description }]) => (description ? [name] : [])));
      const silent = properties.map(([name]) => name).filter((name) => !explained.has(name) && !plain.has(name));
      expect(silent).toEqual([]);
    }
  });

  test.each([
    ["search_repo_context", "cirurgic_search"],
    ["search_repo_context", "search_focused_context"],
    ["cirurgic_search", "qmd_search"],
    ["cirurgic_search", "find_references"],
    ["search_files", "rag_search"],
    ["search_files", "read_file"],
  ])("of %s and %s one says when to take the other", (one, other) => {
    const told = (name: string) => tools.find((tool) => tool.name === name)?.description ?? "";
    expect(told(one).includes(other) || told(other).includes(one)).toBe(true);
  });

  test("the list costs a model at most 2,700 tokens of 3.8 characters, each group 900", () => {
    const cost = (names: readonly string[]) =>
      tools
        .filter(({ name }) => names.includes(name))
        .reduce(
          (sum, { name, description, inputSchema }) => sum + JSON.stringify({ name, description, inputSchema }).length,
          0,
        ) / 3.8;
    expect(cost(tools.map(({ name }) => name))).toBeLessThan(2700);
    for (const group of new Set(TOOL_ENTRIES.map((entry) => entry.group))) {
      const members = TOOL_ENTRIES.filter((entry) => entry.group === group).map(({ name }) => name);
      expect([group, cost(members) < 900]).toEqual([group, true]);
    }
  });

  test("names and defaults of the live tools stay as clients know them", () => {
    const inputs = new Map([
      ["search_repo_context", inputSchema(contextRequestSchema)],
      ["search_focused_context", inputSchema(focusRequestSchema)],
    ]);
    const input = (name: string) => inputs.get(name);
    const context = input("search_repo_context");
    expect(Object.keys(context?.properties ?? {}).sort()).toEqual([
      "directory",
      "include_diagnostics",
      "keywords",
      "lines_after",
      "lines_before",
      "match_mode",
      "max_files",
      "max_snippets",
      "max_total_lines",
      "output_mode",
      "paths_exclude_glob",
      "paths_include_glob",
      "prefer_source_files",
      "query_id",
      "subpath",
    ]);
    expect(defaultsOf(context)).toEqual({
      match_mode: "substring",
      output_mode: "compact",
      include_diagnostics: false,
      lines_before: 24,
      lines_after: 40,
      prefer_source_files: true,
    });
    expect(context?.required).toBeUndefined();
    const focus = input("search_focused_context");
    expect(Object.keys(focus?.properties ?? {}).sort()).toEqual([
      "directory",
      "file_paths",
      "keywords",
      "match_mode",
      "max_blocks",
      "max_blocks_per_file",
      "max_files",
      "max_total_lines",
      "paths_exclude_glob",
      "paths_include_glob",
      "query_id",
      "subpath",
    ]);
    expect(defaultsOf(focus)).toEqual({
      match_mode: "substring",
      max_files: 3,
      max_blocks: 6,
      max_blocks_per_file: 2,
      max_total_lines: 400,
    });
    expect(focus?.required).toBeUndefined();
  });
});

describe("schemas made from zod", () => {
  const schema = z.strictObject({
    page: z.int().nullable().describe("Page"),
    kind: z.enum(["a", "b"]).nullable(),
    counts: z.record(z.string(), z.int()),
    limit: z.int().min(1).max(5).default(2).describe("Limit"),
  });

  test("output: what may be null is left out, so it is not required; objects stay open", () => {
    const json = outputSchema(schema);
    expect(json.additionalProperties).toBeUndefined();
    expect(json.properties?.page).toEqual({ type: "integer", description: "Page" });
    expect(json.required).not.toContain("page");
    expect(json.properties?.kind).toEqual({ type: "string", enum: ["a", "b"] });
    expect(json.properties?.counts).toEqual({ type: "object", additionalProperties: { type: "integer" } });
  });

  test("input: closed, defaults are not required", () => {
    const json = inputSchema(schema.pick({ limit: true }));
    expect(json).toEqual({
      type: "object",
      properties: { limit: { type: "integer", minimum: 1, maximum: 5, default: 2, description: "Limit" } },
      additionalProperties: false,
    });
  });
});

describe("--tools and --read-only", () => {
  test("choose by group", () => {
    const names = chooseTools({ groups: ["context,files"], without: [], readOnly: false }).map(({ group }) => group);
    expect(new Set(names).has("context")).toBe(true);
    expect(chooseTools({ groups: [], without: [], readOnly: false })).toEqual([...TOOL_ENTRIES]);
  });

  test("--read-only leaves out what writes", () => {
    expect(chooseTools({ groups: [], without: [], readOnly: true }).filter(({ writes }) => writes)).toEqual([]);
  });

  test("an unknown group is named, with the nearest", () => {
    expect(() => chooseTools({ groups: ["contxt"], without: [], readOnly: false })).toThrow(/"contxt"/);
    expect(() => chooseTools({ groups: [","], without: [], readOnly: false })).toThrow(/no group/);
  });

  test("each entry loads the tool of its name", async () => {
    for (const entry of TOOL_ENTRIES) expect((await entry.load()).name).toBe(entry.name);
  });
});

function defaultsOf(schema: JsonSchema | undefined): Record<string, unknown> {
  const entries = Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, property.default] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Keywords of the schemas: keys of every object that is a schema, not those of `properties`. */
function keysOf(value: unknown, isSchema = true): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isSchema ? [key] : []),
    ...keysOf(inner, key !== "properties"),
  ]);
}

function typesOf(value: unknown, isSchema = true): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => typesOf(item));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (isSchema && key === "type") return [inner];
    return typesOf(inner, key !== "properties");
  });
}
