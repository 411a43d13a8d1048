/** Who calls a definition, under whatever name, and who only hands it on: the same truth in every language. */
import { describe, expect, test } from "bun:test";
import { renderCallers } from "../../src/cli/render/render-graph.ts";
import { createStyle } from "../../src/cli/style.ts";
import { findCallees, findCallers, findSymbol } from "../../src/live-search/graph/graph-search.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { world } from "../world.ts";
import { inverseOf } from "./inverse.ts";

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly of: string;
  /** `path:line`, with the state where it is not "resolved", and the type through which it is called. */
  readonly callers: readonly string[];
}

const request = { depth: 1, limit: 100 } as const;

async function callersIn(path: string, name: string): Promise<string[]> {
  const { calls } = await findCallers({ ...request, name, directory: path });
  return calls
    .map(({ path: file, line, state, through }) =>
      [`${file}:${line}`, state === "resolved" ? "" : state, through === null ? "" : `through ${through}`]
        .filter((part) => part !== "")
        .join(" "),
    )
    .sort();
}

function cases(title: string, all: Readonly<Record<string, Case>>): void {
  describe(title, () => {
    for (const [name, { files, of, callers }] of Object.entries(all))
      test(name, async () => {
        const { dir } = world(files);
        expect(await callersIn(dir, of)).toEqual([...callers].sort());
        // Whatever callees lead to, callers list.
        expect((await inverseOf(dir)).missing).toEqual([]);
      });
  });
}

cases("calls under another name", {
  "a default export": {
    files: { "logo.ts": "export default function wordmark() {}\n", "app.ts": "import W from './logo';\nW();\n" },
    of: "wordmark",
    callers: ["app.ts:2"],
  },
  "an export under another name": {
    files: {
      "a.ts": "function tick() {}\nexport { tick as tock };\n",
      "b.ts": "import { tock } from './a';\ntock();\n",
    },
    of: "tick",
    callers: ["b.ts:2"],
  },
  "super(…)": {
    files: {
      "a.ts":
        "class A {\n  constructor(n: number) {}\n}\nclass B extends A {\n  constructor() {\n    super(2);\n  }\n}\n",
    },
    of: "A",
    callers: ["a.ts:6"],
  },
  "a constant of another file": {
    files: { "a.ts": "function f() {}\nexport const a = f;\n", "b.ts": "import { a } from './a';\na();\n" },
    of: "f",
    callers: ["a.ts:2 handed_on", "b.ts:2"],
  },
  "a member of an object": {
    files: { "a.ts": "function f() {}\nexport const o = { go: f };\no.go();\no['go']();\n" },
    of: "f",
    callers: ["a.ts:2 handed_on", "a.ts:3", "a.ts:4"],
  },
  CommonJS: {
    files: { "a.js": "function f() {}\nexports.g = f;\n", "b.js": "const a = require('./a');\na.g();\n" },
    of: "f",
    callers: ["a.js:2 handed_on", "b.js:2"],
  },
  "Rust: use … as": {
    files: { "src/lib.rs": "mod a;\nuse a::b as c;\nfn main() { c(); }\n", "src/a.rs": "pub fn b() {}\n" },
    of: "b",
    callers: ["src/lib.rs:3"],
  },
  "Python: import … as, a class attribute, a variable": {
    files: {
      "a.py": "def f():\n    pass\n\ng = f\n",
      "b.py": "from a import f as h, g\nh()\ng()\n\nclass K:\n    run = h\n    def go(self):\n        self.run()\n",
    },
    of: "f",
    callers: ["a.py:4 handed_on", "b.py:2", "b.py:3", "b.py:6 handed_on", "b.py:8"],
  },
  "Go: a dot import": {
    files: {
      "go.mod": "module m\n",
      "a/a.go": "package a\n\nfunc F() {}\n",
      "main.go": 'package main\n\nimport . "m/a"\n\nfunc main() { F() }\n',
    },
    of: "F",
    callers: ["main.go:5"],
  },
  "Java: a static import": {
    files: {
      "a/A.java": "package a;\npublic class A {\n  public static void f() {}\n}\n",
      "b/B.java": "package b;\nimport static a.A.f;\nclass B {\n  void g() { f(); }\n}\n",
    },
    of: "A.f",
    callers: ["b/B.java:4"],
  },
  "Kotlin: an import under another name": {
    files: { "a.kt": "package a\nfun f() {}\n", "b.kt": "package b\nimport a.f as g\nfun h() { g() }\n" },
    of: "f",
    callers: ["b.kt:3"],
  },
  "PHP: use function … as": {
    files: {
      "a.php": "<?php\nnamespace A;\nfunction f() {}\n",
      "b.php": "<?php\nnamespace B;\nuse function A\\f as g;\ng();\n",
    },
    of: "f",
    callers: ["b.php:4"],
  },
});

cases("what is handed on is no call", {
  JavaScript: {
    files: {
      "a.js": "function isOpen() {}\n[1].filter(isOpen);\nsetTimeout(isOpen);\nisOpen.call(1);\nisOpen.bind(1);\n",
    },
    of: "isOpen",
    callers: ["a.js:2 handed_on", "a.js:3 handed_on", "a.js:4 handed_on", "a.js:5 handed_on"],
  },
  "JSX attributes": {
    files: { "a.tsx": "function save() {}\nconst v = <Button onClick={save} />;\n" },
    of: "save",
    callers: ["a.tsx:2 handed_on"],
  },
  Java: {
    files: {
      "Conv.java":
        "class Conv {\n  static int conv(int a) { return a; }\n  void run(java.util.List<Integer> l) { l.forEach(Conv::conv); }\n}\n",
    },
    of: "conv",
    callers: ["Conv.java:3 handed_on"],
  },
  Rust: {
    files: { "a.rs": "fn double(a: i32) -> i32 { a }\nfn main() { let x = vec![1].iter().map(double); }\n" },
    of: "double",
    callers: ["a.rs:2 handed_on"],
  },
  Go: {
    files: {
      "go.mod": "module m\n",
      "a/a.go": "package a\n\nfunc Log() {}\n",
      "main.go": 'package main\n\nimport "m/a"\n\nfunc main() {\n\tfn := a.Log\n\tfn()\n}\n',
    },
    of: "Log",
    callers: ["main.go:6 handed_on", "main.go:7"],
  },
  Python: {
    files: { "a.py": "def get(x):\n    return x\n\nmap(get, [1])\n\n@get\ndef other():\n    pass\n" },
    of: "get",
    callers: ["a.py:4 handed_on", "a.py:6 handed_on"],
  },
  Kotlin: {
    files: { "a.kt": "fun double(a: Int) = a\nfun main() { listOf(1).map(::double) }\n" },
    of: "double",
    callers: ["a.kt:2 handed_on"],
  },
  C: {
    files: {
      "a.c": "static int cmp(int a) { return a; }\nint main(void) {\n  sort(cmp);\n  sort(&cmp);\n  return 0;\n}\n",
    },
    of: "cmp",
    callers: ["a.c:3 handed_on", "a.c:4 handed_on"],
  },
  "C++": {
    files: { "a.cpp": "int cmp(int a) { return a; }\nint main() {\n  std::sort(cmp);\n  return 0;\n}\n" },
    of: "cmp",
    callers: ["a.cpp:3 handed_on"],
  },
  "C#": {
    files: { "a.cs": "class A {\n  static void Hear() {}\n  void Run() { Listen(Hear); }\n}\n" },
    of: "Hear",
    callers: ["a.cs:3 handed_on"],
  },
  Swift: {
    files: { "a.swift": "func hear(a: Int) {}\nfunc run() {\n  listen(hear)\n}\n" },
    of: "hear",
    callers: ["a.swift:3 handed_on"],
  },
  "a method of PHP by its name": {
    files: {
      "a.php":
        "<?php\nclass A {\n  function cmp($a, $b) {}\n  function run($list) {\n    usort($list, [$this, 'cmp']);\n    usort($list, array($this, \"cmp\"));\n    usort($list, [A::class, 'cmp']);\n    usort($list, [self::class, 'cmp']);\n    echo 'cmp', ['cmp', 'cmp'];\n  }\n}\n",
      "b.php":
        "<?php\nclass B {\n  function cmp() {}\n  function run(A $a) {\n    usort($list, [$this, 'cmp']);\n    usort($list, [$a, 'cmp']);\n  }\n}\n",
    },
    of: "A.cmp",
    callers: ["a.php:5 handed_on", "a.php:6 handed_on", "a.php:7 handed_on", "a.php:8 handed_on", "b.php:6 handed_on"],
  },
  "a function of PHP by its name": {
    files: {
      "a.php":
        "<?php\nfunction trimmed($x) {}\narray_map('trimmed', $list);\ncall_user_func(\"trimmed\", 1);\nprint('trimmed');\n$x = trimmed('trimmed');\n",
    },
    of: "trimmed",
    callers: ["a.php:3 handed_on", "a.php:4 handed_on", "a.php:6"],
  },
  "a method of Ruby by its symbol": {
    files: {
      "a.rb":
        "class A\n  before_action :check, if: :check\n  attr_writer :check\n  def check\n  end\n  private :check\n  def run\n    send(:check)\n    list.map(&method(:check))\n    self.public_send(:check)\n    puts [:check]\n  end\nend\n",
      "b.rb":
        "class B\n  before_action :check\n  def check\n  end\n  def run\n    A.new.send(:check, 1)\n    x.send(:check)\n  end\nend\n",
    },
    of: "A.check",
    callers: [
      "a.rb:2 handed_on",
      "a.rb:2 handed_on",
      "a.rb:8 handed_on",
      "a.rb:9 handed_on",
      "a.rb:10 handed_on",
      "b.rb:6 handed_on",
    ],
  },
});

cases("interfaces and overrides", {
  TypeScript: {
    files: {
      "a.ts":
        "interface Repo {\n  del(): void;\n}\nclass SqlRepo implements Repo {\n  del() {}\n}\nfunction use(repo: Repo) {\n  repo.del();\n}\n",
    },
    of: "SqlRepo.del",
    callers: ["a.ts:8 candidate through Repo"],
  },
  Java: {
    files: {
      "Repo.java": "abstract class Repo {\n  abstract void del();\n}\n",
      "SqlRepo.java": "class SqlRepo extends Repo {\n  void del() {}\n  void use(Repo r) { r.del(); }\n}\n",
    },
    of: "SqlRepo.del",
    callers: ["SqlRepo.java:3 candidate through Repo"],
  },
  Kotlin: {
    files: {
      "a.kt":
        "interface Repo {\n  fun del()\n}\nclass SqlRepo : Repo {\n  override fun del() {}\n}\nfun use(repo: Repo) { repo.del() }\n",
    },
    of: "SqlRepo.del",
    callers: ["a.kt:7 candidate through Repo"],
  },
  "C#": {
    files: {
      "a.cs":
        "interface IRepo { void Del(); }\nclass SqlRepo : IRepo {\n  public void Del() {}\n}\nclass Use {\n  void Run(IRepo r) { r.Del(); }\n}\n",
    },
    of: "SqlRepo.Del",
    callers: ["a.cs:6 candidate through IRepo"],
  },
  Python: {
    files: {
      "a.py":
        "class Repo:\n    def rem(self):\n        raise NotImplementedError\n\nclass SqlRepo(Repo):\n    def rem(self):\n        pass\n\ndef use(repo: Repo):\n    repo.rem()\n",
    },
    of: "SqlRepo.rem",
    callers: ["a.py:10 candidate through Repo"],
  },
  Go: {
    files: {
      "a.go":
        "package a\n\ntype Repo interface{ Del() }\n\ntype Sql struct{}\n\nfunc (s *Sql) Del() {}\n\nfunc use(r Repo) { r.Del() }\n",
    },
    of: "Sql.Del",
    callers: ["a.go:9 candidate through Repo"],
  },
  Rust: {
    files: {
      "a.rs":
        "trait Repo { fn del(&self); }\nstruct Sql;\nimpl Repo for Sql {\n    fn del(&self) {}\n}\nfn use_it(r: &dyn Repo) { r.del(); }\n",
    },
    of: "Sql.del",
    callers: ["a.rs:6 candidate through Repo"],
  },
  PHP: {
    files: {
      "a.php":
        "<?php\ninterface Repo { function del(); }\nclass Sql implements Repo {\n  function del() {}\n}\nfunction use_it(Repo $r) { $r->del(); }\n",
    },
    of: "Sql.del",
    callers: ["a.php:6 candidate through Repo"],
  },
  Swift: {
    files: {
      "a.swift":
        "protocol Repo {\n  func del()\n}\nclass Sql: Repo {\n  func del() {}\n}\nfunc use(r: Repo) {\n  r.del()\n}\n",
    },
    of: "Sql.del",
    callers: ["a.swift:8 candidate through Repo"],
  },
});

cases("a declaration and its definition are one", {
  C: {
    files: {
      "calc.h": "int add(int a, int b);\n",
      "calc.c": '#include "calc.h"\nint add(int a, int b) { return a + b; }\n',
      "app.c": '#include "calc.h"\nint main(void) { return add(1, 2); }\n',
    },
    of: "add",
    callers: ["app.c:2"],
  },
  "C++": {
    files: {
      "a.h": "class A {\n public:\n  int f(int x);\n};\n",
      "a.cpp": '#include "a.h"\nint A::f(int x) { return x; }\n',
      "b.cpp": '#include "a.h"\nint g(A* a) { return a->f(1); }\n',
    },
    of: "A.f",
    callers: ["b.cpp:2"],
  },
});

cases("what the language forbids is no candidate", {
  "a method of Go is no function of a package": {
    files: { "a.go": "package a\n\ntype T struct{}\n\nfunc (t T) Run() {}\n\nfunc use() { Run() }\n" },
    of: "T.Run",
    callers: [],
  },
  "super() without bases": {
    files: { "a.py": "class A:\n    def hello(self):\n        super().hello()\n" },
    of: "A.hello",
    callers: [],
  },
  "a static function of another file": {
    files: { "a.c": "static int f(void) { return 1; }\n", "b.c": "int g(void) { return f(); }\n" },
    of: "f",
    callers: [],
  },
});

test("computed calls are unresolved, never absent; a literal key is resolved", async () => {
  const { dir: path } = world({
    "a.js":
      "function save() {}\nconst o = { save };\nfunction run(table, k, c, a, b) {\n  table[k]();\n  o['save']();\n  (c ? a : b)();\n}\n",
    "a.py": "T = {}\ndef go(k):\n    T[k]()\n",
  });
  const of = async (name: string) => {
    const { calls } = await findCallees({ ...request, name, directory: path });
    return calls.map(
      ({ line, state, call, to }) => `${line} ${state} ${call}${to.map((one) => ` ${one.name}`).join("")}`,
    );
  };
  expect(await of("run")).toEqual(["4 unresolved table[k]", "5 resolved save save", "6 unresolved (c ? a : b)"]);
  expect(await of("go")).toEqual(["3 unresolved T[k]"]);
});

test("callees go on into the one implementation of what is declared", async () => {
  const { dir: path } = world({
    "a.ts":
      "interface Repo {\n  del(): void;\n}\nclass SqlRepo implements Repo {\n  del() { log(); }\n}\nfunction log() {}\nfunction use(repo: Repo) {\n  repo.del();\n}\n",
    "calc.h": "int add(int a);\n",
    "calc.c": '#include "calc.h"\nint one(void) { return 1; }\nint add(int a) { return one(); }\n',
    "app.c": '#include "calc.h"\nint start(void) { return add(1); }\n',
  });
  const of = async (name: string) =>
    (await findCallees({ ...request, depth: 2, name, directory: path })).calls.map(
      ({ depth, call }) => `${depth} ${call}`,
    );
  expect(await of("use")).toEqual(["1 repo.del", "2 log"]);
  expect(await of("start")).toEqual(["1 add", "2 one"]);
});

test("where else a name stands is counted by kind", async () => {
  const { dir: path } = world({
    "a.py": "def save():\n    pass\n# save is old\n",
    "b.txt": "save\n",
    "c.py": "import a\nprint(a.save)\n",
  });
  const { mentions } = await findCallers({ ...request, name: "save", directory: path });
  expect(mentions).toEqual({ other_names: 0, handed_on: 1, not_read: 1, text: 1 });
});

test("a method of an impl block bears its type once", async () => {
  const { dir } = world({ "a.rs": "struct Worker;\nimpl Worker {\n    fn new() -> Self { Worker }\n}\n" });
  const { definitions } = await findSymbol({ name: "new", limit: 10, directory: dir });
  expect(definitions.map(({ name }) => name)).toEqual(["Worker.new"]);
});

test("Go's declarations in one line are no errors", async () => {
  const reader = await openSymbolReader(["go"]);
  const { symbols, partial } = reader.symbols("package a\n\nconst ( C1 = iota; C2 )\n", "go");
  expect(symbols.map(({ name }) => name)).toEqual(["C1", "C2"]);
  expect(partial).toBe(false);
});

test("people see which of several definitions is called, and what is handed on", async () => {
  const { dir } = world({
    "a.py": "def save():\n    pass\n",
    "b.py": "def save():\n    pass\n\nsave()\nprint(save)\n",
  });
  const result = await findCallers({ ...request, name: "save", directory: dir });
  const text = renderCallers(result, createStyle(false, null), dir);
  expect(text).toContain("→ save b.py:1");
  expect(text).toContain("handed on: save b.py:1");
});
