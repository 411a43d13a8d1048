/** A language that nobody knows becomes known by its folder alone: in a copy of the tree, which is built anew. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { CallsResult, OutlineResult } from "../../src/request/graph-request.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { type Outcome, type RunOptions, type World, world } from "../world.ts";

setDefaultTimeout(120_000);

const root = resolve(import.meta.dir, "..", "..");

/** The folder of a language whose grammar is that of Solidity. */
const TOY: Readonly<Record<string, string>> = {
  "names.ts": `import type { LanguageNames } from "../types.ts";

export const names: LanguageNames = { language: "toy", files: "toy" };
`,
  "grammar.json": JSON.stringify({
    wasm: "@repomix/tree-sitter-wasms/out/tree-sitter-solidity.wasm",
    project: "tree-sitter-solidity",
    license: "MIT",
    copyright: "Copyright (c) its contributors",
  }),
  "grammar.ts": `import file from "../../../build/grammars/toy.bin" with { type: "file" };
import type { LanguageGrammar } from "../types.ts";
import locals from "./locals.scm" with { type: "text" };
import symbols from "./symbols.scm" with { type: "text" };

export const grammar: LanguageGrammar = {
  file,
  symbols: [symbols],
  locals: [locals],
  sample: "contract golden { }",
};
`,
  "lines.ts": `import type { LineRules } from "../types.ts";

export const lines: LineRules = {
  definitions: { outer: /(?:contract|function)\\s+(\\w+)/y, inner: /function\\s+(\\w+)/y },
};
`,
  "calls.ts": `import type { LanguageCalls } from "../types.ts";

export const calls: LanguageCalls = { bareMembers: true, sees: "tree" };
`,
  "symbols.scm": `(comment) @lead
(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(function_definition name: (identifier) @name body: (_) @body) @definition.function
(call_expression function: (expression (identifier) @call.name))
(call_expression function: (expression (member_expression object: (_) @call.receiver property: (identifier) @call.name)))
`,
  "locals.scm": `(function_body) @scope
(contract_body) @scope.type
(function_definition) @function
(parameter type: (_) @type name: (identifier) @parameter)
(state_variable_declaration type: (_) @type name: (identifier) @field)
(call_expression function: (_) @inner) @call
(member_expression object: (_) @inner property: (identifier) @property) @member
(expression . (_) @inner .) @same
(type_name . (user_defined_type) @inner .) @same
(user_defined_type . (identifier) @property .) @name
`,
};

const FILES = {
  "till.toy": `// Money.
contract Till {
  Fee fee;
  function open(uint amount) public returns (uint) {
    return charge(amount);
  }
  function charge(uint amount) internal returns (uint) {
    return fee.of(amount);
  }
}
`,
  "fee.toy": `contract Fee {
  function of(uint amount) public returns (uint) {
    return half(amount);
  }
}
function half(uint amount) pure returns (uint) {
  return amount;
}
`,
};

let tree: string;
let place: World;

beforeAll(() => {
  tree = temporaryFolder("toy");
  for (const part of ["src", "workers", "tools", "build", "package.json", "tsconfig.json"])
    cpSync(join(root, part), join(tree, part), { recursive: true });
  for (const part of ["node_modules", "models"]) symlinkSync(join(root, part), join(tree, part));
  const folder = join(tree, "src", "languages", "toy");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(TOY)) writeFileSync(join(folder, name), text);
  const prepare = 'import { prepareBuild } from "./tools/prepare.ts"; await prepareBuild(process.cwd());';
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", prepare], { cwd: tree });
  if (exitCode !== 0) throw new Error(stderr.toString());
  place = world(FILES);
});
afterAll(() => removeFolder(tree));

function run(env: RunOptions["env"], ...args: string[]): Outcome {
  return place.runWith({ command: [process.execPath, join(tree, "src", "main.ts")], env }, ...args);
}

function data<Data>(...args: string[]): Data {
  return run({}, ...args, "--json").json<Data>().data;
}

test("its symbols stand in the outline", () => {
  const { symbols } = data<OutlineResult>("outline", "till.toy");
  expect(symbols.map(({ kind, name, line }) => `${line} ${kind} ${name}`)).toEqual([
    "2 class Till",
    "4 method open",
    "7 method charge",
  ]);
});

test("callers and callees are resolved, over files and by the types of fields", () => {
  const callers = (name: string) =>
    data<CallsResult>("callers", name).calls.map(({ path, line, state }) => `${path}:${line} ${state}`);
  expect(callers("half")).toEqual(["fee.toy:3 resolved"]);
  expect(callers("of")).toEqual(["till.toy:8 resolved"]);
  expect(callers("charge")).toEqual(["till.toy:5 resolved"]);
  const { calls } = data<CallsResult>("callees", "charge");
  expect(calls.map(({ to }) => to.map(({ path, line }) => `${path}:${line}`))).toEqual([["fee.toy:2"]]);
});

test("its files are indexed under its name, and its symbols are found", () => {
  expect(run({}, "index", ".").exitCode).toBe(0);
  const found = data<{ path: string; symbol: string | null }[]>("search", "charge lang:toy");
  expect(found.map(({ path, symbol }) => [basename(path), symbol])).toEqual([["till.toy", "charge"]]);
});

test("without syntax trees its lines tell", () => {
  const { lane, symbols } = run({ CIRURGIC_TS_EXTRACT: "0" }, "outline", "fee.toy", "--json").json<OutlineResult>()
    .data;
  expect({ lane, names: symbols.map(({ name }) => name) }).toEqual({ lane: "patterns", names: ["Fee", "of", "half"] });
});
