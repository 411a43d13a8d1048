/**
 * The executor interface without a thread: tasks run here, one after another. For tests, and for programs that registered
 * readers of their own, which no worker has.
 */
import type { Executor } from "../pool/executor.ts";

export function inlineExecutor<Request, Response>(
  handler: (request: Request) => Response | Promise<Response>,
  onClose: () => void = () => undefined,
): Executor<Request, Response> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(request, { signal } = {}) {
      const result = last.then(() => {
        signal?.throwIfAborted();
        return handler(request);
      });
      last = result.catch(() => undefined);
      return result;
    },
    room: () => Promise.resolve(),
    async close() {
      await last;
      onClose();
    },
  };
}
