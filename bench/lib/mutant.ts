/** A copy of the source with one place changed, and whether tests notice. For the benches that test the tests. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const COPIED = [
  "src",
  "test",
  "tools",
  "workers",
  "docs",
  "models",
  "build",
  "build.ts",
  "bunfig.toml",
  "tsconfig.json",
];
const COPIED_TEXTS = ["package.json", "package-lock.json", "README.md", "NOTICE", "LICENSE", "CHANGELOG.md"];

export interface Mutation {
  /** Beneath the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "qsearch-mutants-"));

  constructor() {
    for (const name of [...COPIED, ...COPIED_TEXTS])
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
  }

  /** Runs the tests with the change in place: null where the text is not there exactly once, else whether they passed. */
  passes(
    { file, from, to }: Mutation,
    tests: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): boolean | null {
    const path = join(this.folder, file);
    const before = readFileSync(path, "utf8");
    if (before.split(from).length !== 2) return null;
    writeFileSync(
      path,
      before.replace(from, () => to),
    );
    try {
      return this.run(tests, env);
    } finally {
      writeFileSync(path, before);
    }
  }

  run(tests: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
    return Bun.spawnSync([process.execPath, "test", "--bail", "--timeout", "60000", ...tests], {
      cwd: this.folder,
      env: { ...process.env, ...env },
      stdout: "ignore",
      stderr: "ignore",
      timeout: 20 * 60_000,
      killSignal: "SIGKILL",
    }).success;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
