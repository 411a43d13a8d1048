/** Files embedded in the binary: `import path from "…" with { type: "file" }` gives a path that node:fs and Bun.file read. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
declare module "*.bin" {
  const path: string;
  export default path;
}
declare module "*.onnx" {
  const path: string;
  export default path;
}
declare module "*.txt" {
  const path: string;
  export default path;
}
/** Queries of src/languages: `with { type: "text" }` gives what is written there. */
declare module "*.scm" {
  const text: string;
  export default text;
}
/** Where in the executable model.int8.onnx begins, in bytes: tools/bundle.ts puts it in. Only in the binary. */
declare const MODEL_PLACE: number;
/** Git commit, its day and the platform of the build: tools/bundle.ts puts them in. Only in the binary. */
declare const BUILD_COMMIT: string;
declare const BUILD_DATE: string;
declare const BUILD_TARGET: string;
