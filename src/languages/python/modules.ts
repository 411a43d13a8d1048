import type { ModuleRules } from "../../call-graph/module-rules.ts";
import { external, type Value, type Values } from "../../call-graph/values.ts";
import { type CodeWorld, folderOf, type GraphFile } from "../../call-graph/world.ts";
import { words } from "../words.ts";

export const modules: ModuleRules = {
  module: ({ world }, file, path) => moduleOf(world, file, path),
  at: moduleAt,
  within: (world, file, name) =>
    /(?:^|\/)__init__\.pyi?$/.test(file.rel) ? moduleAt(world, `${file.folder}/${name}`) : null,
};

/** Top-level modules of the library (3.13). */
const LIBRARY = words(`
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins
bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis
distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib
imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap
marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers
opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline
reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr
socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading
time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
zipimport zlib zoneinfo __future__
`);

/** Folders at a project's top that hold its packages. */
const SOURCE_FOLDERS = ["src", "lib", "python"];

function moduleOf(world: CodeWorld, file: GraphFile, module: string): Values {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  const parts = module
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  if (dots > 0) {
    let folder = file.folder;
    for (let up = 1; up < dots; up++) folder = folderOf(folder);
    return within(world, folder, parts);
  }
  const [first = ""] = parts;
  for (const base of bases(world, file.folder)) {
    if (isModule(world, base, first)) return within(world, base, parts);
  }
  if (LIBRARY.has(first)) return [external(module)];
  const elsewhere = topModules(world, first);
  if (elsewhere.length === 0) return [external(module)];
  const [base] = elsewhere;
  return elsewhere.length === 1 && base !== undefined ? within(world, base, parts) : null;
}

/** Folders from which absolute imports may start, nearest first, without the packages' own folders. */
function bases(world: CodeWorld, from: string): string[] {
  const found: string[] = [];
  for (let folder = from; ; folder = folderOf(folder)) {
    if (!world.has(inside(folder, "__init__.py"))) {
      found.push(folder, ...SOURCE_FOLDERS.map((name) => inside(folder, name)).filter((base) => world.hasFolder(base)));
    }
    if (folder === "") return found;
  }
}

/** Folders that hold a package or module of that name and that are no packages themselves. */
function topModules(world: CodeWorld, first: string): string[] {
  const packages = world
    .filesCalled("__init__.py")
    .map(folderOf)
    .filter((folder) => folder === first || folder.endsWith(`/${first}`));
  const folders = [...packages.map(folderOf), ...world.filesCalled(`${first}.py`).map(folderOf)];
  return [...new Set(folders)].filter((folder) => !world.has(inside(folder, "__init__.py")));
}

function isModule(world: CodeWorld, base: string, name: string): boolean {
  const path = inside(base, name);
  return (
    world.has(`${path}.py`) || world.has(`${path}.pyi`) || world.has(`${path}/__init__.py`) || world.hasFolder(path)
  );
}

function within(world: CodeWorld, base: string, parts: readonly string[]): Values {
  const path = parts.reduce(inside, base);
  const value = moduleAt(world, path);
  return value === null ? null : [value];
}

/** The module at a path without its extension; null without one. */
function moduleAt(world: CodeWorld, path: string): Value | null {
  for (const rel of [inside(path, "__init__.py"), `${path}.py`, inside(path, "__init__.pyi"), `${path}.pyi`]) {
    const file = world.has(rel) ? world.file(rel) : null;
    if (file !== null) return { kind: "module", file };
  }
  return path !== "" && world.hasFolder(path) ? { kind: "package", folder: path, named: false } : null;
}

function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
