/**
 * Kernels as WebAssembly modules. Each is built twice of one source, with SIMD and without (tools/kernels.ts); the results are the
 * same, bit for bit. Bun's engine has no SIMD on processors without AVX.
 */
import { readFileSync } from "node:fs";

/** A module of one function that makes a vector of an i32, and drops it. */
const PROBE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x1a, 0x0b],
);

let simd: boolean | undefined;

/** Whether the engine has SIMD here: it is asked once. */
export function hasSimd(): boolean {
  simd ??= WebAssembly.validate(PROBE);
  return simd;
}

/** The kernel that runs here, of the files of both builds. Compiling takes about a millisecond. */
export function kernelModule(withSimd: string, scalar: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(hasSimd() ? withSimd : scalar));
}
