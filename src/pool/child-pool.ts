/**
 * Tasks in child processes of this same program: for parsers of untrusted binary formats, which a worker cannot stop
 * (a loop inside WebAssembly outlives `terminate()`). The other side is pool/child-side.ts.
 */
import { type ChildName, childCommand } from "../worker-urls.ts";
import type { Executor, TaskLimits } from "./executor.ts";
import { encodeFrame, FrameReader, MAX_ANSWER, MAX_REQUEST } from "./frame.ts";
import { residentBytes } from "./resident.ts";
import { createScheduler, type Runner, type RunnerEvents } from "./scheduler.ts";
import { fromThrown, type Thrown } from "./thrown.ts";

/** Parent → child. `cpuSeconds` is what the child grants itself at most, should the parent be unable to end it. */
export type ToChild<Request> = {
  readonly kind: "task";
  readonly id: number;
  readonly cpuSeconds: number;
  readonly request: Request;
};

/** Child → parent. */
export type FromChild<Response> =
  | { readonly kind: "ready" }
  | { readonly kind: "value"; readonly id: number; readonly value: Response }
  | { readonly kind: "thrown"; readonly id: number; readonly thrown: Thrown };

export interface ChildPoolOptions {
  readonly name: ChildName;
  readonly size: number;
  readonly limits: TaskLimits;
  /** Tasks after which a child is replaced. Default 500. */
  readonly tasksPerChild?: number;
  /** Resident bytes after a task above which a child is replaced, as wasm memory never shrinks. Default: half the limit. */
  readonly recycleBytes?: number;
  readonly queueLimit?: number;
  readonly readyMs?: number;
}

/** How often a busy child's memory is looked at; without /proc a look is a process of its own. */
const WATCH_MS = process.platform === "linux" ? 50 : 500;
/** Last characters of a child's stderr that a crash message quotes. */
const STDERR_TAIL = 500;

export function createChildPool<Request, Response>(options: ChildPoolOptions): Executor<Request, Response> {
  return createScheduler<Request, Response>({
    ...options,
    name: `child process ${options.name}`,
    // A child runs one synchronous parser: asking it to stop is no use, so a cancelled one is ended at once.
    graceMs: 0,
    start: (events) => new ChildRunner<Request, Response>(options, events),
  });
}

class ChildRunner<Request, Response> implements Runner<Request> {
  private readonly child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  private readonly tasksPerChild: number;
  private readonly recycleBytes: number;
  private id = 0;
  private watch: ReturnType<typeof setInterval> | undefined;
  private resident = 0;
  private stderrTail = "";

  constructor(
    options: ChildPoolOptions,
    private readonly events: RunnerEvents<Response>,
  ) {
    this.tasksPerChild = options.tasksPerChild ?? 500;
    this.recycleBytes = options.recycleBytes ?? (options.limits.memoryBytes ?? Number.POSITIVE_INFINITY) / 2;
    this.child = Bun.spawn(childCommand(options.name), {
      // Not the searched folder: nothing lying there may be read at start. No variable of the caller's either.
      cwd: "/",
      env: CHILD_ENVIRONMENT,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.child.unref();
    void this.readAnswers();
    void this.readComplaints();
    void this.child.exited.then(() => this.onExit());
  }

  send(request: Request, { limits }: { limits: TaskLimits }): void {
    const message: ToChild<Request> = {
      kind: "task",
      id: ++this.id,
      // Twice the wall limit: the engine's own threads count, and the parent's limit comes first while it lives.
      cpuSeconds: Math.ceil((2 * limits.timeMs) / 1000) + 2,
      request,
    };
    this.write(encodeFrame(message, MAX_REQUEST));
    const { memoryBytes } = limits;
    if (memoryBytes !== undefined) this.watch = setInterval(() => this.checkMemory(memoryBytes), WATCH_MS);
  }

  cancel(): void {
    // Ended by the scheduler right after: see graceMs.
  }

  worn(): boolean {
    return this.id >= this.tasksPerChild || this.resident > this.recycleBytes;
  }

  hold(busy: boolean): void {
    if (busy) this.child.ref();
    else this.child.unref();
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await this.child.exited;
  }

  kill(): void {
    clearInterval(this.watch);
    this.child.kill("SIGKILL");
  }

  /** A child that dies while it is written to is reported by onExit; the broken pipe adds nothing. */
  private write(pieces: readonly Uint8Array[]): void {
    const { stdin } = this.child;
    try {
      for (const piece of pieces) stdin.write(piece);
      void Promise.resolve(stdin.flush()).catch(() => undefined);
    } catch {
      // As above.
    }
  }

  private async readAnswers(): Promise<void> {
    const reader = new FrameReader(MAX_ANSWER);
    try {
      for await (const chunk of this.child.stdout) {
        for (const value of reader.push(chunk)) this.onMessage(value as FromChild<Response>);
      }
    } catch (error) {
      this.die("crashed", `the parser's answer could not be read: ${error instanceof Error ? error.message : error}`);
    }
  }

  private async readComplaints(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.child.stderr) {
      this.stderrTail = (this.stderrTail + decoder.decode(chunk, { stream: true })).slice(-STDERR_TAIL);
    }
  }

  private onMessage(message: FromChild<Response>): void {
    if (message.kind === "ready") {
      this.events.ready();
    } else if (message.id === this.id) {
      clearInterval(this.watch);
      this.resident = residentBytes(this.child.pid) ?? 0;
      this.events.settled(message.kind === "value" ? { value: message.value } : { error: fromThrown(message.thrown) });
    }
  }

  private checkMemory(limit: number): void {
    const bytes = residentBytes(this.child.pid);
    if (bytes !== null && bytes > limit) {
      const mebibytes = Math.round(limit / 2 ** 20);
      this.die("memory_limit", `ended at its memory limit of ${mebibytes} MiB`);
    }
  }

  private onExit(): void {
    const { exitCode, signalCode } = this.child;
    if (signalCode === "SIGXCPU") {
      this.die("time_limit", "ended after its processor time");
      return;
    }
    const how = signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
    const said = this.stderrTail.trim();
    this.die("crashed", `the parser died (${how})${said === "" ? "" : `: ${said}`}`);
  }

  private die(failure: "crashed" | "memory_limit" | "time_limit", message: string): void {
    clearInterval(this.watch);
    this.events.died(failure, message);
  }
}

/** PATH and HOME are not for a parser. In the source, Bun would put its transpiler cache beside them. */
const CHILD_ENVIRONMENT = { LANG: "C.UTF-8", TZ: "UTC", BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
