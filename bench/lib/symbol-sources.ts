/**
 * Source files of each language for the symbol benches, from package registries and Debian, under bench/.work/symbols (never
 * committed), beside the corpora that other benches have made. What is there is used again.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { SymbolLanguage } from "../../src/languages/names.ts";
import { randomSource, sourceCorpus } from "./corpora.ts";

const REPOSITORY = join(import.meta.dir, "..", "..");
const WORK = join(REPOSITORY, "bench", ".work");
const PLACE = join(WORK, "symbols");

/** Binary packages of Debian, unpacked to debian/<package>. */
const DEBIAN = [
  "bash-completion",
  "golang-github-gorilla-mux-dev",
  "googletest",
  "librust-semver-dev",
  "libruby3.1",
  "php-symfony-console",
  "php-symfony-dependency-injection",
  "php-symfony-http-foundation",
  "php-twig",
] as const;
/** Source packages of Debian, likewise. */
const DEBIAN_SOURCES = ["flatbuffers", "thrift"] as const;
const NPM = [
  "com.neuecc.unirx@7.1.0",
  "com.cysharp.unitask@2.2.5",
  "@capacitor/ios@8.5.2",
  "@react-native-community/slider@5.2.1",
  "bats@1.13.0",
  "cordova-plugin-file@8.1.3",
] as const;

/** Where files of a language are taken from: below bench/.work, by the endings of their names ("" = those without one). */
const SOURCES: Readonly<Partial<Record<SymbolLanguage, { roots: readonly string[]; endings: readonly string[] }>>> = {
  bash: {
    roots: ["symbols/debian/bash-completion", "code/bats-core", "source"],
    endings: [".sh", ".bash", "completions"],
  },
  c: { roots: ["code/curl", "code/libuv"], endings: [".c", ".h"] },
  cpp: {
    roots: ["symbols/debian/flatbuffers", "symbols/debian/thrift", "symbols/debian/googletest"],
    endings: [".cc", ".cpp", ".hh", ".hpp", ".h"],
  },
  csharp: { roots: ["symbols/npm"], endings: [".cs"] },
  go: { roots: ["code/gin", "code/cobra", "source/go"], endings: [".go"] },
  java: { roots: ["code/commons-lang", "code/jackson-databind"], endings: [".java"] },
  javascript: { roots: ["source/npm", "code/express", "code/axios"], endings: [".js", ".mjs"] },
  kotlin: { roots: ["code/ktor", "code/exposed", "code/kotlinx-coroutines"], endings: [".kt"] },
  php: {
    roots: [
      "symbols/debian/php-symfony-console",
      "symbols/debian/php-symfony-dependency-injection",
      "symbols/debian/php-symfony-http-foundation",
      "symbols/debian/php-twig",
    ],
    endings: [".php"],
  },
  python: { roots: ["source/pypi", "code/flask", "code/httpx"], endings: [".py"] },
  ruby: { roots: ["symbols/debian/libruby3.1"], endings: [".rb"] },
  rust: { roots: ["code/axum", "code/serde", "code/tokio"], endings: [".rs"] },
  typescript: { roots: ["code/trpc", "code/zod", "source/npm"], endings: [".ts"] },
};

/** Files above it get no syntax tree. */
const MAX_SIZE = 300_000;

/** Up to `count` files of a language, drawn by a fixed seed from the sorted list of all there are, half of them from `code` at most. */
export function symbolFiles(language: SymbolLanguage, count: number): string[] {
  const { roots, endings } = SOURCES[language] ?? { roots: [], endings: [] };
  if (roots.some((root) => root.startsWith("source"))) sourceCorpus();
  if (roots.some((root) => root.startsWith("code/")) && !existsSync(join(WORK, "code")))
    throw new Error("bench/.work/code is missing: bench/quality/README.md tells how to fetch it");
  const files = roots.flatMap((root) => filesBelow(join(WORK, root), endings)).sort();
  const random = randomSource(7);
  for (let i = files.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [files[i], files[j]] = [files[j] ?? "", files[i] ?? ""];
  }
  return files.slice(0, count).sort();
}

function filesBelow(folder: string, endings: readonly string[]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, endings);
    // bash-completion's files have no endings but one folder.
    const wanted = endings.includes(extname(entry.name)) || endings.includes(basename(folder));
    if (!entry.isFile() || !wanted || entry.name.endsWith(".min.js")) return [];
    const size = statSync(path).size;
    return size > 0 && size <= MAX_SIZE && !isMinified(path) ? [path] : [];
  });
}

/** Lines of more than 300 bytes on average: nobody writes that. */
function isMinified(path: string): boolean {
  if (![".js", ".mjs"].includes(extname(path))) return false;
  const bytes = readFileSync(path);
  let lines = 1;
  for (const byte of bytes) if (byte === 10) lines++;
  return bytes.length / lines > 300;
}

/** Downloads and unpacks what SOURCES and the lists of bench/quality/symbols-real name. */
export function fetchSymbolSources(): void {
  const debian = join(PLACE, "debian");
  for (const name of DEBIAN)
    unpacked(join(debian, name), (target) => {
      must(["apt-get", "download", "-q", name], target);
      must(["sh", "-c", "dpkg -x ./*.deb . && rm ./*.deb"], target);
    });
  for (const name of DEBIAN_SOURCES)
    unpacked(join(debian, name), (target) => {
      must(["apt-get", ...debianSources(), "source", "-q", "--download-only", name], target);
      must(["sh", "-c", "tar -xf ./*.orig.tar.* && rm ./*.tar.* ./*.dsc"], target);
    });
  for (const name of NPM)
    unpacked(join(PLACE, "npm", name), (target) => {
      must(["npm", "pack", "--silent", name], target);
      must(["sh", "-c", "tar -xzf ./*.tgz && rm ./*.tgz"], target);
    });
}

function unpacked(target: string, fill: (target: string) => void): void {
  if (existsSync(target)) return;
  mkdirSync(target, { recursive: true });
  fill(target);
}

/** Options of apt-get that make it read this machine's archives for sources. */
function debianSources(): string[] {
  const place = join(PLACE, "apt");
  const parts = join(place, "parts");
  const lists = join(place, "lists");
  const options = ["Dir::Etc::SourceList=/dev/null", `Dir::Etc::SourceParts=${parts}`, `Dir::State::Lists=${lists}`];
  const written = options.flatMap((option) => ["-o", option]);
  if (existsSync(parts)) return written;
  mkdirSync(parts, { recursive: true });
  mkdirSync(join(lists, "partial"), { recursive: true });
  const system = "/etc/apt/sources.list.d";
  for (const name of existsSync(system) ? readdirSync(system) : []) {
    const text = readFileSync(join(system, name), "utf8");
    const sources = name.endsWith(".sources")
      ? text.replace(/^Types:.*$/gm, "Types: deb-src")
      : text.replace(/^deb /gm, "deb-src ");
    writeFileSync(join(parts, name), sources);
  }
  if (existsSync("/etc/apt/sources.list")) {
    const text = readFileSync("/etc/apt/sources.list", "utf8");
    writeFileSync(join(parts, "system.list"), text.replace(/^deb /gm, "deb-src "));
  }
  must(["apt-get", ...written, "update", "-q"], place);
  return written;
}

function must(command: readonly string[], cwd: string): void {
  const run = Bun.spawnSync([...command], { cwd, stdout: "pipe", stderr: "pipe" });
  if (run.exitCode !== 0) throw new Error(`${command.join(" ")}: ${run.stderr.toString().slice(-2000)}`);
}
