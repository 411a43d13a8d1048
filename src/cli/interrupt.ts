/** Ctrl-C and SIGTERM: work is asked to stop, and the process ends within 200 ms whether it did or not. */
import { EXIT, QsearchError } from "../errors.ts";

const GRACE_MS = 120;
const TERMINATED = 143;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** 130 or 143 once a signal came, null before. */
  status(): number | null;
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
    controller.abort(new QsearchError("cancelled", "interrupted"));
  };
  const handlers = { SIGINT: handle(EXIT.interrupted), SIGTERM: handle(TERMINATED) };
  process.on("SIGINT", handlers.SIGINT);
  process.on("SIGTERM", handlers.SIGTERM);
  return {
    signal: controller.signal,
    status: () => status,
    stop() {
      process.off("SIGINT", handlers.SIGINT);
      process.off("SIGTERM", handlers.SIGTERM);
    },
  };
}
