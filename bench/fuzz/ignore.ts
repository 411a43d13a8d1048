/**
 * Ignore rules against git, and admission against the walk, over many random worlds: the property tests of test/corpus
 * at ten times the full size. `bun bench/fuzz/ignore.ts [share=10] [seed=1]`. Ends as the tests do; a failure prints its seed.
 */
const [share = "10", seed = "1"] = process.argv.slice(2);

const tests = Bun.spawnSync(
  [process.execPath, "test", "test/corpus/ignore-git.test.ts", "test/corpus/admission.test.ts"],
  {
    cwd: `${import.meta.dir}/../..`,
    env: { ...process.env, QSEARCH_TEST_ROUNDS: share, QSEARCH_FUZZ_SEED: seed },
    stdio: ["ignore", "inherit", "inherit"],
  },
);
process.exitCode = tests.exitCode;
