/** The worker's side of pool/worker-pool.ts: a worker entry file calls `serveTasks` once, with its handler. */
import { parentPort } from "node:worker_threads";
import type { Transfer } from "./executor.ts";
import { toThrown } from "./thrown.ts";
import type { FromWorker, ToWorker } from "./worker-pool.ts";

export interface TaskContext {
  /** Aborts when the caller cancels, for handlers that wait. */
  readonly signal: AbortSignal;
  /** Whether the caller has cancelled, for handlers in a loop that lets no message in. */
  cancelled(): boolean;
  /** Buffers of the response that change hands instead of being copied. */
  transfer(...buffers: Transfer): void;
}

export type Handler<Request, Response> = (request: Request, context: TaskContext) => Response | Promise<Response>;

/** Answers tasks one after another. `onClose` runs before the worker ends in good order, never after a time limit or a crash. */
export function serveTasks<Request, Response>(
  handler: Handler<Request, Response>,
  onClose: () => void | Promise<void> = () => undefined,
): void {
  const port = parentPort;
  if (port === null) throw new Error("serveTasks runs in a worker");
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  let current = { id: 0, abort: new AbortController() };

  const post = (message: FromWorker<Response>, transfer: Transfer = []) => {
    port.postMessage(message, [...transfer] as Bun.Transferable[]);
  };

  const serve = async (id: number, request: Request) => {
    const abort = new AbortController();
    current = { id, abort };
    const handedOver: Transfer[number][] = [];
    const context: TaskContext = {
      signal: abort.signal,
      cancelled: () => Atomics.load(cancelled, 0) === id,
      transfer: (...buffers) => void handedOver.push(...buffers),
    };
    try {
      const value = await handler(request, context);
      post({ kind: "value", id, value }, handedOver);
    } catch (error) {
      post({ kind: "thrown", id, thrown: toThrown(error) });
    }
  };

  port.on("message", async (message: ToWorker<Request>) => {
    if (message.kind === "task") {
      await serve(message.id, message.request);
    } else if (message.kind === "cancel") {
      if (message.id === current.id) current.abort.abort();
    } else {
      await onClose();
      process.exit(0);
    }
  });
  post({ kind: "ready", cancelled: cancelled.buffer });
}
