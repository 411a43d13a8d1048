/**
 * Builds the program. `bun build.ts` makes dist/qsearch for this machine, `--target T` for another one (built, not run),
 * `--kernels` only the WebAssembly kernels, which running from source needs as well.
 */
import { buildKernels } from "./tools/kernels.ts";

const root = import.meta.dir;

if (process.argv.includes("--kernels")) {
  await buildKernels(root);
}
