/** Tasks in Bun workers. The other side is pool/worker-side.ts. */
import { type WorkerName, workerUrl } from "../worker-urls.ts";
import type { Executor, TaskLimits } from "./executor.ts";
import { createScheduler, type Runner, type RunnerEvents } from "./scheduler.ts";
import { fromThrown, type Thrown } from "./thrown.ts";

/** Main thread → worker. */
export type ToWorker<Request> =
  | { readonly kind: "task"; readonly id: number; readonly request: Request }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

/** Worker → main thread. */
export type FromWorker<Response> =
  | { readonly kind: "ready"; readonly cancelled: SharedArrayBuffer }
  | { readonly kind: "value"; readonly id: number; readonly value: Response }
  | { readonly kind: "thrown"; readonly id: number; readonly thrown: Thrown };

export interface WorkerPoolOptions {
  readonly name: WorkerName;
  /** Most workers at once; each is started when a task waits for it. */
  readonly size: number;
  readonly limits: TaskLimits;
  readonly queueLimit?: number;
  readonly readyMs?: number;
  readonly graceMs?: number;
}

export function createWorkerPool<Request, Response>(options: WorkerPoolOptions): Executor<Request, Response> {
  return createScheduler<Request, Response>({
    ...options,
    name: `worker ${options.name}`,
    start: (events) => new WorkerRunner<Request, Response>(workerUrl(options.name), events),
  });
}

class WorkerRunner<Request, Response> implements Runner<Request> {
  private readonly worker: Worker;
  private readonly gone = Promise.withResolvers<void>();
  private id = 0;
  /** One shared number: the task that was cancelled. A handler in a loop reads it, where no message can reach it. */
  private cancelled: Int32Array | null = null;

  constructor(url: string, events: RunnerEvents<Response>) {
    this.worker = new Worker(url, { ref: false });
    this.worker.onmessage = ({ data }: { data: FromWorker<Response> }) => {
      if (data.kind === "ready") {
        this.cancelled = new Int32Array(data.cancelled);
        events.ready();
      } else if (data.id === this.id) {
        events.settled(data.kind === "value" ? { value: data.value } : { error: fromThrown(data.thrown) });
      }
    };
    // An exception that nobody caught. Only its text arrives; the close event that follows may carry code 0.
    this.worker.onerror = (event: ErrorEvent) => {
      event.preventDefault();
      events.died("crashed", errorLine(event.message));
    };
    this.worker.onmessageerror = () => events.died("crashed", "an answer of the worker could not be read");
    this.worker.addEventListener("close", (event) => {
      this.gone.resolve();
      events.died("crashed", `the worker ended by itself with code ${event.code}`);
    });
  }

  send(request: Request, { transfer = [] }: { transfer?: readonly unknown[] }): void {
    this.post({ kind: "task", id: ++this.id, request }, transfer);
  }

  cancel(): void {
    if (this.cancelled !== null) Atomics.store(this.cancelled, 0, this.id);
    this.post({ kind: "cancel", id: this.id });
  }

  worn(): boolean {
    return false;
  }

  hold(busy: boolean): void {
    if (busy) this.worker.ref();
    else this.worker.unref();
  }

  end(): Promise<void> {
    this.post({ kind: "close" });
    return this.gone.promise;
  }

  kill(): void {
    this.worker.terminate();
  }

  private post(message: ToWorker<Request>, transfer: readonly unknown[] = []): void {
    this.worker.postMessage(message, [...transfer] as Bun.Transferable[]);
  }
}

/** The event's message is an excerpt of the source with the error beneath it; in the binary that is a minified bundle. */
function errorLine(message: string): string {
  return /^\w*error: .*$/im.exec(message)?.[0] ?? message.split("\n")[0] ?? "the worker failed";
}
