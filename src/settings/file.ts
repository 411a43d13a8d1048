/** A settings file as text: a regular file of reasonable size, in UTF-8 with or without a byte-order mark. */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";

/** Nobody writes a configuration this long: what is longer was named by mistake. */
const MAX_BYTES = 1 << 20;

/** The customary way to say "no configuration". */
const NOTHING = "/dev/null";

/**
 * Reads it. A FIFO or device is refused before a byte is read: this thread would wait, or read for ever, and hear no Ctrl-C.
 * Throws the system's errors, and errors whose message stands after "cannot be read:".
 */
export function readSettingsFile(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (stat.isCharacterDevice() && stat.rdev === statSync(NOTHING).rdev) return "";
    if (!stat.isFile()) throw new Error("it is no regular file");
    if (stat.size > MAX_BYTES) throw new Error("it is longer than 1 MiB");
    return decoded(readFileSync(fd));
  } finally {
    closeSync(fd);
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error("it is not UTF-8", { cause });
  }
}
