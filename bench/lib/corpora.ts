/**
 * Builds the corpora that the speed benches run on, each from the registries or from a generator, under bench/.work (never
 * committed). A corpus that is there already is reused.
 *
 *   bun bench/lib/corpora.ts small|source
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

export const WORK = join(import.meta.dir, "..", ".work");

/** npm packages of the `source` corpus, pinned; the recipe "Corpora" in docs names the figures they give. */
const NPM = [
  "typescript@5.9.3",
  "@angular/core@21.2.26",
  "@angular/compiler@21.2.26",
  "@angular/material@22.2.6",
  "webpack@5.113.0",
  "three@0.187.0",
  "@babylonjs/core@9.35.0",
  "d3@7.9.2",
  "mathjs@15.2.0",
  "prettier@3.10.1",
  "eslint@10.15.0",
  "@babel/core@7.29.13",
  "react-dom@19.3.1",
  "vue@3.5.45",
  "next@16.4.6",
  "echarts@6.1.0",
  "@types/node@26.6.7",
];
const PYPI = [
  "django==5.2.19",
  "sympy==1.14.0",
  "scikit-learn==1.9.1",
  "pandas==3.1.1",
  "sqlalchemy==2.1.9",
  "mypy==2.4.1",
];

const KEPT = new Set(
  "js mjs cjs ts tsx jsx mts cts json md mdx txt rst css scss less html htm py pyi pyx pxd go s c h cc cpp hpp yml yaml toml cfg ini sh xml svg vue po csv".split(
    " ",
  ),
);

/** Runs a command and fails with its output; prints nothing when it works. */
function must(command: readonly string[], cwd: string): void {
  const run = Bun.spawnSync([...command], { cwd, stdout: "pipe", stderr: "pipe" });
  if (run.exitCode !== 0) throw new Error(`${command.join(" ")}: ${run.stderr.toString().slice(-2000)}`);
}

/** Deterministic pseudo-random numbers in [0, 1): xorshift32. */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * 10,000 files of about 82 bytes in 100 folders: a heading, 12 random CJK characters (every 50th file also holds 水化学),
 * four random Latin words and a number.
 */
export function smallCorpus(): string {
  const root = join(WORK, "small");
  if (existsSync(join(root, ".complete"))) return root;
  rmSync(root, { recursive: true, force: true });
  const random = randomSource(2002);
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26));
  const word = () => Array.from({ length: 4 + Math.floor(random() * 5) }, letter).join("");
  for (let folder = 0; folder < 100; folder++) {
    const path = join(root, `d${String(folder).padStart(3, "0")}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < 100; file++) {
      const n = folder * 100 + file;
      const han = Array.from({ length: 12 }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 6000))).join("");
      const marked = n % 50 === 0 ? "水化学" : "";
      const words = [word(), word(), word(), word()].join(" ");
      writeFileSync(join(path, `f${n}.md`), `# Note ${n}\n${han}${marked}\n${words} ${Math.floor(random() * 1e6)}\n`);
    }
  }
  writeFileSync(join(root, ".complete"), "");
  return root;
}

/** Deletes what is no source text: other extensions, over 1 MiB, NUL in the first 8 KiB, links. Returns files and bytes. */
function keepSources(folder: string): { files: number; bytes: number } {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (["node_modules", ".git", "__pycache__"].includes(entry.name)) rmSync(path, { recursive: true });
      else {
        const inner = keepSources(path);
        files += inner.files;
        bytes += inner.bytes;
      }
      continue;
    }
    const size = entry.isFile() ? statSync(path).size : Number.POSITIVE_INFINITY;
    const kept =
      KEPT.has(extname(entry.name).slice(1).toLowerCase()) &&
      size <= 1 << 20 &&
      !readFileSync(path).subarray(0, 8192).includes(0);
    if (kept) {
      files += 1;
      bytes += size;
    } else rmSync(path, { force: true });
  }
  return { files, bytes };
}

/** At least 20,000 source files from npm, PyPI and the Go distribution of this machine (when there is one). */
export function sourceCorpus(): string {
  const root = join(WORK, "source");
  if (existsSync(join(WORK, "source.json"))) return root;
  rmSync(root, { recursive: true, force: true });
  const packs = join(WORK, "packs");
  mkdirSync(packs, { recursive: true });
  for (const spec of NPM) {
    const target = join(root, "npm", spec.replace("/", "+"));
    mkdirSync(target, { recursive: true });
    const before = new Set(readdirSync(packs));
    must(["npm", "pack", "--silent", spec], packs);
    const archive = readdirSync(packs).find((name) => !before.has(name) && name.endsWith(".tgz"));
    if (archive) must(["tar", "-xzf", join(packs, archive), "-C", target], packs);
    if (archive) rmSync(join(packs, archive));
  }
  for (const spec of PYPI) {
    const target = join(root, "pypi", spec);
    mkdirSync(target, { recursive: true });
    must(["python3", "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", packs, spec], packs);
    const wheel = readdirSync(packs).find((name) => name.endsWith(".whl"));
    if (wheel) must(["python3", "-m", "zipfile", "-e", join(packs, wheel), target], packs);
    if (wheel) rmSync(join(packs, wheel));
  }
  const goRoot = Bun.spawnSync(["go", "env", "GOROOT"], { stdout: "pipe", stderr: "ignore" }).stdout.toString().trim();
  if (goRoot) must(["cp", "-r", "--no-preserve=mode", join(goRoot, "src"), join(root, "go")], WORK);
  const totals = keepSources(root);
  writeFileSync(join(WORK, "source.json"), `${JSON.stringify(totals)}\n`);
  return root;
}

/** A repository of about 7,000 files: django's source package (tests, docs and translations included) and typescript's package. */
export function repositoryCorpus(): string {
  const root = join(WORK, "repository");
  if (existsSync(join(WORK, "repository.complete"))) return root;
  rmSync(root, { recursive: true, force: true });
  const packs = join(WORK, "packs");
  mkdirSync(packs, { recursive: true });
  for (const name of ["django", "typescript"]) mkdirSync(join(root, name), { recursive: true });
  must(
    ["python3", "-m", "pip", "download", "-q", "--no-deps", "--no-binary=:all:", "-d", packs, "django==5.2.19"],
    packs,
  );
  must(["npm", "pack", "--silent", "typescript@5.9.3"], packs);
  must(["tar", "-xzf", join(packs, "django-5.2.19.tar.gz"), "-C", join(root, "django")], packs);
  must(["tar", "-xzf", join(packs, "typescript-5.9.3.tgz"), "-C", join(root, "typescript")], packs);
  writeFileSync(join(WORK, "repository.complete"), "");
  return root;
}

if (import.meta.main) {
  const which = process.argv[2] ?? "";
  const path = which === "small" ? smallCorpus() : which === "source" ? sourceCorpus() : null;
  process.stdout.write(path ? `${basename(path)}: ${path}\n` : "usage: bun bench/lib/corpora.ts small|source\n");
}
