/** What is known of contents, by their hash: the least recently used go when there is too much. */
import type { SourceText } from "./source-file.ts";

/** UTF-16 units of the texts that are kept. Symbols take about as much again. */
const MAX_UNITS = 24_000_000;

export class SourceCache {
  readonly #kept = new Map<string, SourceText>();
  #units = 0;

  get(key: string): SourceText | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  keep(key: string, source: SourceText): SourceText {
    this.#drop(key);
    this.#kept.set(key, source);
    this.#units += source.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#units <= MAX_UNITS || oldest === key) break;
      this.#drop(oldest);
    }
    return source;
  }

  #drop(key: string): void {
    this.#units -= this.#kept.get(key)?.text.length ?? 0;
    this.#kept.delete(key);
  }
}
