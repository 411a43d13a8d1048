/**
 * Everything that must hold: format, lint, types, nothing unused, the build, and all tests. What a test calls runs from source;
 * where it starts the program, the compiled binary is started: that is what is shipped, and its start takes a third of the
 * time. The last line is `N passed, N failed, N skipped`; the exit status 1 if any failed.
 *
 *   bun tools/test.ts           a few of the tests that start the program start it from source, too
 *   bun tools/test.ts --full    all of them do (for CI)
 *
 * QSEARCH_TEST_ROUNDS says how long random tests go on (test/rounds.ts).
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
const reports = join(root, "build", "reports");
const binary = join(root, "dist", "qsearch");

/** A test that takes longer hangs: the machine may be busy, so this is generous. */
const TEST_LIMIT_MS = "60000";
/** Files that show whether the program starts, finds and serves from source as well. */
const SMOKE = ["test/cli/start-up.test.ts", "test/e2e/ten-queries.test.ts"];
/** Test files that run at the same time: most tests wait for a process or the disk now and then. */
const PROCESSES = Math.min(2, availableParallelism());
/** How long each file took the last time: the slowest begin first. */
const TIMINGS = join(root, "build", "test-timings.json");

/** A test that hangs in a loop lets no timer fire: the whole run is ended then. A free machine needs a few minutes. */
const RUN_LIMIT_MS = 30 * 60_000;

const total = { passed: 0, failed: 0, skipped: 0 };

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

step("kernels", [process.execPath, "build.ts", "--kernels"]);
step("format and lint", [tool("biome"), "ci", "--error-on-warnings", "."]);
step("types", [tool("tsc")]);
step("types of the page", [tool("tsc"), "-p", join("src", "view", "page")]);
step("nothing unused", [tool("knip")]);
step("nothing that only tests use", [tool("knip"), "--production"]);
const built = step("build", [process.execPath, "build.ts"]);
if (built) {
  const isFull = process.argv.includes("--full");
  const files = isFull ? filesThatRunTheCommand() : SMOKE;
  const whole = { QSEARCH_TEST_FULL: isFull ? "1" : undefined };
  runTests("all, on the binary", [], { QSEARCH_BIN: binary, QSEARCH_BUILT: binary, ...whole });
  runTests("from source", files, { QSEARCH_BUILT: binary });
} else {
  runTests("all, from source", [], {});
}

say(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** One command that passes or fails as a whole. */
function step(name: string, command: readonly string[]): boolean {
  const { success, seconds } = run(name, command, {});
  total[success ? "passed" : "failed"]++;
  say(`${success ? "ok  " : "FAIL"} ${name} (${seconds} s)`);
  return success;
}

function runTests(name: string, files: readonly string[], env: Readonly<Record<string, string | undefined>>): void {
  const report = join(reports, `${name.replace(/\W+/g, "-")}.xml`);
  const flags = [
    ...["--timeout", TEST_LIMIT_MS, `--parallel=${PROCESSES}`, `--timings=${TIMINGS}`, "--update-timings"],
    ...["--reporter=junit", `--reporter-outfile=${report}`],
  ];
  const { success, seconds } = run(`tests, ${name}`, [process.execPath, "test", ...flags, ...files], env);
  const counted = existsSync(report) ? countsOf(readFileSync(report, "utf8")) : { tests: 0, failures: 0, skipped: 0 };
  // An error between tests, or a runner that died, fails no test: it still must not pass.
  const failed = success ? counted.failures : Math.max(1, counted.failures);
  const passed = Math.max(0, counted.tests - counted.failures - counted.skipped);
  total.passed += passed;
  total.failed += failed;
  total.skipped += counted.skipped;
  say(
    `${success ? "ok  " : "FAIL"} tests, ${name}: ${passed} passed, ${failed} failed, ${counted.skipped} skipped (${seconds} s)`,
  );
}

/** The attributes of junit's outermost element. */
function countsOf(xml: string): { tests: number; failures: number; skipped: number } {
  const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
  const count = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  return { tests: count("tests"), failures: count("failures") + count("errors"), skipped: count("skipped") };
}

/** Test files that run the command in a world, which is whatever QSEARCH_BIN names. */
function filesThatRunTheCommand(): string[] {
  const files = [...new Bun.Glob("test/**/*.test.ts").scanSync({ cwd: root })].sort();
  return files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /from "[./]+\/world\.ts"/.test(text) && /\.(run|runWith|runAsync|start)\(|\bCOMMAND\b/.test(text);
  });
}

function run(name: string, command: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  say(`\n== ${name}`);
  const start = performance.now();
  // bun test writes its results to stderr; here all belongs into one stream, in order.
  const { success } = Bun.spawnSync([...command], {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "inherit",
    stderr: process.stdout.fd,
    timeout: RUN_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  return { success, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}

function tool(name: string): string {
  return join(root, "node_modules", ".bin", name);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
