/**
 * Tries a release in dist/release as its users would, and writes what ran on which platform into its RELEASE-NOTES.md.
 *
 *   bun tools/release-test.ts            everything that this machine has the programs for
 *   bun tools/release-test.ts --short    the archive and the npm packages of this machine's platform: what CI runs
 *   --out DIR                            the release's folder
 *
 * A check whose programs are missing is skipped, and says so. The last line is `N passed, N failed, N skipped`.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { commitOf, compile } from "./bundle.ts";
import { readPackage } from "./notices.ts";
import { checkBundle, checkDebianPackage } from "./release/check-desktop.ts";
import { checkNpm } from "./release/check-npm.ts";
import { checkBillOfMaterials, checkWorkflows } from "./release/check-texts.ts";
import { checkProgram, expectText, type Program, programAt } from "./release/checks.ts";
import { hostPlatform, PLATFORMS } from "./release/platforms.ts";
import { serveArchives, startVerdaccio } from "./release/registry.ts";
import {
  addDebianLibraries,
  addHostLibraries,
  addMuslLibraries,
  canChangeRoot,
  type EmptyRoot,
  emptyRoot,
  runIn,
  writeSamples,
} from "./release/roots.ts";
import { must, run, say } from "./release/run.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    out: { type: "string", default: join(root, "dist", "release") },
  },
});
const release = resolve(values.out);
const { version } = readPackage(root, ".");
const host = hostPlatform();
const work = mkdtempSync(join(tmpdir(), "qsearch-release-test-"));

interface Outcome {
  readonly name: string;
  readonly platform: string | null;
  readonly state: "passed" | "failed" | "skipped";
  readonly detail: string;
}
const outcomes: Outcome[] = [];

/** A check of one platform's binary where `platform` is given. `lacks`: the program that is missing for it. */
async function check(
  name: string,
  body: (folder: string) => unknown,
  { platform = null, lacks = null }: { readonly platform?: string | null; readonly lacks?: string | null } = {},
): Promise<void> {
  const outcome =
    lacks === null ? await outcomeOf(name, body) : ({ state: "skipped", detail: `needs ${lacks}` } as const);
  outcomes.push({ name, platform, ...outcome });
  say(`${outcome.state.padEnd(8)} ${name}${outcome.detail === "" ? "" : `: ${outcome.detail}`}`);
}

async function outcomeOf(name: string, body: (folder: string) => unknown) {
  const folder = join(work, name.replaceAll(/\W+/g, "-"));
  mkdirSync(folder, { recursive: true });
  try {
    const detail = await body(folder);
    return { state: "passed", detail: typeof detail === "string" ? detail : "" } as const;
  } catch (error) {
    return { state: "failed", detail: error instanceof Error ? error.message : String(error) } as const;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function missing(...programs: readonly string[]): string | null {
  const names = programs.filter((name) => Bun.which(name) === null);
  if (names.length > 0) return names.join(", ");
  return canChangeRoot() ? null : "the superuser";
}

/** The binary of a platform's archive, unpacked in `folder`. */
function unpack(platform: string, folder: string): string {
  const name = `qsearch-${version}-${platform}`;
  const archive = readFileSync(join(release, `${name}.tar.zst`));
  writeFileSync(join(folder, "archive.tar"), Bun.zstdDecompressSync(archive));
  must(["tar", "-xf", join(folder, "archive.tar"), "-C", folder]);
  rmSync(join(folder, "archive.tar"));
  for (const file of ["LICENSE", "NOTICE", "README.md", "man/man1/qsearch.1", "completions/_qsearch"]) {
    if (!existsSync(join(folder, name, file))) throw new Error(`the archive holds no ${file}`);
  }
  return join(folder, name, "qsearch");
}

/** The program of the platform's archive in an empty root, with the libraries that `prepare` puts there. */
function inRoot(
  platform: string,
  folder: string,
  prepare: (folder: string, binary: string) => void,
  emulator?: string,
) {
  const place: EmptyRoot = { folder: join(folder, "root"), ...(emulator === undefined ? {} : { emulator }) };
  const binary = unpack(platform, folder);
  prepare(place.folder, binary);
  emptyRoot(place.folder);
  cpSync(binary, join(place.folder, "qsearch"));
  writeSamples(join(place.folder, "samples"));
  const program: Program = (args, input) => runIn(place, ["/qsearch", ...args], input);
  checkProgram(program, "/samples", version);
}

try {
  await check("sums", () => must(["sha256sum", "--check", "--quiet", "SHA256SUMS"], { cwd: release }));
  await check(
    `archive, ${host.name}, in an empty root`,
    (folder) => inRoot(host.name, folder, (place, binary) => addHostLibraries(emptyRoot(place), binary)),
    { platform: host.name, lacks: missing("ldd") },
  );
  if (missing("ldd") !== null) {
    await check(
      `archive, ${host.name}, with an empty home`,
      (folder) => {
        writeSamples(join(folder, "samples"));
        checkProgram(programAt([unpack(host.name, folder)], folder), join(folder, "samples"), version);
      },
      { platform: host.name },
    );
  }
  await check("npm packages from a registry of our own", async (folder) => {
    const registry = await serveArchives(release);
    try {
      await checkNpm(registry, folder, version);
    } finally {
      registry.stop();
    }
  });
  if (!values.short) await longChecks();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function longChecks(): Promise<void> {
  await check("npm packages published to verdaccio", async (folder) => {
    const registry = await startVerdaccio(join(folder, "verdaccio"), release);
    try {
      await checkNpm(registry, folder, version);
    } finally {
      registry.stop();
    }
  });
  await check("MCPB bundle", (folder) => checkBundle(join(release, `qsearch-${version}-${host.name}.mcpb`), folder));
  await check(
    "Debian package",
    (folder) => checkDebianPackage(join(release, `qsearch_${version}_${host.debian}.deb`), folder, version),
    { lacks: missing("dpkg", "dpkg-deb") },
  );
  await check("bill of materials", (folder) => checkBillOfMaterials(join(release, "qsearch.cdx.json"), folder));
  await check("workflows", () => checkWorkflows(root), { lacks: Bun.which("go") === null ? "go" : null });
  await check("a second build in another folder gives the same files", twoBuilds);
  await check("the baseline runtime is the ordinary one", baseline);
  const emulator = Bun.which("qemu-aarch64-static") ?? undefined;
  await check(
    "archive, linux-arm64, under qemu-user",
    (folder) =>
      inRoot("linux-arm64", folder, (place) => addDebianLibraries(place, "bookworm", "arm64", "libc6"), emulator),
    { platform: "linux-arm64", lacks: missing("qemu-aarch64-static", "mmdebstrap") },
  );
  await check(
    "archive, linux-x64-musl, with musl's libraries",
    (folder) => inRoot("linux-x64-musl", folder, (place) => addMuslLibraries(place, folder, "x86_64")),
    { platform: "linux-x64-musl", lacks: missing("mmdebstrap", "python3") },
  );
  await check(
    "archive, linux-arm64-musl, under qemu-user with musl's libraries",
    (folder) => inRoot("linux-arm64-musl", folder, (place) => addMuslLibraries(place, folder, "aarch64"), emulator),
    { platform: "linux-arm64-musl", lacks: missing("qemu-aarch64-static", "mmdebstrap", "python3") },
  );
  for (const processor of ["Nehalem", "Denverton", "SandyBridge", "Haswell"]) {
    await check(`processor ${processor}, under qemu-user`, (folder) => oldProcessor(processor, folder), {
      lacks: missing("qemu-x86_64-static"),
    });
  }
  writeNotes();
}

/** A clone of this commit elsewhere, with the packages that are installed here. */
async function twoBuilds(folder: string): Promise<string> {
  if (run(["git", "diff", "--quiet", "HEAD"], { cwd: root }).exitCode !== 0)
    throw new Error("there are changes that no commit holds");
  const clone = join(folder, "some", "other", "place");
  must(["git", "clone", "--quiet", root, clone]);
  must(["cp", "-a", join(root, "node_modules"), clone]);
  must([process.execPath, "tools/release.ts", "--out", join(folder, "release"), "--only", host.name], { cwd: clone });
  const sums = (file: string) =>
    new Map(
      readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split("  ").reverse() as [string, string]),
    );
  const ours = sums(join(release, "SHA256SUMS"));
  const theirs = sums(join(folder, "release", "SHA256SUMS"));
  const others = [...theirs].filter(([file, sum]) => ours.get(file) !== sum && file !== `qsearch-${version}.tgz`);
  if (others.length > 0) throw new Error(`other bytes: ${others.map(([file]) => file).join(", ")}`);
  return `${theirs.size} files`;
}

/** Bun has a runtime for processors without AVX2. Where both give the same binary, one archive is enough. */
async function baseline(folder: string): Promise<string> {
  const sumOf = async (target: Bun.Build.CompileTarget) => {
    await compile(root, join(folder, target), target, host.name);
    return new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, target))).digest("hex");
  };
  const [ordinary, older] = [await sumOf("bun-linux-x64"), await sumOf("bun-linux-x64-baseline")];
  if (ordinary !== older) throw new Error("they differ: ship linux-x64-baseline as well");
  return ordinary.slice(0, 12);
}

/** The engine ends a worker in a loop by a signal, from which qemu-user does not come back once WebAssembly was compiled. */
const POLLING = { BUN_JSC_usePollingTraps: "1" };

function oldProcessor(processor: string, folder: string): string {
  const binary = unpack("linux-x64", folder);
  writeSamples(join(folder, "samples"));
  const program = programAt(["qemu-x86_64-static", "-cpu", processor, binary], folder, { env: POLLING });
  expectText(program(["--version"]).stdout, version);
  expectText(program(["doctor"]).stdout, "Everything works.");
  expectText(program(["index", join(folder, "samples", "note.md"), "--no-embed"]).stdout, "1 new");
  expectText(program(["search", "golden", "bearing", "--mode", "lexical"]).stdout, "note.md:3");
  const { simd } = (JSON.parse(program(["--version", "--json"]).stdout) as { data: { simd?: boolean } }).data;
  return `SIMD ${simd ?? "not told"}`;
}

function writeNotes(): void {
  const rows = PLATFORMS.map(({ name }) => {
    const ran = outcomes.filter(({ platform, state }) => platform === name && state === "passed");
    return `| ${name} | ${ran.length === 0 ? "**not run**: compiled on another machine" : ran.map((each) => each.name).join("; ")} |`;
  });
  const { hash, date } = commitOf(root);
  const lines = [
    `# qsearch ${version}`,
    "",
    `Built on ${date} from commit ${hash}. SHA256SUMS has the sums of all files. What is in the binary: qsearch.cdx.json, NOTICE.`,
    "",
    "| platform | what ran |",
    "| --- | --- |",
    ...rows,
    "",
    "The processor needs SSE4.2 on x64. The musl binaries need libstdc++ (Alpine: `apk add libstdc++`).",
    "The Homebrew formula and the Nix package were run nowhere.",
    "",
    ...outcomes.map(
      ({ name, state, detail }) => `- ${state}: ${name}${detail === "" ? "" : ` (${detail.split("\n")[0]})`}`,
    ),
  ];
  writeFileSync(join(release, "RELEASE-NOTES.md"), `${lines.join("\n")}\n`);
}

const count = (state: Outcome["state"]) => outcomes.filter((each) => each.state === state).length;
say(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
process.exit(count("failed") === 0 ? 0 : 1);
