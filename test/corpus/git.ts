/** git as the judge of ignore rules. Everything of the machine's own configuration is kept out. */
import { pathFromBytes, pathToBytes } from "../../src/corpus/path-bytes.ts";

export const hasGit = Bun.which("git") !== null;

const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

function git(folder: string, args: readonly string[], stdin: Uint8Array = new Uint8Array()): Buffer {
  const settings = [
    "-c",
    "core.excludesFile=/dev/null",
    "-c",
    "core.ignoreCase=false",
    "-c",
    "core.precomposeUnicode=false",
  ];
  const run = Bun.spawnSync(["git", "-C", folder, ...settings, ...args], { env: ENVIRONMENT, stdin });
  // check-ignore: 1 means that nothing is ignored.
  if (run.exitCode > 1) throw new Error(`git ${args.join(" ")}: ${run.stderr.toString()}`);
  return Buffer.from(run.stdout);
}

export function initRepository(folder: string): void {
  git(folder, ["init", "-q"]);
}

/** Which of the paths (relative to the repository) `git check-ignore` reports. */
export function ignoredByGit(folder: string, paths: readonly string[]): Set<string> {
  const input = Buffer.concat(paths.flatMap((path) => [pathToBytes(path), Buffer.of(0)]));
  return new Set(nulSeparated(git(folder, ["check-ignore", "--no-index", "-z", "--stdin"], input)));
}

/** Files beneath the repository that git would add. */
export function listedByGit(folder: string): string[] {
  return nulSeparated(git(folder, ["ls-files", "-z", "--others", "--exclude-standard"]));
}

function nulSeparated(output: Buffer): string[] {
  const names: string[] = [];
  let start = 0;
  for (let at = output.indexOf(0); at >= 0; at = output.indexOf(0, start)) {
    names.push(pathFromBytes(output.subarray(start, at)));
    start = at + 1;
  }
  return names;
}
