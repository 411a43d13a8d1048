/** One bundle of the program: main and every worker, compiled into one executable, or only analysed. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";

const MODEL_FILE = join(import.meta.dir, "..", "models", "all-MiniLM-L6-v2", "model.int8.onnx");

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

/**
 * Writes the executable for `target` (a Bun target such as bun-linux-x64; undefined: this machine). It calls itself a build for
 * `platform`.
 */
export async function compile(
  root: string,
  outfile: string,
  target: Bun.Build.CompileTarget | undefined,
  platform: string = target?.replace(/^bun-/, "") ?? `${process.platform}-${process.arch}`,
): Promise<void> {
  mkdirSync(dirname(outfile), { recursive: true });
  // The compiler leaves intermediate files beside its output when it fails, so it works in a folder of its own. The
  // name of the file is part of every path inside the binary: it stays.
  const aside = mkdtempSync(join(dirname(outfile), ".build-"));
  try {
    const remembered = join(root, "build", "model", "place");
    const built = await compileWithPlace(remembered, (place) =>
      compileOnce(root, join(aside, "qsearch"), target, platform, place),
    );
    chmodSync(built, 0o755);
    renameSync(built, outfile);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Defines MODEL_PLACE (src/assets.d.ts). Nine digits whatever it is, so that it does not move what it tells the place of. */
export interface Place {
  readonly MODEL_PLACE: string;
}

/**
 * Compiles until the executable knows where in it the model begins: mostly once, twice where that has changed since the last time,
 * which the file `remembered` tells. `compileTo` returns the path of what it made.
 */
export async function compileWithPlace(
  remembered: string | null,
  compileTo: (place: Place) => Promise<string>,
): Promise<string> {
  const model = readFileSync(MODEL_FILE);
  let place = remembered !== null && existsSync(remembered) ? readFileSync(remembered, "utf8") : "100000001";
  for (let round = 0; round < 4; round++) {
    const built = await compileTo({ MODEL_PLACE: place });
    const executable = readFileSync(built);
    const at = executable.indexOf(model.subarray(0, 4096));
    if (at === -1 || !executable.subarray(at, at + model.length).equals(model)) break;
    if (String(at) === place) {
      if (remembered !== null) writeFileSync(remembered, place);
      return built;
    }
    place = String(at);
  }
  throw new Error("the executable does not hold the model in one piece");
}

async function compileOnce(
  root: string,
  outfile: string,
  target: Bun.Build.CompileTarget | undefined,
  platform: string,
  place: Place,
): Promise<string> {
  const commit = commitOf(root);
  const result = await Bun.build({
    ...settings(root),
    define: {
      ...place,
      BUILD_COMMIT: JSON.stringify(commit.hash),
      BUILD_DATE: JSON.stringify(commit.date),
      BUILD_TARGET: JSON.stringify(platform),
    },
    bytecode: true,
    compile: {
      outfile,
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
  return existsSync(outfile) ? outfile : `${outfile}.exe`;
}

/** Time of what belongs to no commit: 2026-12-01. Archives and packages carry the commit's time, so that two builds are equal. */
const NO_COMMIT = { hash: "", date: "2026-12-01", seconds: 1_796_083_200 } as const;

export interface Commit {
  /** "" where `root` is no work tree of git. */
  readonly hash: string;
  /** UTC day. */
  readonly date: string;
  /** Since the epoch. */
  readonly seconds: number;
}

/** The commit that `root` holds. */
export function commitOf(root: string): Commit {
  // A copy of the files below another work tree must not take that one's commit.
  if (!existsSync(join(root, ".git"))) return NO_COMMIT;
  const { exitCode, stdout } = Bun.spawnSync(["git", "show", "-s", "--format=%H %ct", "HEAD"], {
    cwd: root,
    stderr: "ignore",
  });
  const [hash = "", time = ""] = stdout.toString().trim().split(" ");
  if (exitCode !== 0 || time === "") return NO_COMMIT;
  return { hash, date: new Date(Number(time) * 1000).toISOString().slice(0, 10), seconds: Number(time) };
}

/** Every file that goes into the bundle, relative to `root`, sorted. */
export async function bundledFiles(root: string): Promise<string[]> {
  return bundled(root, ({ metafile }) => {
    if (metafile === undefined) throw new Error("the bundler wrote no metafile");
    // The bundler names them relative to the current directory.
    return Object.keys(metafile.inputs)
      .map((file) => relative(root, resolve(file)))
      .sort();
  });
}

/** Names of embedded files by the part that they belong to; the first that fits. */
const PARTS: readonly (readonly [part: string, name: RegExp])[] = [
  ["JavaScript, minified", /\.js$/],
  ["model", /\.onnx$|^vocabulary/],
  ["PDFium", /^pdfium/],
  ["onnxruntime", /^onnxruntime/],
  ["grammars", /\.bin$/],
  ["kernels", /\.wasm$/],
  ["tables", /./],
];

/** What the executable of `size` bytes, for this machine, holds, by part: bytes, largest first. Bytecode is what is left beside the others. */
export async function binaryParts(root: string, size: number): Promise<readonly (readonly [string, number])[]> {
  const parts = await bundled(root, ({ outputs }) => {
    const sums = new Map<string, number>([["Bun", statSync(process.execPath).size]]);
    for (const { path, size: bytes } of outputs) {
      const part = PARTS.find(([, name]) => name.test(basename(path)))?.[0] ?? "";
      sums.set(part, (sums.get(part) ?? 0) + bytes);
    }
    return sums;
  });
  const known = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  parts.set("bytecode and padding", size - known);
  return [...parts].sort((a, b) => b[1] - a[1]);
}

async function bundled<Result>(root: string, read: (built: Bun.BuildOutput) => Result): Promise<Result> {
  const outdir = mkdtempSync(join(tmpdir(), "qsearch-bundle-"));
  try {
    const result = await Bun.build({ ...settings(root), outdir, metafile: true });
    if (!result.success) throw new Error(`the bundle failed:\n${result.logs.map(String).join("\n")}`);
    return read(result);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
