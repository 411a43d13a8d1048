/** The Debian package: the binary, its manual pages, completions and notices. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { must } from "./run.ts";

export interface DebianPackage {
  readonly version: string;
  /** Debian's name of the architecture. */
  readonly architecture: string;
  readonly binary: string;
  /** Folder with man/, completions/ and the documents (payload.ts). */
  readonly payload: string;
  /** Time of every member, since the epoch. */
  readonly seconds: number;
}

/** Lays the package out in `folder`, packs it into `output` and returns its file name. Needs dpkg-deb. */
export function writeDebianPackage(folder: string, output: string, made: DebianPackage): string {
  install(made.binary, join(folder, "usr/bin/qsearch"), 0o755);
  for (const page of readdirSync(join(made.payload, "man/man1"))) {
    compress(join(made.payload, "man/man1", page), join(folder, `usr/share/man/man1/${page}.gz`));
  }
  const completions = join(made.payload, "completions");
  install(join(completions, "qsearch.bash"), join(folder, "usr/share/bash-completion/completions/qsearch"));
  install(join(completions, "_qsearch"), join(folder, "usr/share/zsh/vendor-completions/_qsearch"));
  install(join(completions, "qsearch.fish"), join(folder, "usr/share/fish/vendor_completions.d/qsearch.fish"));
  const documents = join(folder, "usr/share/doc/qsearch");
  install(join(made.payload, "README.md"), join(documents, "README.md"));
  compress(join(made.payload, "CHANGELOG.md"), join(documents, "changelog.gz"));
  compress(join(made.payload, "NOTICE"), join(documents, "NOTICE.gz"));
  write(join(documents, "copyright"), copyright(readFileSync(join(made.payload, "LICENSE"), "utf8")));
  write(join(folder, "DEBIAN/control"), control(made, installedKilobytes(join(folder, "usr"))));
  const name = `qsearch_${made.version}_${made.architecture}.deb`;
  must(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder, join(output, name)], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(made.seconds) },
  });
  return name;
}

function control({ version, architecture }: DebianPackage, kilobytes: number): string {
  return `Package: qsearch
Version: ${version}
Architecture: ${architecture}
Maintainer: the qsearch authors <qsearch@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.17)
Section: utils
Priority: optional
Description: find things in local files by word, by symbol and by meaning
 qsearch searches code, notes and documents such as PDF, DOCX and XLSX, for
 people in a terminal, for scripts, and for agents over MCP. It is one program
 that works offline and never changes what it reads.
`;
}

function copyright(license: string): string {
  return `qsearch, by the qsearch authors. NOTICE.gz beside this file names what the program contains of others.\n\n${license}`;
}

function installedKilobytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.ceil(files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1024);
}

function install(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
  chmodSync(to, mode);
}

function compress(from: string, to: string): void {
  write(to, gzipSync(readFileSync(from), { level: 9 }));
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o644);
}
