/** The main job on files that this repository holds: build, index, three searches of different kinds, a read, a live search. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
const binary = process.env.QSEARCH_BUILT ?? join(root, "dist", "qsearch");
const dataDir = mkdtempSync(join(tmpdir(), "qsearch-demo-"));

try {
  if (process.env.QSEARCH_BUILT === undefined) execute([process.execPath, "build.ts"]);
  if (!existsSync(binary)) throw new Error(`${binary} is not there`);

  explain(
    "Index the documentation and the source of this repository; vectors for meaning follow, here for ten seconds.",
  );
  qsearch("index", "docs", "src", "workers", "README.md", "--embed-budget", "10s");

  explain("Search by words, in any of their forms: the best places come first.");
  qsearch("search", "a parser that hangs is ended", "--limit", "3");

  explain("Search by the parts of an identifier, in TypeScript only: TaskFailedError, task_failed and the like.");
  qsearch("search", "task failed", "ext:ts", "--limit", "3");

  explain("Search for an exact phrase, in the documentation only.");
  qsearch("search", '"one writer"', "path:docs/", "type:doc", "--limit", "2");

  explain("Read one of the files, a few lines of it.");
  qsearch("read", "docs/architecture.md", "--lines", "1-12");

  explain("Search the source as it is now, without the index.");
  qsearch(
    "context",
    "orphan",
    "SIGKILL",
    "--subpath",
    "src",
    "--max-snippets",
    "1",
    "--lines-before",
    "3",
    "--lines-after",
    "8",
  );

  process.stdout.write(`\nThat was ${binary}. Try it on your own files: ./dist/qsearch index ~/Documents\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function qsearch(...args: string[]): void {
  process.stdout.write(`$ qsearch ${args.map((arg) => (/[\s"*]/.test(arg) ? `'${arg}'` : arg)).join(" ")}\n`);
  execute([binary, ...args, "--data-dir", dataDir]);
}

function explain(what: string): void {
  process.stdout.write(`\n# ${what}\n`);
}

/** Ends the demonstration when a command does not work or finds nothing. */
function execute(command: readonly string[]): void {
  const { exitCode } = Bun.spawnSync([...command], {
    cwd: root,
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}`);
}
