/** One bundle of the program: main and every worker, compiled into one executable, or only analysed. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

/** Entry points: a worker is found in the binary only if it is one (src/worker-urls.ts). */
export function entryPoints(root: string): string[] {
  const workers = readdirSync(join(root, "workers"))
    .filter((file) => file.endsWith(".ts"))
    .sort();
  return [join(root, "src", "main.ts"), ...workers.map((file) => join(root, "workers", file))];
}

/**
 * Bytecode needs the ESM format, and with splitting the workers start in milliseconds instead of half a second. Nothing
 * may be taken from the environment or the folder of the build: two builds of one tree are the same bytes.
 */
function settings(root: string) {
  return {
    entrypoints: entryPoints(root),
    root,
    target: "bun",
    format: "esm",
    minify: true,
    splitting: true,
    sourcemap: "none",
    env: "disable",
    throw: false,
  } as const satisfies Bun.BuildConfig;
}

/** Writes the executable for `target` (a Bun target such as bun-linux-x64; undefined: this machine). */
export async function compile(
  root: string,
  outfile: string,
  target: Bun.Build.CompileTarget | undefined,
): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  // The compiler leaves intermediate files beside its output when it fails, so it works in a folder of its own. The
  // name of the file is part of every path inside the binary: it stays.
  const aside = mkdtempSync(join(dirname(outfile), ".build-"));
  const built = join(aside, "qsearch");
  try {
    const result = await Bun.build({
      ...settings(root),
      bytecode: true,
      compile: {
        outfile: built,
        ...(target === undefined ? {} : { target }),
        // A binary reads these from the current directory unless told not to, and a preload in a searched
        // repository's bunfig.toml would run.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    if (!result.success) throw new Error(`the bundle failed:\n${result.logs.map(String).join("\n")}`);
    const written = existsSync(built) ? built : `${built}.exe`;
    chmodSync(written, 0o755);
    renameSync(written, outfile);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Every file that goes into the bundle, relative to `root`, sorted. */
export async function bundledFiles(root: string): Promise<string[]> {
  const outdir = mkdtempSync(join(tmpdir(), "qsearch-bundle-"));
  try {
    const result = await Bun.build({ ...settings(root), outdir, metafile: true });
    if (!result.success) throw new Error(`the bundle failed:\n${result.logs.map(String).join("\n")}`);
    if (result.metafile === undefined) throw new Error("the bundler wrote no metafile");
    // The bundler names them relative to the current directory.
    return Object.keys(result.metafile.inputs)
      .map((file) => relative(root, resolve(file)))
      .sort();
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
