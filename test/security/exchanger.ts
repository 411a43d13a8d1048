/** A thread that exchanges a folder and a link to the outside, each in one step, again and again until it is ended. */
import { FFIType, ptr } from "bun:ffi";
import { workerData } from "node:worker_threads";
import { openCLibrary } from "../../src/c-library.ts";

const { pairs, pauseMs } = workerData as {
  /** Absolute paths that change places. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly pauseMs: number;
};

const AT_FDCWD = -100;
/** linux/fs.h. */
const RENAME_EXCHANGE = 2;

const library = openCLibrary({
  renameat2: { args: [FFIType.i32, FFIType.ptr, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
});
if (library === null) throw new Error("no renameat2 here");

const cString = (text: string) => {
  const bytes = Buffer.from(`${text}\0`);
  return { bytes, at: ptr(bytes) };
};
const places = pairs.map(([one, other]) => [cString(one), cString(other)] as const);
for (;;) {
  for (const [one, other] of places) {
    if (library.renameat2(AT_FDCWD, one.at, AT_FDCWD, other.at, RENAME_EXCHANGE) !== 0) throw new Error("no exchange");
  }
  const until = performance.now() + pauseMs;
  while (performance.now() < until);
}
