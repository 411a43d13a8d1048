/** Copies tree-sitter's core and grammars out of their packages to build/grammars/NAME.bin, compressed: 32 MB become 2. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CORE = "web-tree-sitter/web-tree-sitter.wasm";

/** Name in build/grammars, and in src/code/grammars.ts → file in node_modules. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ["core", CORE],
  ...["bash", "cpp", "go", "java", "javascript", "php", "python", "ruby", "rust", "tsx", "typescript"].map(
    (name) => [name, `@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`] as const,
  ),
  ["csharp", "@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm"],
  ...["c", "dart", "swift"].map((name) => [name, `@repomix/tree-sitter-wasms/out/tree-sitter-${name}.wasm`] as const),
  ["kotlin", "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm"],
]);

/** Of zstd. Decompressing takes a millisecond a megabyte whatever it is. */
const LEVEL = 19;

/** Makes what is missing or older than its source. */
export function buildGrammars(root: string): void {
  const folder = join(root, "build", "grammars");
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of SOURCES) {
    const source = join(root, "node_modules", file);
    const target = join(folder, `${name}.bin`);
    if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) continue;
    const aside = `${target}.${process.pid}.tmp`;
    writeFileSync(aside, Bun.zstdCompressSync(readFileSync(source), { level: LEVEL }));
    renameSync(aside, target);
  }
}
