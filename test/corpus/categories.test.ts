import { describe, expect, test } from "bun:test";
import { categorise, extensionOf } from "../../src/corpus/categories.ts";
import { factsByExtension } from "../../src/corpus/languages.ts";
import { noiseOf } from "../../src/corpus/noise.ts";

describe("what a name says", () => {
  test.each([
    ["src/a.ts", "source", "typescript", "ts"],
    ["src/App.TSX", "source", "typescript", "tsx"],
    ["lib/x.cjs", "source", "javascript", "cjs"],
    ["a.h", "source", "c", "h"],
    ["a.c++", "source", "cpp", "c++"],
    ["run.sh", "source", "shell", "sh"],
    ["Makefile", "source", "makefile", ""],
    ["Dockerfile.prod", "source", "dockerfile", "prod"],
    ["CMakeLists.txt", "source", "cmake", "txt"],
    ["README", "doc", "text", ""],
    ["README.zh", "doc", "text", "zh"],
    ["docs/guide.md", "doc", "markdown", "md"],
    ["notes.txt", "doc", "text", "txt"],
    ["site/index.html", "doc", "html", "html"],
    ["docs/odd.zzz", "doc", null, "zzz"],
    ["package.json", "config", "json", "json"],
    ["data/cities.json", "data", "json", "json"],
    [".github/settings.json", "config", "json", "json"],
    ["tsconfig.build.json", "config", "json", "json"],
    ["pom.xml", "config", "xml", "xml"],
    ["feed.xml", "data", "xml", "xml"],
    ["ci.yml", "config", "yaml", "yml"],
    [".env.staging", "config", "dotenv", "staging"],
    [".gitignore", "config", "ignore", ""],
    [".unheardofrc", "config", null, ""],
    ["table.csv", "data", "csv", "csv"],
    ["app.log", "data", "log", "log"],
    ["odd.zzz", "data", null, "zzz"],
    ["noending", "data", null, ""],
    ["paper.pdf", "document", null, "pdf"],
    ["budget.XLSX", "document", null, "xlsx"],
    ["mail.eml", "document", null, "eml"],
    ["book.ipynb", "document", null, "ipynb"],
  ])("%s", (path, category, language, ext) => {
    expect(categorise(path)).toEqual({ category, language, ext } as ReturnType<typeof categorise>);
  });

  test.each<[string[]]>([
    [["src/a.test.ts", "src/a-spec.js", "x.e2e.tsx", "Button.cy.jsx", "a.spec.vue"]],
    [["test_a.py", "pkg/a_test.py", "conftest.py", "app/tests.py"]],
    [["a_test.go", "src/a_test.dart", "a_spec.rb", "test_helper.exs", "spec_helper.rb", "lib_unittest.cc"]],
    [["FooTest.java", "FooTests.cs", "FooIT.java", "TestFoo.java", "FooSpec.scala", "FooTests.swift", "FooTest.php"]],
    [["t/basic.t", "run.bats", "login.feature", "a.phpt"]],
    [["tests/a.rs", "test/x.c", "spec/a.js", "src/__tests__/a.js", "src/testdata/a.go", "e2e/a.ts", "unit-tests/a.py"]],
    [["cypress/x.ts", "app/src/androidTest/A.kt", "a/test_utils/b.py", "fixtures/a.js", "__mocks__/fs.js"]],
  ])("tests: %j", (paths) => {
    expect(paths.filter((path) => categorise(path).category !== "test")).toEqual([]);
  });

  test.each<[string[]]>([
    [["contest.py", "latest.ts", "src/attestation.go", "testimonials.tsx", "AUDIT.java", "protest/a.rs", "inspect.js"]],
    [["Testing.md", "greatest_hits.py", "manifest.ts", "spectrum/a.c", "src/specific.rb", "Unit.java"]],
  ])("no tests: %j", (paths) => {
    expect(paths.filter((path) => categorise(path).category === "test")).toEqual([]);
  });

  test("extensions", () => {
    const names = ["a.tar.gz", "A.MD", ".profile", ".a.b", "a.", "noending", "..", "a..b"];
    expect(names.map(extensionOf)).toEqual(["gz", "md", "", "b", "", "", "", "b"]);
  });

  test("the table: one word a language, lower case, no dots", () => {
    for (const [ext, { language }] of factsByExtension()) {
      expect(ext).toMatch(/^[a-z0-9+_]+$/);
      if (language !== null) expect(language).toMatch(/^[a-z][a-z0-9-]*$/);
    }
    expect(factsByExtension().size).toBeGreaterThan(400);
  });
});

describe("what is left out by name", () => {
  test.each([
    ["binary", ["a.png", "A.JPG", "x.woff2", "x.7z", "libc.so", "libc.so.6", "libx.so.1.2.3", "m.onnx"]],
    ["minified", ["a.min.js", "a-min.css", "app.bundle.js", "a.js.map", "3.chunk.js"]],
    ["lock_file", ["package-lock.json", "yarn.lock", "Cargo.lock", "go.sum", "uv.lock", "Gemfile.lock"]],
    ["generated", ["a.pb.go", "a_pb2.py", "x.generated.ts", "a.g.dart", "zz_generated.deepcopy.go", "F.Designer.cs"]],
    [null, ["a.ts", "mini.js", "sum.go", "app.log.1", "lock.rs", "generated.md", "a.svg", "old.doc", "x.map", "v1.6"]],
  ])("%s", (kind, names) => {
    expect(names.map((name) => [name, noiseOf(name)])).toEqual(names.map((name) => [name, kind]) as never);
  });

  test("nothing that has a reader or a language is called binary", () => {
    expect([...factsByExtension().keys()].filter((ext) => noiseOf(`x.${ext}`, ext) === "binary")).toEqual([]);
  });
});
