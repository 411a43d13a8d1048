/**
 * Parsed contents by their hash; the least recently used ones are dropped first. Making chunks again is faster than finding
 * room for them.
 */
import type { SourceText } from "./source-file.ts";

/** Most kept weight: UTF-16 units of texts, and for each definition and chunk the size of its object. */
const MAX_WEIGHT = 8_000_000;
const OBJECT = 300;

export class SourceCache {
  readonly #kept = new Map<string, SourceText>();
  #weight = 0;

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
    this.#weight += weightOf(source);
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= MAX_WEIGHT || oldest === key) break;
      this.#drop(oldest);
    }
    return source;
  }

  #drop(key: string): void {
    const known = this.#kept.get(key);
    if (known !== undefined) this.#weight -= weightOf(known);
    this.#kept.delete(key);
  }
}

function weightOf({ text, chunks, definitions }: SourceText): number {
  return text.length + OBJECT * (chunks.length + (definitions?.definitions.length ?? 0));
}
