/**
 * What both executors share: a queue, a bounded set of runners that are started when tasks wait, one task a runner, a
 * time limit a task, replacement of runners that hang or die, and an orderly end. A runner is a worker or a child process.
 */
import { type Countdown, countdown } from "./countdown.ts";
import { type Executor, type RunOptions, TaskFailedError, type TaskFailure, type TaskLimits } from "./executor.ts";

/** What a runner tells the scheduler. After `died` it says nothing more. */
export interface RunnerEvents<Response> {
  ready(): void;
  /** The task ended by itself: with a value, or with what its handler threw. */
  settled(outcome: { readonly value: Response } | { readonly error: Error }): void;
  died(failure: TaskFailure, message: string): void;
}

/** One worker or child process. Knows at most one task at a time. */
export interface Runner<Request> {
  send(request: Request, options: RunOptions & { readonly limits: TaskLimits }): void;
  /** Asks a running task to stop, and goes on when it does. */
  cancel(): void;
  /** Whether this runner should be replaced before its next task (grown or worn out). */
  worn(): boolean;
  /** A busy runner keeps the process alive, an idle one does not. */
  hold(busy: boolean): void;
  /** Asks an idle runner to end; resolves when it is gone. */
  end(): Promise<void>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

export interface SchedulerOptions<Request, Response> {
  /** For messages: "worker ingest". */
  readonly name: string;
  /** Most runners at once. */
  readonly size: number;
  readonly limits: TaskLimits;
  /** Tasks that may wait before `room` makes producers wait too. Default: twice the size. */
  readonly queueLimit?: number;
  /** Milliseconds from start to ready. A worker whose file is missing from the binary would otherwise hang in silence. */
  readonly readyMs?: number;
  /** Milliseconds that a cancelled task has to stop by itself before its runner is ended. */
  readonly graceMs?: number;
  start(events: RunnerEvents<Response>): Runner<Request>;
}

interface Task<Request, Response> {
  readonly request: Request;
  readonly options: RunOptions;
  readonly limits: TaskLimits;
  readonly resolve: (value: Response) => void;
  readonly reject: (error: Error) => void;
  settled: boolean;
  /** Takes the abort listener off the caller's signal. */
  release: () => void;
}

interface Slot<Request, Response> {
  readonly runner: Runner<Request>;
  state: "starting" | "idle" | "busy" | "ending";
  task: Task<Request, Response> | null;
  timer: Countdown | undefined;
}

const READY_MS = 15_000;
const GRACE_MS = 500;
/** A result may wait behind a busy main thread when the timer fires: one more turn of the event loop lets it arrive. */
const LATE_RESULT_MS = 20;

export function createScheduler<Request, Response>(
  options: SchedulerOptions<Request, Response>,
): Executor<Request, Response> {
  return new Scheduler(options);
}

class Scheduler<Request, Response> implements Executor<Request, Response> {
  private readonly waiting: Task<Request, Response>[] = [];
  private readonly slots = new Set<Slot<Request, Response>>();
  private readonly queueLimit: number;
  private producers: (() => void)[] = [];
  private closing: (() => void) | null = null;
  private closed = false;
  /** A start failed while others work: no further try before one of them has answered. */
  private startsBlocked = false;

  constructor(private readonly options: SchedulerOptions<Request, Response>) {
    this.queueLimit = options.queueLimit ?? 2 * options.size;
  }

  run(request: Request, options: RunOptions = {}): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new TaskFailedError("cancelled", `${this.options.name} is closed`));
      if (options.signal?.aborted) return reject(cancelled());
      const task: Task<Request, Response> = {
        request,
        options,
        limits: { ...this.options.limits, ...options.limits },
        resolve,
        reject,
        settled: false,
        release: () => undefined,
      };
      const { signal } = options;
      if (signal !== undefined) {
        const onAbort = () => this.cancel(task);
        signal.addEventListener("abort", onAbort, { once: true });
        task.release = () => signal.removeEventListener("abort", onAbort);
      }
      this.waiting.push(task);
      this.pump();
    });
  }

  room(): Promise<void> {
    if (this.waiting.length < this.queueLimit) return Promise.resolve();
    return new Promise((resolve) => this.producers.push(resolve));
  }

  async close(deadlineMs = 5_000): Promise<void> {
    this.closed = true;
    for (const task of this.waiting.splice(0)) {
      this.settle(task, () => task.reject(new TaskFailedError("cancelled", `${this.options.name} was closed`)));
    }
    this.wakeProducers();
    const deadline = Date.now() + deadlineMs;
    if ([...this.slots].some((slot) => slot.task !== null)) {
      await within(
        new Promise<void>((resolve) => {
          this.closing = resolve;
        }),
        deadlineMs,
      );
    }
    const ends = [...this.slots].map(async (slot) => {
      if (slot.state === "idle") {
        slot.state = "ending";
        slot.runner.hold(true);
        await within(slot.runner.end(), Math.max(0, deadline - Date.now()));
      }
      this.drop(slot);
      this.fail(slot, "cancelled", `${this.options.name} was closed before this task ended`);
    });
    await Promise.all(ends);
  }

  /** Gives waiting tasks to idle runners, and starts further runners while tasks wait for them. */
  private pump(): void {
    for (const slot of this.slots) {
      if (this.waiting.length === 0) break;
      if (slot.state === "idle") this.assign(slot);
    }
    let starting = 0;
    for (const slot of this.slots) if (slot.state === "starting") starting++;
    while (starting < this.waiting.length && this.slots.size < this.options.size && !this.startsBlocked) {
      this.startRunner();
      starting++;
    }
    this.wakeProducers();
    if (this.closing !== null && ![...this.slots].some((slot) => slot.task !== null)) this.closing();
  }

  private startRunner(): void {
    // Events come later, never from inside start(): the slot is complete by then.
    const runner = this.options.start({
      ready: () => this.onReady(slot),
      settled: (outcome) => this.onSettled(slot, outcome),
      died: (failure, message) => this.onDied(slot, failure, message),
    });
    const slot: Slot<Request, Response> = { runner, state: "starting", task: null, timer: undefined };
    this.slots.add(slot);
    slot.runner.hold(true);
    const readyMs = this.options.readyMs ?? READY_MS;
    slot.timer = countdown(readyMs, () => {
      this.onDied(slot, "crashed", `${this.options.name} was not ready after ${readyMs} ms`);
    });
  }

  private onReady(slot: Slot<Request, Response>): void {
    if (slot.state !== "starting") return;
    slot.timer?.stop();
    this.idle(slot);
    this.pump();
  }

  private assign(slot: Slot<Request, Response>): void {
    const task = this.waiting.shift();
    if (task === undefined) return;
    slot.state = "busy";
    slot.task = task;
    slot.runner.hold(true);
    try {
      slot.runner.send(task.request, { ...task.options, limits: task.limits });
    } catch (error) {
      // The request cannot be cloned or framed: a fault of the caller, the runner is as good as before.
      this.settle(task, () => task.reject(asError(error)));
      this.idle(slot);
      this.pump();
      return;
    }
    slot.timer = countdown(task.limits.timeMs, () => {
      slot.timer = countdown(LATE_RESULT_MS, () => {
        this.onDied(slot, "time_limit", `ended after its time limit of ${task.limits.timeMs} ms`);
      });
    });
  }

  private onSettled(slot: Slot<Request, Response>, outcome: { value: Response } | { error: Error }): void {
    const { task } = slot;
    if (task === null || !this.slots.has(slot)) return;
    slot.timer?.stop();
    this.startsBlocked = false;
    this.settle(task, () => ("error" in outcome ? task.reject(outcome.error) : task.resolve(outcome.value)));
    this.idle(slot);
    if (slot.runner.worn()) this.drop(slot);
    this.pump();
  }

  private onDied(slot: Slot<Request, Response>, failure: TaskFailure, message: string): void {
    if (!this.slots.has(slot)) return;
    const neverStarted = slot.state === "starting";
    this.drop(slot);
    this.fail(slot, failure, message);
    const others = [...this.slots].some(({ state }) => state !== "starting");
    this.startsBlocked = neverStarted && others;
    // When not even the first runner starts, whoever waits would wait for ever.
    if (neverStarted && !others) {
      const why = `${this.options.name} did not start: ${message}`;
      for (const task of this.waiting.splice(0)) {
        this.settle(task, () => task.reject(new TaskFailedError("crashed", why)));
      }
    }
    this.pump();
  }

  private cancel(task: Task<Request, Response>): void {
    const index = this.waiting.indexOf(task);
    if (index >= 0) this.waiting.splice(index, 1);
    this.settle(task, () => task.reject(cancelled()));
    for (const slot of this.slots) {
      if (slot.task !== task) continue;
      slot.timer?.stop();
      slot.runner.cancel();
      slot.timer = countdown(this.options.graceMs ?? GRACE_MS, () => this.onDied(slot, "cancelled", "did not stop"));
    }
    this.wakeProducers();
  }

  private idle(slot: Slot<Request, Response>): void {
    slot.state = "idle";
    slot.task = null;
    slot.timer = undefined;
    slot.runner.hold(false);
  }

  private drop(slot: Slot<Request, Response>): void {
    slot.timer?.stop();
    this.slots.delete(slot);
    slot.runner.kill();
  }

  private fail(slot: Slot<Request, Response>, failure: TaskFailure, message: string): void {
    const { task } = slot;
    slot.task = null;
    if (task !== null) this.settle(task, () => task.reject(new TaskFailedError(failure, message)));
  }

  private settle(task: Task<Request, Response>, how: () => void): void {
    if (task.settled) return;
    task.settled = true;
    task.release();
    how();
  }

  private wakeProducers(): void {
    if (this.producers.length === 0 || (this.waiting.length >= this.queueLimit && !this.closed)) return;
    for (const wake of this.producers.splice(0)) wake();
  }
}

function cancelled(): TaskFailedError {
  return new TaskFailedError("cancelled", "cancelled by the caller");
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Waits for a promise, but no longer than `ms`. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
