/** One tree, two folders, the same bytes. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bundledFiles } from "../../tools/bundle.ts";
import { buildKernels } from "../../tools/kernels.ts";

setDefaultTimeout(240_000);

const root = resolve(import.meta.dir, "..", "..");
let base: string;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), "qsearch-reproducible-"));
  await buildKernels(root);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test("two builds of the binary are byte-identical", async () => {
  const files = await bundledFiles(root);
  const copy = copyTree(root, join(base, "another/deeper"), files);
  // `npm test` has just built one; someone may be editing the original otherwise, so both are built of copies.
  const first = process.env.QSEARCH_BUILT ?? buildIn(copyTree(copy, join(base, "one"), files));
  expect(readFileSync(first).equals(readFileSync(buildIn(copy)))).toBe(true);
});

test("the build leaves nothing but the binary behind", () => {
  const leftovers = [...new Bun.Glob("**/{.build-*,*.bun-build,*.jsc,*.tmp}").scanSync({ cwd: base, dot: true })];
  expect(leftovers).toEqual([]);
});

test("two builds of a kernel are byte-identical, wherever its source lies", async () => {
  const source = "export function twice(x: i32): i32 { return 2 * x; }\n";
  const built: Buffer[] = [];
  for (const name of ["k1", "some/other/k2"]) {
    mkdirSync(join(base, name, "src/kernels"), { recursive: true });
    writeFileSync(join(base, name, "src/kernels/twice.kernel.ts"), source);
    const [file] = await buildKernels(join(base, name));
    built.push(readFileSync(file ?? ""));
  }
  expect(built[0]?.equals(built[1] ?? Buffer.alloc(0))).toBe(true);
});

/** Everything the bundle is made of, copied: a path of the original folder in the result would show. */
function copyTree(from: string, folder: string, files: readonly string[]): string {
  for (const part of ["src", "workers", "tools", "models", "build", "package.json", "tsconfig.json"]) {
    if (existsSync(join(from, part))) cpSync(join(from, part), join(folder, part), { recursive: true });
  }
  // The commit is named in the binary: a copy without it would be another.
  if (existsSync(join(from, ".git"))) symlinkSync(join(from, ".git"), join(folder, ".git"));
  // Packages that the bundle holds nothing of must still resolve while it is made: a link is enough for them.
  const bundled = new Set(files.map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]));
  for (const each of installedPackages(from)) {
    if (bundled.has(each)) cpSync(join(from, each), join(folder, each), { recursive: true });
    else {
      mkdirSync(dirname(join(folder, each)), { recursive: true });
      symlinkSync(join(from, each), join(folder, each));
    }
  }
  return folder;
}

function installedPackages(from: string): string[] {
  const globs = ["node_modules/*/package.json", "node_modules/@*/*/package.json"].map((each) => new Bun.Glob(each));
  return globs.flatMap((glob) => [...glob.scanSync({ cwd: from, followSymlinks: true })]).map((file) => dirname(file));
}

function buildIn(folder: string): string {
  const script =
    'import { compile } from "./tools/bundle.ts"; await compile(process.cwd(), "dist/qsearch", undefined);';
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", script], { cwd: folder });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return join(folder, "dist/qsearch");
}
