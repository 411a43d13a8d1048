/** Start-up is sacred: what the handshake loads, found by following the imports that are not deferred. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const transpiler = new Bun.Transpiler({ loader: "ts" });

test("the handshake loads neither workers, SQLite, scan code nor any tool", () => {
  const loaded = loadedBy(join(root, "src/mcp/serve.ts"));
  expect(loaded).toContain("src/mcp/server.ts");
  expect(loaded).toContain("@modelcontextprotocol/server");
  const heavy =
    /^(src\/(index-search|live-search|indexing|store|kernels|pool|extract|symbols|call-graph|embed|text|ranking|mcp\/(tools|run))\/|bun:sqlite|node:worker_threads|node:http|zod$)/;
  expect(loaded.filter((module) => heavy.test(module))).toEqual([]);
});

test("the list of tools loads their schemas, not the searches behind them", () => {
  for (const group of ["context", "files"]) {
    const loaded = loadedBy(join(root, `src/mcp/tools/${group}-tools.ts`));
    expect(loaded).toContain("zod");
    expect(
      loaded.filter((module) =>
        /^(src\/(index-search|live-search|indexing|store|kernels|pool|extract|symbols|call-graph|embed|text|ranking|corpus)\/|bun:)/.test(
          module,
        ),
      ),
    ).toEqual([]);
  }
});

test("the model comes with the first text that is embedded: what leads to it does so by import()", () => {
  const files = [...new Bun.Glob("{src,workers}/**/*.ts").scanSync({ cwd: root })].filter(
    (file) => !/\.(d|kernel)\.ts$/.test(file),
  );
  const model = /\/(fast|ort|network|weights|model-parts|model-source|model-files)\.ts$/;
  const leading = files.flatMap((file) =>
    transpiler
      .scanImports(readFileSync(join(root, file), "utf8"))
      .filter(({ path }) => path.startsWith("."))
      .map(({ path, kind }) => ({ file, kind, to: relative(root, resolve(root, dirname(file), path)) }))
      .filter(({ to }) => to.startsWith("src/embed/") && model.test(to)),
  );
  expect(leading.some(({ file, to }) => file === "src/embed/encoder.ts" && to === "src/embed/fast.ts")).toBe(true);
  const deferred = ["src/embed/encoder.ts", "src/cli/doctor/checks.ts"];
  const outside = leading.filter(
    ({ file, kind }) => !model.test(file) && !(deferred.includes(file) && kind === "dynamic-import"),
  );
  expect(outside).toEqual([]);
  for (const entry of [
    "src/mcp/serve.ts",
    "src/index-search/status.ts",
    "src/index-search/search-handler.ts",
    "src/index-search/semantic-lane.ts",
  ]) {
    expect(loadedBy(join(root, entry)).filter((file) => model.test(file))).toEqual([]);
  }
});

/** Files of this repository and names of modules that are loaded with `entry`, type imports and `import()` left out. */
function loadedBy(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!file.endsWith(".ts")) return;
    for (const { path, kind } of transpiler.scanImports(readFileSync(file, "utf8"))) {
      if (kind !== "import-statement") continue;
      if (path.startsWith(".")) visit(resolve(dirname(file), path));
      else seen.add(path);
    }
  };
  visit(entry);
  return [...seen].map((file) => (file.startsWith("/") ? relative(root, file) : file));
}
