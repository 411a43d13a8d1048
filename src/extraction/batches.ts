/**
 * Files to extract workers, many to a message: a message costs as much as a small file. A caller asks for one file at a time
 * and sees no messages.
 */
import { type Executor, TaskFailedError } from "../pool/executor.ts";
import type { Extracted, ExtractSettings, ExtractTask, ExtractWork } from "./extraction-messages.ts";

/** Files of one message. */
const MOST = 32;

interface QueuedWork {
  readonly work: ExtractWork;
  readonly answer: PromiseWithResolvers<Extracted>;
}

export class WorkBatches {
  #next: QueuedWork[] = [];
  #isScheduled = false;

  constructor(
    private readonly workers: Executor<ExtractTask, readonly Extracted[]>,
    private readonly settings: ExtractSettings,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects with TaskFailedError where the worker had to be ended for this file. */
  extract(work: ExtractWork): Promise<Extracted> {
    const answer = Promise.withResolvers<Extracted>();
    this.#next.push({ work, answer });
    if (this.#next.length >= MOST) this.#send();
    else if (!this.#isScheduled) {
      // Files that are asked for in the same turn of the event loop share the message; a file that comes alone is sent in that turn.
      this.#isScheduled = true;
      setImmediate(() => {
        this.#isScheduled = false;
        this.#send();
      });
    }
    return answer.promise;
  }

  #send(): void {
    const batch = this.#next;
    this.#next = [];
    if (batch.length > 0) void this.#run(batch);
  }

  /** Never rejects: each file's own promise tells. */
  async #run(batch: readonly QueuedWork[]): Promise<void> {
    for (let rest = batch; rest.length > 0; ) {
      try {
        const works = rest.map(({ work }) => work);
        const answers = await this.workers.run({ settings: this.settings, works }, { signal: this.signal });
        for (const [at, answer] of answers.entries()) rest[at]?.answer.resolve(answer);
        if (answers.length === 0) throw new Error("an extract worker did nothing");
        rest = rest.slice(answers.length);
      } catch (error) {
        await this.#blame(rest, error);
        return;
      }
    }
  }

  /** A worker that dies or hangs takes all of its message along: each file is tried alone, so that the one at fault is told. */
  async #blame(batch: readonly QueuedWork[], error: unknown): Promise<void> {
    if (batch.length === 1 || !(error instanceof TaskFailedError) || error.failure === "cancelled") {
      for (const { answer } of batch) answer.reject(error);
      return;
    }
    for (const each of batch) await this.#run([each]);
  }
}
