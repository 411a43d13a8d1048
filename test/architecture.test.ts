/** The direction of imports, which no compiler checks: docs/architecture.md, "Folders". */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "..");

/** From the ground up. A file may import from its own layer and from those below. */
const LAYERS: readonly (readonly string[])[] = [
  ["src/errors.ts"],
  ["src/request", "src/settings", "src/settings/settings.ts"],
  ["src/ranking", "src/text", "src/pool", "src/kernels", "src/licenses"],
  ["src/corpus", "src/extract", "src/symbols", "src/call-graph", "src/languages", "src/embed", "src/store"],
  ["src/index-search", "src/live-search", "src/indexing"],
  ["src/transfer", "src/extraction"],
  ["src/child-jobs.ts", "src/library.ts", "workers"],
  ["src/cli", "src/mcp", "src/view"],
  ["src/main.ts"],
];

/** Leaves that every layer may import. */
const LEAVES = [
  "src/c-library.ts",
  "src/compressed-asset.ts",
  "src/engine.ts",
  "src/log.ts",
  "src/progress.ts",
  "src/until-aborted.ts",
  "src/version.ts",
  "src/worker-urls.ts",
];

interface Import {
  readonly from: string;
  /** A file of this repository, or a module name such as "node:fs". */
  readonly to: string;
}

const files = sourceFiles();
const imports = files.flatMap(importsOf);

describe("architecture", () => {
  test("this test sees the imports", () => {
    expect(imports.map(arrow)).toContain("src/pool/child-pool.ts → src/worker-urls.ts");
    expect(imports.map(arrow)).toContain("src/main.ts → src/cli/run.ts");
    expect(imports.map(arrow)).toContain("src/pool/worker-side.ts → node:worker_threads");
  });

  test("every file belongs to a layer", () => {
    expect(files.filter((file) => layerOf(file) === -1 && !LEAVES.includes(file))).toEqual([]);
  });

  test("imports point downwards", () => {
    const upward = imports.filter(({ from, to }) => {
      if (LEAVES.includes(to) || layerOf(to) === -1) return false;
      return LEAVES.includes(from) ? layerOf(to) > 0 : layerOf(to) > layerOf(from);
    });
    expect(upward.map(arrow)).toEqual([]);
  });

  test("there are no import cycles", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
      if (trail.includes(file) || done.has(file)) return;
      for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test("text and ranking are functions of data: no file, process or database is reached from them", () => {
    const impure = imports.filter(
      ({ from, to }) => /^src\/(text|ranking)\//.test(from) && /^(node:|bun:|bun$)/.test(to),
    );
    expect(impure.map(arrow)).toEqual([]);
  });

  test("extractors and syntax trees do not know the store", () => {
    const knowing = imports.filter(
      ({ from, to }) => /^src\/(extract|symbols|call-graph)\//.test(from) && to.startsWith("src/store/"),
    );
    expect(knowing.map(arrow)).toEqual([]);
  });

  test("only corpus/open.ts opens source files: no extractor reaches the file system", () => {
    const opening = imports.filter(
      ({ from, to }) => /^src\/(extract|symbols|call-graph)\//.test(from) && /^(node:)?fs/.test(to),
    );
    // The wasm files of PDFium and of the grammars are parts of the program, not source files.
    const own = ["src/extract/pdf-engine.ts", "src/symbols/grammars.ts"];
    expect(opening.filter(({ from }) => !own.includes(from)).map(arrow)).toEqual([]);
  });

  test("only mcp and view may know the network", () => {
    const isServer = (file: string) => file.startsWith("src/mcp/") || file.startsWith("src/view/");
    const modules = /^(node:)?(net|http|https|http2|dgram|dns|tls)$/;
    expect(imports.filter(({ from, to }) => !isServer(from) && modules.test(to)).map(arrow)).toEqual([]);
    const calls = /\b(fetch|Bun\.serve|Bun\.connect|Bun\.listen|Bun\.udpSocket|new WebSocket)\(/;
    expect(files.filter((file) => !isServer(file) && calls.test(codeOf(file)))).toEqual([]);
  });

  test("the program imports only its dependencies, and tests bring their own", () => {
    const used = new Set(imports.map(({ to }) => packageOf(to)).filter((name) => name !== null));
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect([...used].filter((name) => !(name in dependencies)).sort()).toEqual([]);
    expect(Object.keys(devDependencies).filter((name) => used.has(name))).toEqual([]);
  });

  test("only the output module, the frames of a child and --version write to stdout", () => {
    const writers = files.filter((file) => /process\.stdout\.write|Bun\.stdout|writeSync\(1\b/.test(codeOf(file)));
    const allowed = ["src/cli/output.ts", "src/main.ts", "src/pool/child-side.ts"];
    expect(writers.filter((file) => !allowed.includes(file) && !file.startsWith("src/mcp/"))).toEqual([]);
  });
});

function sourceFiles(): string[] {
  const globs = ["src/**/*.ts", "workers/*.ts"].map((pattern) => new Bun.Glob(pattern));
  const found = globs.flatMap((glob) => [...glob.scanSync({ cwd: root })]);
  return found.filter((file) => !/\.(d|kernel)\.ts$/.test(file)).sort();
}

function layerOf(file: string): number {
  return LAYERS.findIndex((members) => members.some((member) => file === member || file.startsWith(`${member}/`)));
}

/** Type imports count as well: a type that lives above is known above. */
function importsOf(file: string): Import[] {
  const statements = codeOf(file).matchAll(
    /^\s*(?:import|export)\b[^;"']*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import "([^"]+)"/gm,
  );
  return [...statements].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    return { from: file, to: name.startsWith(".") ? normalize(join(dirname(file), name)) : name };
  });
}

/** The npm package of an imported module, null for files and for the runtime's own modules. */
function packageOf(module: string): string | null {
  if (module.includes(".ts") || module.includes(".json") || /^(node:|bun:|bun$|build\/|models\/|src\/)/.test(module))
    return null;
  return /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? null;
}

/** The text without comments. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

function arrow({ from, to }: Import): string {
  return `${from} → ${to}`;
}
