/** Ctrl-C and SIGTERM: work is asked to stop, and the process ends within 200 ms whether it did or not. */
import { EXIT, QsearchError } from "../errors.ts";

/** Ending the process with busy workers takes up to 90 ms more on a loaded machine. */
const GRACE_MS = 60;
const TERMINATED = 143;

/** What is said of a command that a signal ended; `kept` is what stays of its work, and what goes on with it. */
export function interrupted(kept = ""): QsearchError {
  return new QsearchError("cancelled", "interrupted", kept);
}

export interface Interrupts {
  readonly signal: AbortSignal;
  /** 130 or 143 once a signal came, null before. */
  status(): number | null;
  /**
   * Runs work that blocks this thread for longer than a person waits, or awaits some that does. Meanwhile the signals are
   * the system's, which ends the process at once; shells report that as 130, too. Throws `cancelled` for one that came before.
   */
  blocking<T>(body: () => T | Promise<T>): Promise<T>;
  /** Gives the signals back to the system. */
  stop(): void;
}

/**
 * Listens. At the first signal `signal` aborts with a `cancelled` error; when the work has not ended after the grace, or at a second
 * signal, `onEnd` runs and the process exits: every write to the store is a transaction, so it stays whole.
 */
export function listenForInterrupts(onEnd: () => void): Interrupts {
  const controller = new AbortController();
  let status: number | null = null;
  const exit = () => {
    onEnd();
    process.exit(status ?? EXIT.interrupted);
  };
  const handle = (value: number) => () => {
    if (status !== null) exit();
    status = value;
    setTimeout(exit, GRACE_MS);
    controller.abort(interrupted());
  };
  const handlers = { SIGINT: handle(EXIT.interrupted), SIGTERM: handle(TERMINATED) };
  const listen = () => {
    process.on("SIGINT", handlers.SIGINT);
    process.on("SIGTERM", handlers.SIGTERM);
  };
  const stop = () => {
    process.off("SIGINT", handlers.SIGINT);
    process.off("SIGTERM", handlers.SIGTERM);
  };
  process.removeAllListeners("SIGINT");
  listen();
  return {
    signal: controller.signal,
    status: () => status,
    async blocking(body) {
      // A signal that came while this thread was busy is told in the loop's next turn, and to a listener alone.
      await new Promise((resolve) => setImmediate(resolve));
      controller.signal.throwIfAborted();
      stop();
      try {
        return await body();
      } finally {
        listen();
      }
    },
    stop,
  };
}
