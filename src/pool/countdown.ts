/**
 * A limit of time that passes only while this process runs. One that was stopped (Ctrl-Z) and goes on finds its timers due at
 * once, though nothing has hung: workers and children were stopped with it.
 */

export interface Countdown {
  stop(): void;
}

/** Milliseconds: time is counted in steps of this length, and a timer that is later than that tells of a stop. */
const STEP_MS = 1000;

/** Calls `onDue` once, after `ms` milliseconds of running, unless it is stopped. `now` is a clock that never goes back. */
export function countdown(ms: number, onDue: () => void, now: () => number = () => performance.now()): Countdown {
  let left = ms;
  let timer: ReturnType<typeof setTimeout>;
  const step = () => {
    const length = Math.min(left, STEP_MS);
    const begun = now();
    timer = setTimeout(() => {
      const late = now() - begun - length;
      // A thread that was busy for so long only makes the limit longer by a step.
      if (late < STEP_MS) left -= length + Math.max(0, late);
      if (left > 0) step();
      else onDue();
    }, length);
  };
  step();
  return { stop: () => clearTimeout(timer) };
}
