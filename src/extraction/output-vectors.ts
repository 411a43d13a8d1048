/** The vectors of chunks, made by encoder workers: the same that an index of the files would hold, before they are rounded to int8. */

import type { EmbedRequest, EmbedResponse } from "../embed/embed-messages.ts";
import { DIMENSIONS, ENCODER_KINDS } from "../embed/encoder.ts";
import { embeddedPath } from "../indexing/embedded-path.ts";
import type { Executor } from "../pool/executor.ts";
import { createWorkerPool } from "../pool/worker-pool.ts";
import { isReadable } from "../text/readable-script.ts";
import type { FilePlace } from "./extraction-messages.ts";

/** Chunks of one task: some half a second. */
const BATCH = 8;
/** A batch that takes longer hangs, milliseconds. */
const TASK_MS = 10 * 60_000;

export class VectorMaker {
  readonly #encoders: Executor<EmbedRequest, EmbedResponse>;

  constructor(jobs: number) {
    this.#encoders = createWorkerPool({ name: "embed", size: jobs, limits: { timeMs: TASK_MS } });
  }

  /** Of each text the vectors of its windows, DIMENSIONS numbers each; none for a script that the model cannot read. */
  async of({ root, rel }: FilePlace, texts: readonly string[], signal: AbortSignal): Promise<number[][][]> {
    const path = embeddedPath({ path: root ?? rel, rel: root === null ? "" : rel });
    const batches: Promise<number[][][]>[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      batches.push(this.#batch(path, texts.slice(from, from + BATCH), signal));
    }
    return (await Promise.all(batches)).flat();
  }

  async close(): Promise<void> {
    await this.#encoders.close(0);
  }

  async #batch(path: string, texts: readonly string[], signal: AbortSignal): Promise<number[][][]> {
    const encoder = ENCODER_KINDS[0];
    const chunks = texts.filter(isReadable).map((text) => ({ path, text }));
    if (chunks.length === 0) return texts.map(() => []);
    const asked = await this.#encoders.run({ kind: "windows", encoder, chunks }, { signal });
    if (asked.kind !== "windows") throw new Error("the encoder gave another answer");
    const answer = await this.#encoders.run({ kind: "embed", encoder, texts: asked.windows.flat() }, { signal });
    if (answer.kind !== "vectors") throw new Error("the encoder gave another answer");
    let row = 0;
    const made = asked.windows.map((windows) =>
      windows.map(() => Array.from(answer.vectors.subarray(row * DIMENSIONS, ++row * DIMENSIONS))),
    );
    let next = 0;
    return texts.map((text) => (isReadable(text) ? (made[next++] ?? []) : []));
  }
}
