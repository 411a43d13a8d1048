/**
 * Compiles src/kernels/*.kernel.ts (AssemblyScript) to build/kernels/NAME.wasm, and rewrites each to NAME.scalar.wasm, for
 * processors on which the engine has no SIMD.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import asc from "assemblyscript/asc";
import { withoutSimd } from "./scalar/lower.ts";

/**
 * Compiler options of every kernel. No runtime, no garbage collector and no `abort` import: a kernel works on its own
 * linear memory, which it exports, and imports nothing. No relaxed SIMD: its results differ between processors.
 */
const OPTIONS = ["-O3", "--enable", "simd", "--runtime", "stub", "--use", "abort=", "--noAssert"];

/** Compiles what changed since the last call. Returns the paths of all kernels, in name order; throws on a compile error. */
export async function buildKernels(root: string): Promise<string[]> {
  const sources = join(root, "src", "kernels");
  const target = join(root, "build", "kernels");
  mkdirSync(target, { recursive: true });
  const names = readdirSync(sources)
    .filter((file) => file.endsWith(".kernel.ts"))
    .map((file) => basename(file, ".kernel.ts"))
    .sort();
  for (const stale of readdirSync(target)) {
    if (!names.includes(stale.replace(/(\.scalar)?\.wasm(\.source)?$/, ""))) rmSync(join(target, stale));
  }
  const rewriter = ["bytes.ts", "lanes.ts", "lower.ts"].map((file) =>
    readFileSync(join(import.meta.dir, "scalar", file), "utf8"),
  );
  const built: string[] = [];
  for (const name of names) {
    const withSimd = join(target, `${name}.wasm`);
    const scalar = join(target, `${name}.scalar.wasm`);
    await buildKernel(join(sources, `${name}.kernel.ts`), withSimd, scalar, rewriter.join(""));
    built.push(withSimd, scalar);
  }
  return built;
}

async function buildKernel(source: string, target: string, scalar: string, rewriter: string): Promise<void> {
  const text = readFileSync(source);
  const tools = [OPTIONS.join(" "), asc.version, rewriter].join("\n");
  const key = createHash("sha256").update(text).update(tools).digest("hex");
  const stamp = `${target}.source`;
  if ([target, scalar, stamp].every((file) => existsSync(file)) && readFileSync(stamp, "utf8") === key) return;
  let wasm: Uint8Array | null = null;
  // The compiler sees one file under a fixed name: the output then does not depend on the folder it was built in.
  const { error, stderr } = await asc.main(["kernel.ts", "--outFile", "kernel.wasm", ...OPTIONS], {
    readFile: (name) => (name === "kernel.ts" ? text.toString("utf8") : null),
    writeFile: (name, contents) => {
      if (name.endsWith(".wasm") && typeof contents !== "string") wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === null) throw new Error(`${source} does not compile:\n${stderr.toString()}`);
  const rewritten = withoutSimd(wasm);
  if (!WebAssembly.validate(rewritten)) throw new Error(`${scalar} is no WebAssembly that this engine takes`);
  appear(target, wasm);
  appear(scalar, rewritten);
  writeFileSync(stamp, key);
}

/** Another build may run at the same time (tests build too): a kernel appears whole or not at all. */
function appear(target: string, wasm: Uint8Array): void {
  const aside = `${target}.${process.pid}.tmp`;
  writeFileSync(aside, wasm);
  renameSync(aside, target);
}
