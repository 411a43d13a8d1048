/** npm packages: one for each platform, which hold the binary, and `qsearch`, whose launcher starts the one that npm chose. */
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./platforms.ts";
import { must } from "./run.ts";

const ABOUT = {
  license: "MIT",
  description: "Finds things in local files, code and documents, by word, by symbol and by meaning. Offline.",
  keywords: ["search", "code-search", "semantic-search", "mcp", "cli"],
};

export function packageName({ name }: Platform): string {
  return `@qsearch/cli-${name}`;
}

/** Makes the platform's package in `folder` and packs it into `output`. Returns the archive's name. */
export function packPlatform(
  root: string,
  folder: string,
  output: string,
  platform: Platform,
  version: string,
  binary: string,
): string {
  const { os, cpu, libc } = platform.npm;
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(binary, join(folder, "bin", "qsearch"));
  chmodSync(join(folder, "bin", "qsearch"), 0o755);
  for (const file of ["LICENSE", "NOTICE"]) cpSync(join(root, file), join(folder, file));
  return pack(folder, output, {
    name: packageName(platform),
    version,
    ...ABOUT,
    description: `The binary of qsearch for ${platform.name}.`,
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    files: ["bin", "NOTICE"],
    preferUnplugged: true,
  });
}

/** Makes the package `qsearch` in `folder`, with the platforms' packages as optional dependencies, and packs it. */
export function packLauncher(
  root: string,
  folder: string,
  output: string,
  platforms: readonly Platform[],
  version: string,
): string {
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(join(root, "packaging", "npm", "qsearch.cjs"), join(folder, "bin", "qsearch.cjs"));
  for (const file of ["LICENSE", "README.md"]) cpSync(join(root, file), join(folder, file));
  return pack(folder, output, {
    name: "qsearch",
    version,
    ...ABOUT,
    bin: { qsearch: "bin/qsearch.cjs" },
    files: ["bin"],
    engines: { node: ">=20" },
    optionalDependencies: Object.fromEntries(platforms.map((platform) => [packageName(platform), version])),
  });
}

function pack(folder: string, output: string, manifest: Readonly<Record<string, unknown>>): string {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return must(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", output, folder]).trim();
}
