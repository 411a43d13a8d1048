/** The platform's C library for bun:ffi: the one list of the names it goes by. */
import { dlopen, type Library, type Symbols } from "bun:ffi";

const MUSL_ARCH = process.arch === "arm64" ? "aarch64" : "x86_64";
const NAMES = process.platform === "darwin" ? ["libSystem.B.dylib"] : ["libc.so.6", `libc.musl-${MUSL_ARCH}.so.1`];

/** These functions of it; null where there is none to load, or it lacks one of them. */
export function openCLibrary<Functions extends Symbols>(functions: Functions): Library<Functions>["symbols"] | null {
  for (const name of NAMES) {
    try {
      return dlopen(name, functions).symbols;
    } catch {
      // Not under this name.
    }
  }
  return null;
}
