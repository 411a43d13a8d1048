/** How a task failed. */
import { TaskFailedError, type TaskFailure } from "../../src/pool/executor.ts";

/** The failure a task ends with. Throws when it succeeds, or fails in another way. */
export async function failureOf(task: Promise<unknown>): Promise<TaskFailure> {
  const error = await task.then(
    () => new Error("the task ended in good order"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof TaskFailedError) return error.failure;
  throw error;
}
