/**
 * The executor interface without a thread: tasks run here, one after another. For little work, whose thread would cost more
 * than it brings (10,000 small files: a tenth of the CPU), for tests, and for programs that registered
 * readers of their own, which no worker has.
 */
import type { Executor } from "../pool/executor.ts";
import { IngestDesk } from "./ingest-desk.ts";
import type { IngestRequest, IngestResponse, StoreRequest, StoreResponse } from "./messages.ts";
import { StoreDesk } from "./store-desk.ts";

export interface InlineExecutors {
  writer(): Executor<StoreRequest, StoreResponse>;
  ingest(): Executor<IngestRequest, IngestResponse>;
}

export const inlineExecutors: InlineExecutors = {
  writer() {
    const desk = new StoreDesk();
    return inlineExecutor(
      (request) => desk.answer(request),
      () => desk.close(),
    );
  },
  ingest() {
    const desk = new IngestDesk();
    return inlineExecutor(
      (request) => desk.answer(request),
      () => desk.forgetRoots(),
    );
  },
};

function inlineExecutor<Request, Response>(
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
