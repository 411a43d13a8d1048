/**
 * No tool and no command shows a file outside of what it may read, however the way there is spelled. The arguments come
 * from the tools' own schemas, so that a new tool or a new path argument is tried without being named here.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { ListedTool } from "../../src/mcp/tool-list.ts";
import { Wire } from "../mcp/wire.ts";
import { type World, world } from "../world.ts";

/** Stands in files that must not be seen, and in nothing else. */
const SECRET = "xyzzyloot";
/** What a file that may be seen holds, found by the same words. */
const OWN = "harbourlight";
const WORDS = `${SECRET} ${OWN}`;

/** Arguments that name places. */
const PLACES = new Set([
  "directory",
  "workspace",
  "subpath",
  "path",
  "path_prefix",
  "file_paths",
  "paths_include_glob",
  "include_glob",
]);
/** What other arguments need to be for the call to get as far as reading. */
const REST: Readonly<Record<string, unknown>> = { keywords: [OWN, SECRET], query: WORDS, since: "52w", name: OWN };

let w: World;
let wire: Wire;
let tools: readonly ListedTool[];

beforeAll(async () => {
  w = world({
    "share/own.md": `${OWN}\n\ndef ${OWN}():\n    pass\n`,
    "share/own.py": `def ${OWN}():\n    return 1\n`,
    "share/.gitignore": "ignored/\n",
    "share/ignored/loot.md": `${OWN} ${SECRET}`,
    "share/link.md": { link: "../share-secret/loot.md" },
    "share/folder": { link: "../share-secret" },
    "share/twice.md": { link: "link.md" },
    "share/proc": { link: "/proc/self/cwd" },
    "share-secret/loot.md": `${OWN} ${SECRET}`,
    "share-secret/loot.py": `def ${SECRET}():\n    return "${OWN} ${SECRET}"\n`,
    "Share/loot.md": `${OWN} ${SECRET}`,
    "agent/loot.md": `${OWN} ${SECRET}`,
  });
  symlinkSync(w.path("share"), join(w.base, "alias"));
  expect(w.run("index", "--root", w.path("share"), "--json").exitCode).toBe(0);
  wire = new Wire(w, ["--allow", w.path("share")], { cwd: w.path("share") });
  await wire.open();
  tools = (await wire.request("tools/list")).result?.tools as readonly ListedTool[];
});

afterAll(async () => {
  await wire.end();
});

/** Ways to what may not be seen, from the folder that may. */
function spellings(): string[] {
  const share = w.path("share");
  return [
    w.path("share-secret"),
    w.path("share-secret", "loot.md"),
    w.path("Share", "loot.md"),
    w.path("agent"),
    w.dir,
    "/",
    "/proc/self/cwd",
    `/proc/self/root${w.path("share-secret", "loot.md")}`,
    `${share}/../share-secret/loot.md`,
    `${share}/./../share-secret`,
    `${share}/x/../../share-secret/loot.md`,
    `${share}-secret`,
    `${share}/..%2fshare-secret/loot.md`,
    `${share}/link.md`,
    `${share}/twice.md`,
    `${share}/folder`,
    `${share}/folder/loot.md`,
    `${share}/proc/loot.md`,
    `${share}/ignored/loot.md`,
    `${join(w.base, "alias")}/../share-secret/loot.md`,
    `${join(w.base, "alias")}/link.md`,
    `${share}\0/../share-secret/loot.md`,
    `file://${w.path("share-secret", "loot.md")}`,
    "~/../files/share-secret/loot.md",
    "../share-secret/loot.md",
    "..",
    "folder/loot.md",
    "link.md",
    "ignored/loot.md",
    "../**",
    "{..,.}/share-secret/**",
    "**/loot.md",
    "..\\share-secret\\loot.md",
  ];
}

/** Tools for which a path is a root: naming an ignored file there is how it is asked for, as with `index`. */
const MAKES_ROOTS = new Set(["rag_index"]);

/** The calls of a tool: each place argument in each spelling, others as far as they are required. */
function calls({ name: tool, inputSchema }: ListedTool): Record<string, unknown>[] {
  const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, { readonly type?: string }>);
  const required = new Set(inputSchema.required as readonly string[] | undefined);
  const base: Record<string, unknown> = {};
  for (const [name] of properties) {
    if (name in REST && (required.has(name) || name === "keywords" || name === "query")) base[name] = REST[name];
    else if (required.has(name) && !PLACES.has(name)) throw new Error(`what is ${name}? Say it in REST or PLACES`);
  }
  if (required.has("path")) base.path = w.path("share");
  const places = properties.filter(([name]) => PLACES.has(name));
  return [
    base,
    ...places.flatMap(([name, { type }]) =>
      spellings()
        .filter((spelling) => !(MAKES_ROOTS.has(tool) && spelling.includes("ignored")))
        .map((spelling) => ({ ...base, [name]: type === "array" ? [spelling] : spelling })),
    ),
  ];
}

describe("over MCP", () => {
  test("no tool shows what lies outside, is a link or is ignored", async () => {
    expect(tools.length).toBeGreaterThan(4);
    const seen: string[] = [];
    let own = 0;
    for (const tool of tools) {
      // It takes the words' index away, which is its task.
      if (tool.name === "rag_clear") continue;
      for (const args of calls(tool)) {
        const result = await wire.call(tool.name, args);
        // What the caller said himself may be repeated.
        const said = JSON.stringify(result).replaceAll(WORDS, "");
        if (shows(said)) seen.push(`${tool.name} ${JSON.stringify(args)}: ${said.slice(0, 300)}`);
        if (said.includes(OWN)) own += 1;
      }
    }
    expect(seen).toEqual([]);
    // The calls do get as far as reading.
    expect(own).toBeGreaterThan(tools.length);
  }, 240_000);
});

/** The secret, with something that only its file says. */
function shows(said: string): boolean {
  return said.includes(`${OWN} ${SECRET}`) || said.includes(`[[${SECRET}]]`) || said.includes(`def ${SECRET}`);
}

describe("on the command line", () => {
  test("read gives one answer for all that may not be read", () => {
    const codes = new Set(
      spellings()
        .filter((spelling) => !spelling.includes("\0"))
        .map((spelling) => {
          const outcome = w.runWith({ cwd: w.path("share") }, "read", spelling, "--json");
          expect([spelling, shows(outcome.stdout)]).toEqual([spelling, false]);
          return outcome.json().error?.code ?? `read ${spelling}`;
        }),
    );
    expect([...codes]).toEqual(["not_found"]);
  }, 120_000);

  test("live commands stay beneath the directory", async () => {
    const given = spellings().filter((spelling) => !spelling.includes("\0"));
    for (const [command, ...words] of [
      ["context", OWN, SECRET],
      ["focus", OWN, SECRET],
      ["code", WORDS],
    ] as const) {
      const outcomes = given.map((subpath) =>
        w.runAsync({ cwd: w.path("share") }, command, ...words, "--subpath", subpath, "--json"),
      );
      const shown = (await Promise.all(outcomes)).map(({ stdout }) => shows(stdout.replaceAll(WORDS, "")));
      expect(given.filter((_, i) => shown[i])).toEqual([]);
    }
  }, 240_000);
});
