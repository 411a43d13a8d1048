/** Each language: a small file, and the definitions a reader would name, with the line its section starts on. */
import { describe, expect, test } from "bun:test";
import { processorMs } from "../processor-time.ts";
import { borderLines, outline, read } from "./read.ts";

interface Sample {
  readonly file: string;
  readonly source: string;
  readonly found: readonly string[];
}

const SAMPLES: readonly Sample[] = [
  {
    file: "a.ts",
    source: [
      'import x from "y";',
      "",
      "/** Adds. */",
      "export async function add(a: number) {",
      "  return a;",
      "}",
      "@sealed",
      "export default class Foo<T> extends Bar {",
      "  #count = 0;",
      "  private async load(id: string): Promise<T> {",
      "    if (id) {",
      "    }",
      "  }",
      "  get size() {",
      "  }",
      "}",
      "export interface Shape { a: 1 }",
      "export type Alias = string;",
      "declare module Names {}",
      "export const enum Kind { A }",
      "const run = async (x) => x;",
      "export const LIMIT = 5;",
      "let plain = 3;",
      'describe("x", () => {',
      '  it("y", () => {',
      "  });",
      "});",
      "exports.helper = function () {};",
      "Foo.prototype.bar = function () {};",
      "module.exports = { a };",
    ].join("\n"),
    found: [
      "1 add@3",
      "1 Foo@7",
      "2 load@10",
      "2 size@14",
      "1 Shape@17",
      "1 Alias@18",
      "1 Names@19",
      "1 Kind@20",
      "1 run@21",
      "1 LIMIT@22",
      "1 @23",
      "1 helper@28",
      "1 bar@29",
      "1 @30",
    ],
  },
  {
    file: "a.py",
    source:
      "import os\n\n# About f\n@decorated(\"x\")\ndef f(x):\n    def inner():\n        pass\n\nclass C(Base):\n    async def m(self):\n        pass\n\nif __name__ == '__main__':\n    f(1)\n",
    found: ["1 f@3", "1 C@9", "2 m@10", "1 @13"],
  },
  {
    file: "a.go",
    source:
      "package x\n\n// Serve serves.\nfunc (s *Server) Serve(c Conn) error {\n\treturn nil\n}\n\ntype Server struct {\n}\nfunc New() {}\n",
    found: ["1 Serve@3", "1 Server@8", "1 New@10"],
  },
  {
    file: "a.rs",
    source:
      "#[derive(Debug)]\npub struct P<T> { x: T }\n\nimpl<T: Clone> Show for P<T> {\n    pub(crate) async unsafe fn draw(&self) {}\n}\nimpl P<u8> {}\nmacro_rules! mac { () => {} }\npub const MAX: u8 = 1;\npub trait Show {}\n",
    found: ["1 P@1", "1 P@4", "2 draw@5", "1 P@7", "1 mac@8", "1 MAX@9", "1 Show@10"],
  },
  {
    file: "A.java",
    source:
      "package a;\n\n/**\n * Doc.\n */\n@Service\npublic final class A extends B {\n    private static final int N = 1;\n    @Override\n    public Map<String, Integer> counts(int a) throws E {\n        return null;\n    }\n    void plain() {\n    }\n}\n",
    found: ["1 A@3", "2 counts@9"],
  },
  {
    file: "a.c",
    source:
      "#include <x.h>\n#define MAX(a) (a)\n\nstruct point;\nstruct point {\n  int x;\n};\nint add(int a, int b);\n\n/* Adds. */\nstatic inline int *add(int a,\n                       int b)\n{\n  if (a) {\n  }\n  return 0;\n}\n",
    found: ["1 MAX@2", "1 point@5", "1 add@10"],
  },
  {
    file: "a.cpp",
    source:
      "namespace geo {\ntemplate <typename T>\nclass Box : public Shape {\n};\nvoid Box<int>::grow(double by) {\n}\nbool operator==(const A& a, const B& b) {\n}\n}\n",
    found: ["1 geo@1", "1 Box@2", "1 grow@5", "1 operator==@7"],
  },
  {
    file: "a.rb",
    source: "module M\n  class K < B\n    def self.make!(x)\n    end\n  end\nend\n",
    found: ["1 M@1", "2 K@2", "2 make!@3"],
  },
  {
    file: "a.php",
    source:
      "<?php\nnamespace App\\Models;\nfinal class User {\n    public static function find($id) {\n    }\n}\nfunction helper() {}\n",
    found: ["1 App\\Models@2", "1 User@3", "2 find@4", "1 helper@7"],
  },
  { file: "a.sh", source: "set -e\nbuild() {\n  x\n}\nfunction deploy {\n}\n", found: ["1 build@2", "1 deploy@5"] },
  {
    file: "a.sql",
    source: "CREATE TABLE IF NOT EXISTS users (id int);\ncreate or replace view v as select 1;\n",
    found: ["1 users@1", "1 v@2"],
  },
  {
    file: "a.lua",
    source: "local function f() end\nfunction M.g() end\nM.h = function() end\n",
    found: ["1 f@1", "1 M.g@2", "1 M.h@3"],
  },
  {
    file: "a.kt",
    source: "data class P(val x: Int)\nfun String.shout() = 1\nobject O {\n    suspend fun go() {}\n}\n",
    found: ["1 P@1", "1 String.shout@2", "1 O@3", "2 go@4"],
  },
  {
    file: "a.cs",
    source: "namespace N\n{\n    public class C\n    {\n        public int X() {}\n    }\n}\n",
    found: ["1 N@1", "2 C@3"],
  },
  {
    file: "a.swift",
    source: "public struct S {\n    func run() {}\n}\nextension S: P {}\n",
    found: ["1 S@1", "2 run@2", "1 S@4"],
  },
  { file: "a.ex", source: "defmodule A.B do\n  def go?(x), do: x\nend\n", found: ["1 A.B@1", "2 go?@2"] },
  {
    file: "a.proto",
    source: "message M {\n  int32 a = 1;\n}\nservice S {\n  rpc Get(M) returns (M);\n}\n",
    found: ["1 M@1", "1 S@4", "2 Get@5"],
  },
  { file: "main.tf", source: 'resource "aws_x" "web" {\n}\nvariable "region" {}\n', found: ["1 web@1", "1 region@3"] },
  { file: "Makefile", source: "X := 1\nall: build\n\techo\n.PHONY: all\n", found: ["1 all@2"] },
  { file: "notes.txt", source: "def f():\nclass X\n", found: [] },
];

describe("definitions", () => {
  for (const { file, source, found } of SAMPLES) {
    test(file, async () => expect(outline(await read(file, source))).toEqual([...found]));
  }

  test("outer ones are strong borders, inner ones weak", async () => {
    const document = await read("a.py", "def f():\n    pass\n\nclass C:\n    def m(self):\n        pass\n");
    expect(borderLines(document, 2)).toEqual([1, 4]);
    expect(borderLines(document, 1)).toEqual([5]);
  });

  test("no line makes the search for them slow", async () => {
    const started = processorMs();
    const runs = ["a", "a ", "a(", "public ", "a.", "(", "<", "const x = (", "async ", "a, ", '"', "{", "*", "export "];
    const starts = [
      "class",
      "const x",
      "export const",
      "impl",
      "func (",
      "create",
      "# define",
      "int f",
      "def",
      "public",
    ];
    const lines = [
      ...runs.map((run) => run.repeat(Math.ceil(20_000 / run.length))),
      ...starts.flatMap((start) => [" ", "\t ", "x ", "<", "["].map((run) => start + run.repeat(10_000))),
    ];
    for (const file of ["a.ts", "a.py", "a.c", "A.java", "a.rs", "a.sql", "a.go"]) {
      for (const line of lines) await read(file, `${line}\n    ${line}{\n`.repeat(3));
    }
    expect(processorMs() - started).toBeLessThan(3000);
  });
});
