/** Detects source files that are tests: by each language's naming habit, or by folder. */

/** Folders of tests under any file name. Fixtures and mocks count as tests, too. */
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests?__|specs?|testdata|test-data|test_data|fixtures|__fixtures__|__mocks__|__snapshots__|e2e|cypress|androidtest|uitests?|unittests?|integration[-_]?tests?|test[-_]suite|[^/]+[._-]tests?|tests?[_-][^/]+)\//i;

/** Test files by name, with the extension: one alternative a habit. */
const TEST_NAME = new RegExp(
  [
    // JavaScript, TypeScript and their component files: a.test.ts, a.spec.js, a-test.mjs, a.e2e.ts, a.cy.ts
    String.raw`[^/]*[._-](?:test|tests|spec|specs|e2e|cy)\.(?:[cm]?[jt]sx?|vue|svelte|coffee|dart)`,
    // Python: test_a.py, a_test.py, conftest.py
    String.raw`test_[^/]+\.py[iwx]?|[^/]+_tests?\.pyi?|conftest\.py|tests?\.py`,
    // Go, Dart, Elixir, C, Rust, Lua, Crystal, Nim, Zig and others: a_test.go, a_spec.lua, test_a.c
    String.raw`[^/]+_(?:test|tests|spec|unittest|unittests)\.[a-z0-9+]+`,
    String.raw`test[_-][^/]+\.(?:c|cc|cpp|cxx|h|hpp|rb|lua|jl|r|nim|zig|pl|php|sh|el|ml|d|f90|m|sql)`,
    String.raw`tests?\.(?:rs|c|cc|cpp|js|ts|rb|go|lua|sh|zig|nim)`,
    // Java, Kotlin, Scala, Groovy, C#, Swift, PHP, Objective-C, Haskell: ATest.java, ATests.cs, AIT.java, TestA.java, ASpec.hs
    String.raw`[^/]+(?:Tests?|TestCase|[a-z0-9]IT|Specs?)\.(?:java|kts?|scala|groovy|cs|fs|vb|swift|php|mm?|hs|purs|elm|dart)`,
    String.raw`Test[A-Z][^/]*\.(?:java|kts?|scala|groovy|cs|php|m)`,
    // Perl's t/a.t, Bats, Robot Framework, Gherkin, Elixir's test_helper
    String.raw`[^/]+\.(?:t|bats|robot|feature|phpt)`,
    String.raw`(?:test|spec)_helper\.(?:rb|exs?)`,
  ]
    .map((habit) => `(?:${habit})$`)
    .join("|")
    .replace(/^/, "(?:^|/)(?:")
    .replace(/$/, ")"),
);

/** Whether a source path is a test by its name or by a folder in it. */
export function isTestPath(rel: string): boolean {
  return TEST_FOLDER.test(rel) || TEST_NAME.test(rel);
}
