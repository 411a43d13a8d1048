/** Chunks of bytes → lines, each at most so long. */

const NEWLINE = 10;

export class LineReader {
  /** Chunks of the line that is not complete yet. */
  #parts: Uint8Array[] = [];
  #length = 0;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in this chunk, without their breaks; null stands for one that is too long. */
  *push(chunk: Uint8Array): Generator<string | null> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      yield this.#line();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.maxBytes) this.#parts = [];
    // A copy: the chunk's memory is its source's.
    else if (part.length > 0) this.#parts.push(part.slice());
  }

  #line(): string | null {
    const bytes = this.#length > this.maxBytes ? null : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return bytes === null ? null : bytes.toString("utf8").replace(/\r$/, "");
  }
}
