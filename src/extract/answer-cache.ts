/**
 * Cached answers of document readers by content, so copies of a document in a folder are read once. Bounded; the least recently
 * used answer is dropped first.
 */
import type { IsolatedRequest } from "./isolated.ts";

/** Bytes of answers kept. A page of text is about 3 KB. */
const CAPACITY = 8 * (1 << 20);

export class AnswerCache {
  readonly #answers = new Map<string, Uint8Array>();
  #bytes = 0;

  /** A copy, which the caller may transfer; undefined when the content is not in the cache. */
  get(key: string): Uint8Array | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer.slice();
  }

  set(key: string, answer: Uint8Array): void {
    if (answer.length > CAPACITY / 4 || this.#answers.has(key)) return;
    this.#answers.set(key, answer.slice());
    this.#bytes += answer.length;
    for (const [oldest, old] of this.#answers) {
      if (this.#bytes <= CAPACITY) return;
      this.#answers.delete(oldest);
      this.#bytes -= old.length;
    }
  }
}

/** Larger files are not hashed, because that would block the caller's thread: 4 MiB take about 3 ms. */
const HASHED_BYTES = 4 * (1 << 20);

/**
 * Everything that an answer depends on: readers do not get a file's folder, and only the workbook reader uses its extension.
 * null when the file is too large to hash.
 */
export function answerKey({ format, input }: IsolatedRequest): string | null {
  if (input.bytes.length > HASHED_BYTES) return null;
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(`${format}\0${input.ext}\0${input.encodings.join()}\0`);
  return hash.update(input.bytes).digest("base64");
}
