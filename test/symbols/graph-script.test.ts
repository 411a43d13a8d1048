/** Which definition a call means in JavaScript and TypeScript. */
import { expect, test } from "bun:test";
import { judged } from "./graph-world.ts";

async function check(files: Readonly<Record<string, string>>): Promise<void> {
  const { found, expected } = await judged(files);
  expect(expected.length).toBeGreaterThan(0);
  expect(found).toEqual(expected);
}

test("imports: named, renamed, default, namespace, re-exported, index files, written as .js", async () => {
  await check({
    "src/util.ts": `export function one() {}
export const two = () => one(); // one = src/util.ts:1
export default function main() {}
function inner() {}
export { inner as outer };
`,
    "src/lib/index.ts": `export * from "../util.ts";
export { one as first } from "../util.js";
export * as all from "../util";
export { default as start } from "../util";
`,
    "src/app.ts": `import run, { one as uno, outer } from "./util.js";
import * as util from "./util";
import { two, first, all, start } from "./lib";
import { readFile } from "node:fs";
import missing from "./missing";
import { far } from "@scope/far";

run(); // run = src/util.ts:3
uno(); // uno = src/util.ts:1
outer(); // outer = src/util.ts:4
util.two(); // two = src/util.ts:2
util.default(); // default = src/util.ts:3
two(); // two = src/util.ts:2
first(); // first = src/util.ts:1
all.one(); // one = src/util.ts:1
start(); // start = src/util.ts:3
readFile("a"); // readFile = external
far(); // far = external
missing(); // missing = unresolved
console.log("x"); // log = external
`,
    "old.js": `const util = require("./src/util.ts");
util.one(); // one = src/util.ts:1
`,
  });
});

test("tsconfig paths and packages of the same tree", async () => {
  await check({
    "tsconfig.json": '{\n  // aliases\n  "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["web/*"], }, },\n}',
    "web/tool.ts": "export function tool() {}\n",
    "packages/core/package.json": '{ "name": "@me/core", "main": "dist/index.js" }',
    "packages/core/src/index.ts": "export class Core { start() {} }\n",
    "web/use.ts": `import { tool } from "~/tool";
import { Core } from "@me/core";
tool(); // tool = web/tool.ts:1
new Core().start(); // start = packages/core/src/index.ts:1
new Core(); // Core = packages/core/src/index.ts:1
`,
  });
});

test("receivers: this, super, new, annotations, fields, interfaces, results, namespaces, static members", async () => {
  await check({
    "a.ts": `export interface Store {
  get(key: string): Item;
  items: Item[];
}
export class Item {
  static make(): Item { return new Item(); }
  show() {}
  size = 1;
}
class Base {
  protected item: Item | null = null;
  hello() {}
}
export class Shop extends Base {
  private stock = new Item();
  constructor(private store: Store, other) {
    super();
    this.other = other;
  }
  hello() {
    super.hello(); // hello = a.ts:12
    this.item?.show(); // show = a.ts:7
    this.item!.show(); // show = a.ts:7
    this.stock.show(); // show = a.ts:7
    this.store.get("a"); // get = a.ts:2
    this.store.get("a").show(); // show = a.ts:7
    this.store.items[0].show(); // show = a.ts:7
    this.store.items.push(this.stock); // push = external
    this.other.show(); // show = perhaps a.ts:7
    [1].forEach(() => this.hello()); // hello = a.ts:20
    Item.make().show(); // show = a.ts:7
  }
}
export namespace tools {
  export const saw = () => 1;
  export function file() {}
}
export type Alias = Item;
`,
    "b.ts": `import { tools, type Alias, Item, Shop } from "./a";
tools.saw(); // saw = a.ts:35
tools.file(); // file = a.ts:36
function use(alias: Alias, maybe?: Item) {
  alias.show(); // show = a.ts:7
  maybe?.show(); // show = a.ts:7
  (maybe as Item).show(); // show = a.ts:7
  const z = { ...tools, Item, make: Item };
  z.Item.make(); // make = a.ts:6
  for (const one of [alias]) one.show(); // show = perhaps a.ts:7
}
const items: Item[] = [];
for (const item of items) item.show(); // show = a.ts:7
items.map((use) => use()); // use = unresolved
async function later(): Promise<Item> { return new Item(); }
async function wait() {
  const item = await later();
  item.show(); // show = a.ts:7
}
use.bind(null); // bind = external
function infer() { return new Item(); }
infer().show(); // show = a.ts:7
`,
  });
});

test("parameters and local names hide what is defined elsewhere", async () => {
  await check({
    "a.ts": `function run() {}
const twice = (run: () => void) => { run(); }; // run = unresolved
function outer({ run }: { run: () => void }) {
  run(); // run = unresolved
}
function other() {
  const run = other;
  run(); // run = a.ts:6
}
try { run(); } catch (run) {} // run = a.ts:1
function Foo(Class: new () => object) {
  new Class(); // Class = unresolved
}
`,
  });
});

test("overloads are their implementation; a constant and an interface of one name are both", async () => {
  await check({
    "a.ts": `export function pick(a: string): string;
export function pick(a: number): number;
export function pick(a: unknown) { return a; }
pick(1); // pick = a.ts:3
export interface Kind { check(): void }
export const Kind = () => 1;
Kind(); // Kind = a.ts:6
function use(kind: Kind) {
  kind.check(); // check = a.ts:5
}
`,
  });
});
