/**
 * Each argument of each tool with odd values: the answer is that of the plain call that the value means, or an error that names the
 * argument. What a value means is told here once more, by the published table, and not by the code under test.
 */
import { TOOL_ENTRIES } from "../../src/mcp/catalog.ts";
import { inputSchema, type JsonSchema } from "../../src/mcp/schema.ts";
import { type World, world } from "../world.ts";
import { textOf, Wire } from "./wire.ts";

/** What clients and models have been seen to send, and what nobody should. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  "",
  " ",
  "null",
  "None",
  "5",
  " 5 ",
  "5.0",
  "1e3",
  "5x",
  "0x10",
  0,
  1,
  7,
  -1,
  1.5,
  1e300,
  2 ** 53,
  true,
  false,
  "true",
  "False",
  "yes",
  [],
  [null],
  ["", "melt"],
  ["melt", 5],
  ['["melt"]'],
  '["melt","snow"]',
  "['melt']",
  "[0]",
  "[[melt]]",
  "melt,snow",
  "md, py",
  {},
  { melt: 1 },
  [["melt"]],
  "a\0b",
  "\ud800",
  "x".repeat(3000),
  "../..",
  "~",
  "file:///nowhere/a%20b#L3-L5",
  "/nowhere/a.md:3",
  "**/*.md",
];

/** An argument that a call is refused for; `absent`: as if it were not there. */
type Meaning = { readonly value: unknown } | "absent" | "refused";

/** Lists whose items hold no comma. */
const COMMAS = new Set(["extensions", "languages"]);
/** Texts that are paths: the names of these say what a URI or a suffix adds, which test/mcp/units.test.ts tries. */
const PATHS = new Set(["path", "path_prefix", "directory", "workspace"]);

function meaningOf(name: string, property: JsonSchema, value: unknown): Meaning {
  if (value === null || value === "") return "absent";
  if (property.enum !== undefined) return value === "null" || value === "None" ? "absent" : oneOf(property.enum, value);
  switch (property.type) {
    case "integer":
      return numberOf(value);
    case "boolean":
      return booleanOf(value);
    case "array":
      return listOf(name, value);
    default:
      if (typeof value === "number" && Number.isSafeInteger(value)) return { value: String(value) };
      return typeof value === "string" ? { value } : "refused";
  }
}

function oneOf(choices: readonly unknown[], value: unknown): Meaning {
  return choices.includes(value) ? { value } : "refused";
}

function numberOf(value: unknown): Meaning {
  if (typeof value === "number") return Number.isInteger(value) ? { value } : "refused";
  if (value === "null" || value === "None") return "absent";
  return typeof value === "string" && ["5", " 5 ", "5.0"].includes(value) ? { value: 5 } : "refused";
}

function booleanOf(value: unknown): Meaning {
  if (typeof value === "boolean") return { value };
  if (value === "null" || value === "None") return "absent";
  if (value === "true") return { value: true };
  return value === "False" ? { value: false } : "refused";
}

function listOf(name: string, value: unknown): Meaning {
  if (Array.isArray(value)) return itemsOf(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? { value: [String(value)] } : "refused";
  if (typeof value !== "string") return "refused";
  if (value === '["melt","snow"]') return { value: ["melt", "snow"] };
  if (value === "[0]" || value === "['melt']") return "refused";
  return COMMAS.has(name) && !value.startsWith("[")
    ? itemsOf(value.split(",").map((item) => item.trim()))
    : { value: [value] };
}

function itemsOf(list: readonly unknown[]): Meaning {
  const items = list.filter((item) => item !== null && item !== "");
  if (items.length === 0 && list.length > 0) return "absent";
  const fits = (item: unknown) => typeof item === "string" || (typeof item === "number" && Number.isSafeInteger(item));
  return items.every(fits) ? { value: items.map(String) } : "refused";
}

/** Parts of answers that differ from call to call. */
const CLOCKS = /"(?:latency_ms|total_tokens|token_savings_pct|seconds)":[\d.]+/g;

export interface OddReport {
  readonly tools: number;
  readonly arguments: number;
  readonly values: number;
  readonly calls: number;
  readonly answered: number;
  readonly refused: number;
  /** Each call whose answer is not what the value means, and each refusal that does not name the argument. */
  readonly wrong: string[];
}

/** `share` of all calls, evenly spread. */
export async function tryOddArguments(share: number): Promise<OddReport> {
  const tree = world({
    "src/melt.py":
      "import math\n\n\ndef snow_melt(albedo):\n    return 1 - albedo\n\n\ndef pack(depth):\n    return snow_melt(depth)\n",
    "docs/melt.md": "# Melt\n\nThe snow and its melt.\n",
    "agents/deep.md": "the snow of the camshaft\n",
  });
  tree.run("index", "--no-embed", "--root", tree.path("docs"));
  const wire = new Wire(tree, ["--late", "0", "--allow", tree.dir], { env: { QUICK_SEARCH_LOG_LEVEL: "ERROR" } });
  await wire.open();
  try {
    return await tryAll(wire, tree, share);
  } finally {
    await wire.end();
  }
}

async function tryAll(wire: Wire, tree: World, share: number): Promise<OddReport> {
  const said = async (tool: string, args: Record<string, unknown>) => {
    const result = await wire.call(tool, args);
    return { isError: result.isError === true, text: textOf(result).replaceAll(CLOCKS, "") };
  };
  const counts = { tools: 0, arguments: 0, calls: 0, answered: 0, refused: 0 };
  const wrong: string[] = [];
  let at = 0;
  for (const entry of TOOL_ENTRIES) {
    const properties = Object.entries(inputSchema((await entry.load()).input).properties ?? {});
    const base = plainCall(entry.name, tree);
    // Twice: what an index run says of the first one is not what it says of all others.
    for (let i = 0; i < 2; i++) await said(entry.name, base);
    counts.tools++;
    for (const [name, property] of properties) {
      counts.arguments++;
      for (const value of ODD_VALUES) {
        if (Math.floor(++at * share) === Math.floor((at - 1) * share)) continue;
        const meaning = meaningOf(name, property, value);
        const { [name]: _, ...others } = base;
        const given = await said(entry.name, { ...others, [name]: value });
        const call = `${entry.name} ${name}=${JSON.stringify(value)?.slice(0, 60)}`;
        counts.calls++;
        counts[given.isError ? "refused" : "answered"]++;
        if (given.isError && !namesIt(given.text, name)) wrong.push(`${call}: not named: ${given.text.slice(0, 200)}`);
        if (given.text.startsWith("internal")) wrong.push(`${call}: ${given.text.slice(0, 200)}`);
        if (meaning === "refused") {
          if (!given.isError) wrong.push(`${call}: taken: ${given.text.slice(0, 200)}`);
          continue;
        }
        if (PATHS.has(name)) continue;
        const plain = await said(entry.name, meaning === "absent" ? others : { ...others, [name]: meaning.value });
        if (plain.text !== given.text)
          wrong.push(`${call}: ${given.text.slice(0, 200)} but ${plain.text.slice(0, 200)}`);
      }
    }
  }
  return { ...counts, values: ODD_VALUES.length, wrong };
}

/** The argument stands in the message as a word; the one answer for all that may not be read names the file. */
function namesIt(text: string, name: string): boolean {
  if (PATHS.has(name) && /^not_found: \/.* is not there or may not be read/.test(text)) return true;
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** A call that answers. */
function plainCall(tool: string, tree: World): Record<string, unknown> {
  const directory = tree.dir;
  switch (tool) {
    case "search_repo_context":
    case "search_focused_context":
      return { keywords: ["melt"], directory };
    case "cirurgic_search":
    case "qmd_search":
      return { query: "snow melt", workspace: directory };
    case "find_symbol":
    case "find_references":
      return { name: "snow_melt", directory };
    case "search_files":
    case "rag_search":
      return { query: "melt" };
    case "read_file":
      return { path: tree.path("docs/melt.md") };
    case "rag_index":
      return { path: tree.path("agents") };
    default:
      return {};
  }
}
