/** Calls that no one makes on purpose: every command with odd words, every option of it with odd values. */

import { z } from "zod";
import { CATALOG } from "../../src/cli/registry.ts";
import { optionSpecs, tableOf } from "../../src/cli/request-table.ts";
import { failureSchema, successSchema } from "../../src/request/envelope.ts";
import { type Files, type Outcome, world } from "../world.ts";

/** What the calls run on. */
const ODD_FILES: Files = {
  "a.md": "# Title\n\nThe golden bearing was inspected.\n",
  "b.ts": "export function parseHeader(line: string) {\n  return line.trim();\n}\nparseHeader('x');\n",
  "sub/new\nline.md": "golden newline\n",
  "sub/\x1b[31mred\x07.md": "golden escape\n",
  "sub/bad\udcff.md": "golden bytes\n",
  "sub/-dash.md": "golden dash\n",
  "sub/--json": "golden json\n",
  "sub/ .md": "golden blank\n",
  empty: "",
  broken: { link: "nowhere" },
  cycle: { link: "." },
  "c.toml": "chunk_size = 900\n",
};

/** Those that run until they are stopped. */
const ENDLESS = ["watch", "serve"];
const COMMANDS = CATALOG.entries.map(({ name }) => name).filter((name) => !ENDLESS.includes(name));

const WORDS = [
  ..."| |-|--|---|-x|--nope|--json=1|-5|NaN|1e999|٣|🐘|../x|/proc/self/mem|/dev/null|broken|cycle|a.md|a.md/|sub".split(
    "|",
  ),
  ...'/nowhere/x|~nobody/x|a\nb|sub/new\nline.md|\x1b[31m|\u202e|"unbalanced|*|OR|((|ext:|after:x|symbol:|--limit|--data-dir'.split(
    "|",
  ),
  ..."--data-dir=|--color=x|--jobs=-1|--help=1|--config=c.toml|--config=a.md".split("|"),
  "x".repeat(100_000),
];
const VALUES = [
  "",
  "0",
  "-1",
  "1",
  "2.5",
  "NaN",
  "9".repeat(30),
  "0x10",
  "٣",
  " 5",
  "x",
  "🐘",
  "[",
  "*",
  "\x1b[31m\n",
  "a/../..",
];

/** What a command needs to be anything but a usage error. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  search: ["golden"],
  read: ["a.md"],
  context: ["golden"],
  focus: ["header"],
  symbol: ["parseHeader"],
  callers: ["parseHeader"],
  callees: ["parseHeader"],
  outline: ["b.ts"],
  code: ["parse header"],
  export: ["out.csv"],
  import: ["out.csv"],
  restore: ["none.zip"],
  completion: ["bash"],
  setup: ["codex"],
  "config roots add": ["sub"],
  "config roots remove": ["sub"],
};

/** Makes every `step`th of the calls and yields those whose answer is none. */
export function* faultyCalls(step: number): Generator<{ readonly call: readonly string[]; readonly fault: string }> {
  using w = world(ODD_FILES);
  let last = "";
  for (const [i, call] of oddCalls().entries()) {
    if (i % step !== 0) continue;
    // A call may have cleared the index, or replaced its roots.
    if (call[0] !== last) w.run("index", "--root", ".", "--no-embed");
    if (last === "") w.run("export", "out.csv");
    last = call[0] ?? "";
    const fault = faultOf(w.run("--json", ...call));
    if (fault !== null) yield { call, fault };
  }
}

/** Every call, the same ones in the same order each time; without `--json`. */
function oddCalls(): string[][] {
  return COMMANDS.flatMap((command) => {
    const name = command.split(" ");
    const options = optionSpecs(tableOf(command)).flatMap(({ long, kind }) => {
      const given = [...name, ...(GIVEN[command] ?? [])];
      if (kind === "flag") return [[...given, long, long]];
      return VALUES.map((value) => [...given, `${long}=${value}`]);
    });
    return [...WORDS.map((word) => [...name, word]), ...options].map((call) =>
      command === "index" ? ["index", "--no-embed", ...call.slice(1)] : call,
    );
  });
}

const anyAnswer = successSchema(z.unknown());

/** What is wrong with the answer to a call with `--json`; null when nothing is. */
function faultOf({ stdout, stderr, exitCode }: Outcome): string | null {
  if (stderr !== "") return `stderr: ${stderr.slice(0, 200)}`;
  if (stdout.indexOf("\n") !== stdout.length - 1) return `not one line: ${stdout.slice(0, 200)}`;
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return `no JSON: ${stdout.slice(0, 200)}`;
  }
  if (anyAnswer.safeParse(answer).success) return [0, 1, 2].includes(exitCode ?? -1) ? null : `exit ${exitCode}`;
  const failure = failureSchema.safeParse(answer);
  if (!failure.success) return `neither answer nor error: ${stdout.slice(0, 200)}`;
  const { code, message } = failure.data.error;
  if (exitCode !== 2) return `exit ${exitCode} with an error`;
  return code === "internal" || message.includes("undefined") ? `${code}: ${message}` : null;
}
