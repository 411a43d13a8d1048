/** Compiles src/kernels/*.kernel.ts (AssemblyScript) to build/kernels/*.wasm. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import asc from "assemblyscript/asc";

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
    if (!names.includes(stale.replace(/\.wasm(\.source)?$/, ""))) rmSync(join(target, stale));
  }
  const built: string[] = [];
  for (const name of names) {
    built.push(await buildKernel(join(sources, `${name}.kernel.ts`), join(target, `${name}.wasm`)));
  }
  return built;
}

async function buildKernel(source: string, target: string): Promise<string> {
  const text = readFileSync(source);
  const key = createHash("sha256").update(text).update(OPTIONS.join(" ")).update(asc.version).digest("hex");
  const stamp = `${target}.source`;
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, "utf8") === key) return target;
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
  // Another build may run at the same time (tests build too): a kernel appears whole or not at all.
  const aside = `${target}.${process.pid}.tmp`;
  writeFileSync(aside, wasm);
  renameSync(aside, target);
  writeFileSync(stamp, key);
  return target;
}
