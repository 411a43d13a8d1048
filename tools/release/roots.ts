/** Empty roots: folders in which a binary sees its C library and nothing else of this machine. */
import { chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { must, type RunResult, run } from "./run.ts";

export interface EmptyRoot {
  /** The folder outside. */
  readonly folder: string;
  /** Registered with the kernel for foreign binaries, in a name space of its own. */
  readonly emulator?: string;
}

/** Whether this user may make such roots: it takes the superuser and unshare. */
export function canChangeRoot(): boolean {
  return process.getuid?.() === 0 && run(["unshare", "--mount", "--pid", "--fork", "true"]).exitCode === 0;
}

/** Folders that every root has. */
export function emptyRoot(folder: string): EmptyRoot {
  for (const name of ["dev", "proc", "tmp", "root", "work"]) mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, "tmp"), 0o777);
  return { folder };
}

/** Copies the libraries that `binary` asks this machine's loader for. */
export function addHostLibraries({ folder }: EmptyRoot, binary: string): void {
  const files = must(["ldd", binary]).matchAll(/(?:=> |^\s*)(\/\S+)/gm);
  for (const [, file = ""] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file), { dereference: true });
  }
}

/** glibc of another architecture, from Debian. Needs mmdebstrap. */
export function addDebianLibraries(folder: string, suite: string, architecture: string, packages: string): void {
  must([
    "mmdebstrap",
    "--quiet",
    "--variant=extract",
    `--architectures=${architecture}`,
    `--include=${packages}`,
    suite,
    folder,
  ]);
}

/**
 * musl from Debian, and the C++ library that Alpine's wheels on the Python index carry: the one place among the registries that has it
 * built for musl.
 */
export function addMuslLibraries(folder: string, work: string, machine: "x86_64" | "aarch64"): void {
  const debian = machine === "x86_64" ? "amd64" : "arm64";
  const musl = join(work, `musl-${machine}`);
  addDebianLibraries(musl, "trixie", debian, "musl");
  const loader = `ld-musl-${machine}.so.1`;
  mkdirSync(join(folder, "lib"), { recursive: true });
  mkdirSync(join(folder, "usr/lib"), { recursive: true });
  cpSync(join(musl, `usr/lib/${machine}-linux-musl/libc.so`), join(folder, "lib", loader));
  chmodSync(join(folder, "lib", loader), 0o755);
  // The loader knows itself by its inode: a copy would be a second C library.
  symlinkSync(loader, join(folder, "lib", `libc.musl-${machine}.so.1`));
  const wheels = join(work, `wheels-${machine}`);
  must([
    "python3",
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-deps",
    "--only-binary=:all:",
    "--platform",
    `musllinux_1_2_${machine}`,
    "--python-version",
    "312",
    "--implementation",
    "cp",
    "--abi",
    "cp312",
    "--dest",
    wheels,
    "pandas==3.1.1",
  ]);
  const wheel = join(wheels, readdirSync(wheels)[0] ?? "");
  must(["python3", "-m", "zipfile", "-e", wheel, join(wheels, "unpacked")]);
  const libraries = join(wheels, "unpacked", "pandas.libs");
  for (const file of readdirSync(libraries)) {
    const name = file.startsWith("libstdc++") ? "libstdc++.so.6" : basename(file);
    cpSync(join(libraries, file), join(folder, "usr/lib", name));
  }
}

/** Runs a command in the root, with /proc and /dev. It is killed after five minutes. */
export function runIn({ folder, emulator }: EmptyRoot, command: readonly string[], input?: string): RunResult {
  const script = [
    "set -e",
    'mount -t proc proc "$ROOT/proc"',
    'mount --rbind /dev "$ROOT/dev"',
    ...(emulator === undefined
      ? []
      : [
          "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc",
          `printf '%s' "$HANDLER" > /proc/sys/fs/binfmt_misc/register`,
        ]),
    'cd "$ROOT/work"',
    'exec chroot "$ROOT" "$@"',
  ].join("\n");
  // A handler for foreign binaries lives in the user name space that mounts binfmt_misc: nobody else sees it.
  const spaces = emulator === undefined ? [] : ["--user", "--map-root-user"];
  return run(
    ["unshare", ...spaces, "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script, "sh", ...command],
    {
      env: {
        PATH: process.env.PATH ?? "",
        HOME: "/root",
        LANG: "C.UTF-8",
        ROOT: folder,
        ...(emulator === undefined ? {} : { HANDLER: handler(emulator) }),
      },
      timeout: 300_000,
      ...(input === undefined ? {} : { input }),
    },
  );
}

/** binfmt_misc's line for 64-bit ARM programs; F opens the emulator now, so that it is found in the root. */
function handler(emulator: string): string {
  const magic = "\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00";
  const mask = "\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff";
  return `:qsearch-arm64:M::${magic}:${mask}:${emulator}:F`;
}

/** A few files to find things in: prose, code, and a PDF of one page. */
export function writeSamples(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "note.md"), "# Inspection\n\nThe golden bearing was inspected in May.\n");
  writeFileSync(
    join(folder, "shop.ts"),
    "export function total(prices: number[]): number {\n  return prices.reduce(add, 0);\n}\n\nfunction add(a: number, b: number) {\n  return a + b;\n}\n\nexport const bill = () => total([1, 2]);\n",
  );
  writeFileSync(join(folder, "page.pdf"), onePage("Walrus inspection report"));
}

/** A PDF of one page with one line. PDFium finds the objects without a table of their places. */
function onePage(line: string): string {
  const stream = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}
