/** The files that a run still has to ingest. */

import type { IngestRoot } from "./indexing-messages.ts";
import type { IngestItem } from "./ingest.ts";

/** A file to ingest. */
export interface PipelineItem extends IngestItem {
  readonly root: IngestRoot;
  readonly isolated: boolean;
}

/** Items in order; files that a batch did not reach come next. */
export class ItemQueue {
  #next = 0;
  #left: number;
  /** Returned items, taken again from the last. */
  readonly #returned: (readonly PipelineItem[])[] = [];

  constructor(private readonly items: readonly PipelineItem[]) {
    this.#left = items.length;
  }

  get left(): number {
    return this.#left;
  }

  /** The next items of one root. */
  take(limit: number): readonly PipelineItem[] {
    const returned = this.#returned.pop();
    const from = returned ?? this.items;
    const start = returned === undefined ? this.#next : 0;
    const end = sameRoot(from, start, Math.min(from.length, start + limit));
    if (returned === undefined) this.#next = end;
    else if (end < returned.length) this.#returned.push(returned.slice(end));
    this.#left -= end - start;
    return from.slice(start, end);
  }

  putBack(items: readonly PipelineItem[]): void {
    if (items.length === 0) return;
    this.#left += items.length;
    // Usually the items taken last: then the next batch is a full one again.
    if (this.#returned.length === 0 && items.at(-1) === this.items[this.#next - 1]) this.#next -= items.length;
    else this.#returned.push(items);
  }

  rest(): PipelineItem[] {
    const rest = [...this.#returned.splice(0).reverse().flat(), ...this.items.slice(this.#next)];
    this.#next = this.items.length;
    this.#left = 0;
    return rest;
  }
}

/** End of the items from `start` on that belong to the same root. */
function sameRoot(items: readonly PipelineItem[], start: number, limit: number): number {
  const root = items[start]?.root;
  let end = start;
  while (end < limit && items[end]?.root === root) end++;
  return end;
}
