/** One interface for both ways of running a task elsewhere: a Bun worker, or a child process of this binary. */
import type { MessagePort } from "node:worker_threads";

export interface TaskLimits {
  /** Wall milliseconds after which the executor's runner is ended and replaced. */
  readonly timeMs: number;
  /** Child processes only: resident bytes above which the child is killed. */
  readonly memoryBytes?: number;
}

/** Why a task did not return: the runner was ended for its limits, died, or the caller cancelled. */
export type TaskFailure = "time_limit" | "memory_limit" | "crashed" | "cancelled";

export class TaskFailedError extends Error {
  override readonly name = "TaskFailedError";
  constructor(
    readonly failure: TaskFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What changes hands instead of being copied. Child processes copy everything and ignore it. */
export type Transfer = readonly (ArrayBufferLike | MessagePort)[];

export interface RunOptions {
  readonly transfer?: Transfer;
  /** Rejects the task with "cancelled" at once; the runner is asked to stop and ended when it does not. */
  readonly signal?: AbortSignal;
  /** Override the executor's own for this task. */
  readonly limits?: Partial<TaskLimits>;
}

/**
 * Runs tasks on a bounded set of runners; at most one task per runner, further ones wait in order.
 * `Request` and `Response` are structured-clone data (child process: what pool/frame.ts can frame).
 */
export interface Executor<Request, Response> {
  /**
   * Runs one task. Rejects with TaskFailedError when its runner was ended or died; the runner has been replaced then.
   * What the handler itself throws arrives as it was: FileError and QsearchError with their codes, others as Error.
   */
  run(request: Request, options?: RunOptions): Promise<Response>;
  /**
   * Back-pressure: resolves when fewer tasks wait than the queue may hold. `run` refuses nothing, so a producer awaits
   * `room` before it makes the next request.
   */
  room(): Promise<void>;
  /** Lets running tasks end, then ends all runners; waiting tasks are cancelled. After `deadlineMs` runners are ended hard. */
  close(deadlineMs?: number): Promise<void>;
}
