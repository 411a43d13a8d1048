/**
 * The executor interface without a thread: tasks run here, one after another. For little work, where a thread costs more than
 * it saves (10,000 small files: a tenth of the CPU), for tests, and for programs that registered readers of their own, which
 * workers lack.
 */
import type { Executor } from "../pool/executor.ts";
import type { IngestRequest, IngestResponse, StoreRequest, StoreResponse } from "./indexing-messages.ts";
import { IngestHandler } from "./ingest-handler.ts";
import { StoreHandler } from "./store-handler.ts";

export interface InlineExecutors {
  writer(): Executor<StoreRequest, StoreResponse>;
  ingest(): Executor<IngestRequest, IngestResponse>;
}

export const inlineExecutors: InlineExecutors = {
  writer() {
    const handler = new StoreHandler();
    return inlineExecutor(
      (request) => handler.answer(request),
      () => handler.close(),
    );
  },
  ingest() {
    const handler = new IngestHandler();
    return inlineExecutor(
      (request) => handler.answer(request),
      () => handler.forgetRoots(),
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
