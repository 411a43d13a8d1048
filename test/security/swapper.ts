/** A thread that swaps a file and a folder for links to others, and back, until it has done so often enough. */
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";

const { root, outside, times, done } = workerData as {
  readonly root: string;
  readonly outside: string;
  readonly times: number;
  /** Set to 1 at the end. */
  readonly done: Int32Array;
};

const file = join(root, "f", "x.txt");
const aside = join(root, "aside");
for (let i = 0; i < times; i += 2) {
  // The file for a link, and back, each in one step, so that something is always there.
  symlinkSync(join(outside, "x.txt"), aside);
  renameSync(aside, file);
  writeFileSync(aside, "mine");
  renameSync(aside, file);
  // The folder for a link, and back.
  renameSync(join(root, "f"), join(root, "g"));
  symlinkSync(outside, join(root, "f"));
  rmSync(join(root, "f"));
  renameSync(join(root, "g"), join(root, "f"));
}
Atomics.store(done, 0, 1);
