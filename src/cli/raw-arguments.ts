/**
 * Arguments and the working directory byte for byte: names that are no UTF-8 reach JavaScript as U+FFFD, and the kernel still
 * has them as they are.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { pathFromBytes } from "../corpus/path-bytes.ts";

/**
 * `argv` with each damaged argument replaced by its bytes in the program's own spelling (corpus/path-bytes.ts). Where
 * the kernel does not tell (macOS), arguments stay as they are.
 */
export function rawArguments(argv: readonly string[]): readonly string[] {
  if (!argv.some((word) => word.includes("\ufffd"))) return argv;
  let bytes: Buffer;
  try {
    bytes = readFileSync("/proc/self/cmdline");
  } catch {
    return argv;
  }
  const raw = splitCommandLine(bytes).slice(-argv.length);
  // Another process title or a runtime that rewrote its arguments: only an exact match in place is believed.
  return argv.map((word, i) => {
    const given = raw[i];
    return given !== undefined && word.includes("\ufffd") && given.toString("utf8") === word
      ? pathFromBytes(given)
      : word;
  });
}

/** In the same spelling; relative paths start here. */
export function workingDirectory(): string {
  const cwd = process.cwd();
  if (!cwd.includes("\ufffd")) return cwd;
  try {
    return pathFromBytes(readlinkSync("/proc/self/cwd", "buffer"));
  } catch {
    return cwd;
  }
}

/** Arguments end with a NUL each. */
function splitCommandLine(bytes: Buffer): Buffer[] {
  const words: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0, start);
    words.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return words;
}
