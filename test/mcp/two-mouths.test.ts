/** The command line and MCP are two mouths on the same functions: 200 requests through both give the same answers. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { searchContext } from "../../src/live-search/context.ts";
import { searchFocused } from "../../src/live-search/focus.ts";
import { contextRequestSchema } from "../../src/request/context-request.ts";
import { focusRequestSchema } from "../../src/request/focus-request.ts";
import { rounds } from "../rounds.ts";
import { world } from "../world.ts";
import { REPOSITORY } from "./repository.ts";
import { Wire } from "./wire.ts";

const SEED = 200;
const word = fc.constantFrom(
  "snow",
  "melt",
  "albedo",
  "snow_melt",
  "SnowPack",
  "glacier",
  "ice",
  "return",
  "snow melt",
  "zzqx",
);
const keywords = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const shared = {
  match_mode: fc.constantFrom("substring", "word", "identifier"),
  subpath: fc.constantFrom("src", "docs", "src/snow.py"),
  paths_include_glob: fc.constantFrom("**/*.py", "src/**", "*.md"),
  paths_exclude_glob: fc.constantFrom("**/glacier/*", "tests/**"),
  max_files: fc.integer({ min: 1, max: 20 }),
  max_total_lines: fc.integer({ min: 1, max: 400 }),
};
const contextArguments = fc.record(
  {
    keywords,
    ...shared,
    output_mode: fc.constantFrom("compact", "full"),
    include_diagnostics: fc.boolean(),
    max_snippets: fc.integer({ min: 1, max: 10 }),
    lines_before: fc.integer({ min: 0, max: 30 }),
    lines_after: fc.integer({ min: 0, max: 50 }),
    prefer_source_files: fc.boolean(),
  },
  { requiredKeys: ["keywords"] },
);
const focusArguments = fc.record(
  {
    keywords,
    ...shared,
    file_paths: fc.subarray(["src/snow.py", "src/energy.py", "docs/snow.md"], { minLength: 1 }),
    max_blocks: fc.integer({ min: 1, max: 10 }),
    max_blocks_per_file: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: ["keywords"] },
);

describe("one request, two mouths", () => {
  test("200 requests: MCP says what the functions return", async () => {
    const repo = world(REPOSITORY);
    const wire = new Wire(repo, [], { env: { QUICK_SEARCH_LOG_LEVEL: "ERROR" } });
    await wire.open();
    const directory = repo.dir;
    for (const args of fc.sample(contextArguments, { seed: SEED, numRuns: rounds(120) })) {
      const ours = await searchContext(contextRequestSchema.parse({ ...args, directory }));
      const theirs = await wire.call("search_repo_context", { ...args, directory });
      expect(theirs.structuredContent).toEqual(JSON.parse(JSON.stringify(ours)));
    }
    for (const args of fc.sample(focusArguments, { seed: SEED, numRuns: rounds(80) })) {
      const request = focusRequestSchema.parse({ ...args, directory });
      const ours = await searchFocused(request).catch((error: Error) => error.message);
      const theirs = await wire.call("search_focused_context", { ...args, directory });
      if (typeof ours === "string") expect(theirs.content[0]?.text).toContain(ours);
      else expect(theirs.structuredContent).toEqual(JSON.parse(JSON.stringify(ours)));
    }
    expect((await wire.end()).exitCode).toBe(0);
  }, 60_000);

  test("a tenth of them through the command line itself", async () => {
    const repo = world(REPOSITORY);
    const wire = new Wire(repo, [], { env: { QUICK_SEARCH_LOG_LEVEL: "ERROR" } });
    await wire.open();
    for (const [command, tool, samples] of [
      ["context", "search_repo_context", fc.sample(contextArguments, { seed: SEED, numRuns: rounds(12) })],
      ["focus", "search_focused_context", fc.sample(focusArguments, { seed: SEED, numRuns: rounds(8) })],
    ] as const) {
      for (const args of samples) {
        const printed = repo.run(command, ...commandLine(args), "--json");
        const said = await wire.call(tool, args);
        const { ok, data, error } = printed.json();
        if (ok) expect(said.structuredContent).toEqual(data as Record<string, unknown>);
        else expect(said.content[0]?.text).toContain(error.message);
      }
    }
    expect((await wire.end()).exitCode).toBe(0);
  }, 60_000);
});

/** Arguments of a tool as options: flags whose default is true have a `--no-` form. */
function commandLine({ keywords: words, ...options }: { keywords: string[] } & Record<string, unknown>): string[] {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    const option = name.replaceAll("_", "-");
    if (value === undefined) return [];
    if (name === "prefer_source_files") return value === false ? [`--no-${option}`] : [];
    if (typeof value === "boolean") return value ? [`--${option}`] : [];
    if (Array.isArray(value)) return value.flatMap((item) => [`--${option}`, String(item)]);
    return [`--${option}`, String(value)];
  });
  return [...words, ...flags];
}
