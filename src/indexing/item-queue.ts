/** The files a run still has to ingest. */
import type { IngestItem } from "./ingest.ts";
import type { IngestRoot } from "./messages.ts";

/** A file to ingest. */
export interface PipelineItem extends IngestItem {
  readonly root: IngestRoot;
  readonly isolated: boolean;
}

/** Items in order; what a batch did not get to comes next. */
export class ItemQueue {
  readonly #items: PipelineItem[];

  constructor(items: readonly PipelineItem[]) {
    // Taken from the end, as that is cheap.
    this.#items = [...items].reverse();
  }

  get left(): number {
    return this.#items.length;
  }

  /** The next items of one root. */
  take(limit: number): PipelineItem[] {
    const batch: PipelineItem[] = [];
    while (batch.length < limit) {
      const next = this.#items.at(-1);
      if (next === undefined || (batch[0] !== undefined && batch[0].root !== next.root)) break;
      batch.push(next);
      this.#items.pop();
    }
    return batch;
  }

  putBack(items: readonly PipelineItem[]): void {
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i];
      if (item) this.#items.push(item);
    }
  }

  rest(): PipelineItem[] {
    return this.#items.splice(0).reverse();
  }
}
