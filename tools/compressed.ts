/**
 * Compresses the WebAssembly files of packages to build/NAME.bin, which the bundle embeds: tree-sitter's core and grammars (32 MB
 * become 2), PDFium (4.6 → 1.8) and onnxruntime (14.2 → 2.5).
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { grammarOf, languageFolders } from "./languages.ts";

/** Name in build/ (imported by src/symbols/grammars.ts, src/extract/pdf-engine.ts, src/embed/ort.ts) → file in node_modules. */
const SOURCES: readonly (readonly [name: string, file: string])[] = [
  ["grammars/core", "web-tree-sitter/web-tree-sitter.wasm"],
  ["engines/pdfium", "@embedpdf/pdfium/dist/pdfium.wasm"],
  ["engines/onnxruntime", "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"],
];

/** Of zstd. Decompressing takes about a millisecond a megabyte at every level. */
const LEVEL = 19;

/** Compresses each file whose result is missing or older than its source. */
export function buildCompressed(root: string): void {
  const grammars = languageFolders(root).map((name) => [`grammars/${name}`, grammarOf(root, name).wasm] as const);
  for (const [name, file] of [...SOURCES, ...grammars]) {
    const source = join(root, "node_modules", file);
    const target = join(root, "build", `${name}.bin`);
    if (existsSync(target) && statSync(target).mtimeMs > statSync(source).mtimeMs) continue;
    mkdirSync(dirname(target), { recursive: true });
    // Two builds may run at the same time: the result appears whole or not at all.
    const aside = `${target}.${process.pid}.tmp`;
    writeFileSync(aside, Bun.zstdCompressSync(readFileSync(source), { level: LEVEL }));
    renameSync(aside, target);
  }
}
