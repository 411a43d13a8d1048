/** The Debian package and the MCPB bundle, each with the program that its users have. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkProgram, checkServer, programAt } from "./checks.ts";
import { addHostLibraries, emptyRoot, runIn, writeSamples } from "./roots.ts";
import { must } from "./run.ts";

const MCPB = { dependencies: { "@anthropic-ai/mcpb": "2.1.2" } };

/** Unpacks the bundle with the vendor's own tool, which validates its manifest, and starts the server as the manifest says. */
export function checkBundle(bundle: string, work: string): void {
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "package.json"), JSON.stringify({ private: true, ...MCPB }));
  must(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], { cwd: work });
  const mcpb = join(work, "node_modules", ".bin", "mcpb");
  const unpacked = join(work, "unpacked");
  must([mcpb, "unpack", bundle, unpacked], { cwd: work });
  must([mcpb, "validate", join(unpacked, "manifest.json")], { cwd: work });
  checkServer(programAt([join(unpacked, "server", "qsearch")], join(work, "home")));
}

/** Installs the package into an empty root, asks the installed program, removes it, and looks for what was left. */
export function checkDebianPackage(file: string, work: string, version: string): void {
  const root = emptyRoot(join(work, "root"));
  const admin = join(root.folder, "var/lib/dpkg");
  for (const folder of ["info", "updates", "triggers"]) mkdirSync(join(admin, folder), { recursive: true });
  for (const name of ["status", "available"]) writeFileSync(join(admin, name), "");
  const before = filesIn(root.folder);
  const dpkg = ["dpkg", `--root=${root.folder}`, "--force-depends", "--log=/dev/null"];
  must([...dpkg, "--install", file]);
  const binary = join(root.folder, "usr/bin/qsearch");
  for (const name of ["usr/share/man/man1/qsearch.1.gz", "usr/share/bash-completion/completions/qsearch"]) {
    if (!existsSync(join(root.folder, name))) throw new Error(`the package installs no ${name}`);
  }
  const other = emptyRoot(join(work, "libraries"));
  addHostLibraries(other, binary);
  must(["cp", binary, join(other.folder, "qsearch")]);
  writeSamples(join(other.folder, "samples"));
  checkProgram((args, input) => runIn(other, ["/qsearch", ...args], input), "/samples", version);
  must([...dpkg, "--purge", "qsearch"]);
  const left = filesIn(root.folder).filter((name) => !before.includes(name) && !name.startsWith("var/lib/dpkg/"));
  if (left.length > 0) throw new Error(`the package leaves ${left.join(", ")}`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}
