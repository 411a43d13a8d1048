/** What is hidden from the grammars of C, C++ and Bash before they parse. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { maskExtendedPatterns } from "../../src/languages/bash/mask.ts";
import { isCpp } from "../../src/languages/c/cpp-header.ts";
import { maskMacros } from "../../src/languages/cpp/macros/mask.ts";
import { openSymbolReader } from "../../src/symbols/symbol-reader.ts";
import { rounds } from "../rounds.ts";

/** What is left of a line, its white space collapsed. */
const left = (text: string) => maskMacros(text).text.replace(/\s+/g, " ").trim();

describe("macros that are hidden", () => {
  test.each([
    ["class API Name : Base {};", "class Name : Base {};"],
    ["struct ALIGNED(8) Name { int a; };", "struct Name { int a; };"],
    ["struct Name FINAL : Base {};", "struct Name : Base {};"],
    ["enum class EXPORT Kind { A };", "enum class Kind { A };"],
    ["API_CALL int f(void);", "int f(void);"],
    ["static FORCE_INLINE int f(void) {}", "static int f(void) {}"],
    ["int WINAPI_CALL f(int a);", "int f(int a);"],
    ["int f(void) NO_THROW NON_NULL(1, 2);", "int f(void) ;"],
    ["void f() const NO_EXCEPT {}", "void f() const {}"],
    ["extern int f (int a) __attr_pure __nonnull ((1));", "extern int f (int a) ;"],
    ["extern int f(const char *a) warn_unused pure_call;", "extern int f(const char *a) ;"],
    ["extern API(char *) f(void);", "extern char * f(void);"],
    ["UNUSED(static int f(int a)) { return a; }", "static int f(int a) { return a; }"],
    ["BEGIN_DECLS\nint f(void);\nEND_DECLS\n", "int f(void);"],
    ["DECLARE_IT(void, );\nint a;", "int a;"],
    ["struct A {\n  BIT(one);\n  int b;\n};", "struct A { int b; };"],
    ["class A {\n  PROPERTY_OF(int x READ x)\n  PROPERTY_OF(int y READ y)\n  int z;\n};", "class A { int z; };"],
    ["class URL { URL(int a); };", "class URL { URL(int a); };"],
    ["void f() { CALL_IT(a); }", "void f() { CALL_IT(a); }"],
    ["class A {\n Q_OBJECT\n public:\n A();\n};", "class A { public: A(); };"],
  ])("%s", (text, expected) => {
    expect(left(text)).toBe(expected);
  });

  test.each([
    "HANDLE open_it(int a);",
    "static BOOL is_open(int a) { return a; }",
    "FILE *f = fopen(NAME, MODE);",
    "struct STONE stone;",
    "struct STONE *first = LAST;",
    "if (a) CALL_IT(b);",
    "return MAX_OF(a, b);",
    "int old(a, b) int a; grain b; { return a; }",
    "typedef Array(void) Array;",
    "PyAPI_FUNC(PyObject *) PyFoo(void);",
    "const set<string> ALL_WORDS(WORDS, 9);",
    "TEST_CASE(Name, works) { CHECK(1); }",
    "int x = FOO * BAR + BAZ;",
    "T Box<T>::get() const { return value_; }",
    'const char *text = "class API Name {";',
    "/* class API Name { */ int a;",
    "Box(int a) : a_(a) {}",
  ])("not: %s", (text) => {
    expect(maskMacros(text)).toEqual({ text, macros: [] });
  });

  test("a header for both languages loses only its linkage", () => {
    const text = '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n';
    expect(left(text)).toBe("#ifdef __cplusplus #endif int f(void); #ifdef __cplusplus #endif");
  });

  test("one branch is left of a section that cuts through a block", async () => {
    const text = [
      "#if WIDE",
      "int first(int a, int b) {",
      "#else",
      "int first(int a) {",
      "#endif",
      "  if (a) {",
      "#ifdef TRACE",
      "    if (trace) {",
      "#endif",
      "      call(a);",
      "#ifdef TRACE",
      "    }",
      "#endif",
      "  }",
      "  return table[0",
      "#ifdef MORE",
      "    + 1",
      "#endif",
      "  ];",
      "}",
      "#if A",
      "int second(void) { return 2; }",
      "#else",
      "int third(void) { return 3; }",
      "#endif",
    ].join("\n");
    const reader = await openSymbolReader(["c"]);
    const found = reader.symbols(text, "c");
    expect(found.symbols.map(({ name, lineStart, lineEnd }) => `${name} ${lineStart}-${lineEnd}`)).toEqual([
      "first 2-20",
      "second 22-22",
      "third 24-24",
    ]);
    expect(found.calls.map(({ name, line }) => `${name} ${line}`)).toEqual(["call 10"]);
    expect(found.partial).toBe(false);
  });

  test("length and lines stay, whatever the text", () => {
    const piece = fc.constantFrom(
      ...'class struct API_X NAME int f ( ) { } ; , : * & < > = " \' /* */ // \\ \n #if #else #endif #ifdef__cplusplus extern R"( )" __x T ~ é 😀'.split(
        " ",
      ),
      " ",
      "\n",
      "\n#if A\n",
      "\n#else\n",
      "\n#endif\n",
      "static ",
      "(int a)",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const text of [pieces.join(""), pieces.join(" ")]) {
          const { text: masked, macros } = maskMacros(text);
          expect(masked.length).toBe(text.length);
          for (let at = 0; at < text.length; at++) {
            if (masked[at] !== text[at]) expect([" ", true]).toEqual([masked[at] ?? "", text[at] !== "\n"]);
          }
          for (const { start, end } of macros) expect(start).toBeLessThan(end);
        }
      }),
      { numRuns: rounds(300), seed: 7 },
    );
  });
});

test("a header is C++ by its lines, not by its words", () => {
  expect(isCpp("#pragma once\nnamespace a {\nclass B;\n}\n")).toBe(true);
  expect(isCpp("class A {\n public:\n  A();\n};\n")).toBe(true);
  expect(isCpp("template <typename T>\nT f(T);\n")).toBe(true);
  expect(isCpp("/* a class of things, using others */\nstruct a { int class_of; };\nint namespace_of(void);\n")).toBe(
    false,
  );
});

test("headers of C++ named .h have their classes", async () => {
  const reader = await openSymbolReader(["c"]);
  const { symbols } = reader.symbols("namespace a {\nclass B : public C {\n public:\n  void d();\n};\n}\n", "c");
  expect(symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["module a", "class B", "method d"]);
});

test("Bash: functions around extended patterns are found", async () => {
  const text =
    "f() {\n  [[ $a == @(*/|[.~])* ]] || g\n  case $b in\n    -!(x|y)) h ;;\n  esac\n}\nk() { ls +([0-9]).txt; }\n";
  expect(maskExtendedPatterns(text)).toHaveLength(text.length);
  const reader = await openSymbolReader(["bash"]);
  const { symbols, calls, partial } = reader.symbols(text, "bash");
  expect(symbols.map(({ name, lineStart, lineEnd }) => `${name} ${lineStart}-${lineEnd}`)).toEqual(["f 1-6", "k 7-7"]);
  expect(calls.map(({ name }) => name)).toEqual(["g", "h", "ls"]);
  expect(partial).toBe(false);
});

test("Swift: conditional sections within types and around heads of blocks", async () => {
  const text = [
    "struct A {",
    "  #if os(Linux)",
    "  static let b = 1",
    "  #else",
    "  static let b = 2",
    "  #endif",
    "  #if swift(>=5)",
    "  func c(d: Int) {",
    "  #else",
    "  func c() {",
    "  #endif",
    '    print("{")',
    "  }",
    "}",
    "func e() {}",
  ].join("\n");
  const reader = await openSymbolReader(["swift"]);
  const { symbols, partial } = reader.symbols(text, "swift");
  expect(symbols.map(({ kind, name, lineStart, lineEnd }) => `${kind} ${name} ${lineStart}-${lineEnd}`)).toEqual([
    "struct A 1-14",
    "constant b 3-3",
    "constant b 5-5",
    "method c 8-13",
    "function e 15-15",
  ]);
  expect(partial).toBe(false);
});
