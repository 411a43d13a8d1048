/**
 * stdout for the protocol alone. The descriptor is kept under another number, and number 1 becomes stderr: whatever a
 * library, a worker or the runtime itself prints, it cannot break a message. 0.7 ms.
 */
import { openSync, write } from "node:fs";
import { openCLibrary } from "../c-library.ts";
import { OutputError } from "../errors.ts";

/** The descriptor to write messages to. Where there is no C library to ask it is 1 as before. */
export function claimStdout(): number {
  // This stream holds a copy of the old descriptor once anything has looked at it (Node's streams do, as they load).
  process.stdout.write = ((...args: Parameters<typeof process.stderr.write>) =>
    process.stderr.write(...args)) as typeof process.stdout.write;
  const library = openCLibrary({
    dup: { args: ["i32"], returns: "i32" },
    dup2: { args: ["i32", "i32"], returns: "i32" },
  });
  // Child processes do not inherit it: Bun closes all descriptors but theirs.
  const fd = library?.dup(1) ?? -1;
  if (library === null || fd < 0) return 1;
  // A stderr that is closed takes nothing.
  if (library.dup2(2, 1) < 0) library.dup2(openSync("/dev/null", "w"), 1);
  return fd;
}

/** Writes texts whole and in order, without blocking this thread on a reader that sleeps. */
export class OrderedWriter {
  #last: Promise<void> = Promise.resolve();
  #gone = false;

  /** `onGone` is called once, when nothing can be written any more: without an error where the reader has closed its end. */
  constructor(
    private readonly fd: number,
    private readonly onGone: (error: OutputError | null) => void,
  ) {}

  /** Resolves when the text is written, or cannot be any more. */
  write(text: string): Promise<void> {
    this.#last = this.#last.then(() => this.#writeAll(Buffer.from(text, "utf8")));
    return this.#last;
  }

  /** Resolves when everything given so far is written. */
  flush(): Promise<void> {
    return this.#last;
  }

  async #writeAll(bytes: Buffer): Promise<void> {
    for (let offset = 0; offset < bytes.length && !this.#gone; ) {
      const taken = await writeSome(this.fd, bytes, offset);
      if (typeof taken !== "number") {
        this.#gone = true;
        this.onGone(taken);
        return;
      }
      offset += taken;
    }
  }
}

/** Bytes taken, 0 when the pipe is full for now, null when its reader has gone, an error when nothing can be written any more. */
function writeSome(fd: number, bytes: Buffer, offset: number): Promise<number | OutputError | null> {
  return new Promise((resolve) => {
    write(fd, bytes, offset, bytes.length - offset, null, (error, taken) => {
      if (error === null) resolve(taken);
      // A pipe that someone else made non-blocking.
      else if (error.code === "EAGAIN") setTimeout(() => resolve(0), 2);
      else if (error.code === "EPIPE" || error.code === "ECONNRESET") resolve(null);
      else resolve(new OutputError(error));
    });
  });
}
