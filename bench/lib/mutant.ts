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
  passes({ file, from, to }: Mutation, tests: readonly string[]): boolean | null {
    const before = readFileSync(join(this.folder, file), "utf8");
    if (before.split(from).length !== 2) return null;
    return this.with(
      file,
      before.replace(from, () => to),
      () => this.run(tests),
    );
  }

  /** Calls the body while the file holds this text. */
  with<T>(file: string, text: string, body: () => T): T {
    const path = join(this.folder, file);
    const before = readFileSync(path, "utf8");
    this.#write(file, text);
    try {
      return body();
    } finally {
      this.#write(file, before);
    }
  }

  /** The tests of the page read its bundle, so a change of the page bundles the page again. */
  #write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
    if (!file.startsWith("src/view/page/")) return;
    const bundle = 'await (await import("./tools/page.ts")).buildPage(process.cwd())';
    Bun.spawnSync([process.execPath, "-e", bundle], { cwd: this.folder, stderr: "inherit" });
  }

  /** Whether the tests pass. */
  run(tests: readonly string[]): boolean {
    return this.firstFailure(tests) === null;
  }

  /** The test file that fails first, "" where the runner itself ended badly, null where all pass. */
  firstFailure(tests: readonly string[]): string | null {
    const { success, stderr } = Bun.spawnSync([process.execPath, "test", "--bail", "--timeout", "60000", ...tests], {
      cwd: this.folder,
      stdout: "ignore",
      stderr: "pipe",
      timeout: 20 * 60_000,
      killSignal: "SIGKILL",
    });
    if (success) return null;
    const said = stderr.toString();
    const upToFailure = said.slice(0, Math.max(0, said.search(/^\(fail\)|^error:/m)));
    return [...upToFailure.matchAll(/^(test\/\S+\.test\.ts):$/gm)].at(-1)?.[1] ?? "";
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
