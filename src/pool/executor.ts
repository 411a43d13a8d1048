/** One interface for both ways of running a task elsewhere: a Bun worker, or a child process of this binary. */

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

/**
 * Runs tasks on a bounded set of runners; at most one task per runner, further ones wait in order.
 * `Request` and `Response` are structured-clone data (child process: what pool/child.ts can frame).
 */
export interface Executor<Request, Response> {
  /** Runs one task. Rejects with TaskFailedError when its runner was ended or died; the runner has been replaced then. */
  run(
    request: Request,
    options?: { transfer?: ArrayBufferLike[]; signal?: AbortSignal; limits?: Partial<TaskLimits> },
  ): Promise<Response>;
  /** Lets running tasks end, then ends all runners. After `deadlineMs` they are ended hard. */
  close(deadlineMs?: number): Promise<void>;
}
