/**
 * Makes a release in dist/release: archives, npm packages, MCPB bundles, Debian packages, a bill of materials, formulas and sums.
 *
 *   bun tools/release.ts              all platforms, best compression: some fifteen minutes of processor time
 *   bun tools/release.ts --short      the platform of this machine, quick compression: what CI runs
 *   --only NAME                       one platform, best compression
 *   --quick                           quick compression, to try the release test
 *   --out DIR                         elsewhere than in dist/release
 *   --url URL                         where the files will lie, for the formulas
 *
 * Nothing is published: docs/releasing.md describes that.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { commitOf, compile } from "./bundle.ts";
import { checkModel } from "./models.ts";
import { readPackage } from "./notices.ts";
import { prepareBuild } from "./prepare.ts";
import { writeArchives } from "./release/archives.ts";
import { writeDebianPackage } from "./release/debian.ts";
import { writeFormulas } from "./release/formulas.ts";
import { writeBundle } from "./release/mcpb.ts";
import { packLauncher, packPlatform } from "./release/npm.ts";
import { writePayload } from "./release/payload.ts";
import { hostPlatform, PLATFORMS, type Platform } from "./release/platforms.ts";
import { must, say } from "./release/run.ts";
import { billOfMaterials } from "./release/sbom.ts";

const root = resolve(import.meta.dir, "..");
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    out: { type: "string", default: join(root, "dist", "release") },
    url: { type: "string", default: "RELEASE_URL" },
  },
});
const output = resolve(values.out);
const platforms = choosePlatforms();
const levels = values.short || values.quick ? { gzip: 1, zstd: 3 } : { gzip: 9, zstd: 19 };
const { version } = readPackage(root, ".");
const { seconds } = commitOf(root);

checkModel(join(root, "models", "all-MiniLM-L6-v2"));
await prepareBuild(root);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "qsearch-release-"));
try {
  const binaries = new Map<Platform, string>();
  for (const platform of platforms) {
    const binary = join(work, "binaries", platform.name, "qsearch");
    await compile(root, binary, platform.target);
    binaries.set(platform, binary);
    say(`${platform.name}: ${megabytes(binary)}`);
  }
  const payload = join(work, "payload");
  writePayload(root, payload, binaries.get(hostPlatform()) ?? "");
  for (const [platform, binary] of binaries) await packages(platform, binary, payload);
  say(packLauncher(root, join(work, "npm", "launcher"), output, platforms, version));
  write("qsearch.cdx.json", await billOfMaterials(root));
  if (platforms === PLATFORMS) writeFormulas(output, platforms, version, values.url);
  writeSums();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function choosePlatforms(): readonly Platform[] {
  if (values.short) return [hostPlatform()];
  return values.only === undefined ? PLATFORMS : PLATFORMS.filter(({ name }) => name === values.only);
}

async function packages(platform: Platform, binary: string, payload: string): Promise<void> {
  const name = `qsearch-${version}-${platform.name}`;
  must(["mkdir", "-p", join(work, "archives")]);
  must(["cp", "-r", payload, join(work, "archives", name)]);
  must(["cp", binary, join(work, "archives", name, "qsearch")]);
  const made = [
    ...(await writeArchives(join(work, "archives"), name, output, seconds, levels)),
    packPlatform(root, join(work, "npm", platform.name), output, platform, version, binary),
  ];
  if (!values.short && platform.desktop) {
    made.push(await writeBundle(root, output, platform, version, binary, seconds));
  }
  if (!values.short && platform.debian !== undefined) {
    const architecture = platform.debian;
    const about = { version, architecture, binary, payload, seconds };
    made.push(writeDebianPackage(join(work, "debian", platform.name), output, about));
  }
  for (const file of made) say(`  ${file}: ${megabytes(join(output, file))}`);
}

/** SHA256SUMS in the form that sha256sum --check reads. */
function writeSums(): void {
  const files = must(["ls", output]).trim().split("\n");
  const lines = files.map((file) => {
    const sum = new Bun.CryptoHasher("sha256").update(readFileSync(join(output, file))).digest("hex");
    return `${sum}  ${file}\n`;
  });
  write("SHA256SUMS", lines.join(""));
}

function write(file: string, text: string): void {
  writeFileSync(join(output, file), text);
  say(file);
}

function megabytes(file: string): string {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`;
}
