/** The worker that turns files into the records of `extract`. */
import { ExtractWorker } from "../src/extraction/extract-worker.ts";
import type { Extracted, ExtractTask } from "../src/extraction/extraction-messages.ts";
import { serveTasks } from "../src/pool/worker-side.ts";

const worker = new ExtractWorker();

serveTasks<ExtractTask, readonly Extracted[]>(
  async (task, context) => {
    const extracted = await worker.answer(task);
    for (const each of extracted) {
      if (each.kind === "isolated") context.transfer(each.bytes.buffer);
      if (each.kind === "records") context.transfer(...each.lines.map(({ buffer }) => buffer));
    }
    return extracted;
  },
  () => worker.close(),
);
