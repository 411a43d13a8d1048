/** The progress line on stderr: after half a second, in place on a terminal, a line a second elsewhere. */
import type { ProgressSink, ProgressUpdate } from "../progress.ts";
import { formatBytes, formatCount, formatDuration } from "./format.ts";

const QUIET_MS = 500;
const TERMINAL_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 1000;
/** Rates are those of the last moments: a folder of big files must not speak for the small ones that follow. */
const WINDOW_MS = 5000;
/** Rates of the first moments mislead. */
const ESTIMATE_AFTER_MS = 1500;

export interface ProgressLine extends ProgressSink {
  /** Clears the line and stops the clock. May be called more than once. */
  end(): void;
}

export interface ProgressTarget {
  readonly terminal: boolean;
  /** A terminal that knows no escape sequences (TERM=dumb): what is left of a longer line is written over with blanks. */
  readonly dumb?: boolean;
  columns(): number;
  write(text: string): void;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
}

/** A sink that shows nothing. */
export const NO_PROGRESS: ProgressLine = { update() {}, end() {} };

export function createProgress(target: ProgressTarget): ProgressLine {
  const started = target.now();
  const interval = target.terminal ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS;
  const pace = new Pace();
  let latest: ProgressUpdate | null = null;
  let drawnAt = started + QUIET_MS - interval;
  /** Characters of the line on the terminal. */
  let visible = 0;
  // Work between two updates may be long; the clock keeps the time left moving.
  const timer = setInterval(draw, interval);
  timer.unref();

  function draw(): void {
    const now = target.now();
    if (latest === null || now - started < QUIET_MS || now - drawnAt < interval) return;
    drawnAt = now;
    const line = progressText(latest, pace.over(latest, now)).slice(0, Math.max(20, target.columns() - 1));
    target.write(target.terminal ? `${cleared()}${line}` : `${line}\n`);
    visible = target.terminal ? line.length : 0;
  }

  function cleared(): string {
    return target.dumb ? `\r${" ".repeat(visible)}\r` : "\r\x1b[K";
  }

  return {
    update(progress) {
      latest = progress;
      draw();
    },
    end() {
      clearInterval(timer);
      latest = null;
      if (visible > 0) target.write(cleared());
      visible = 0;
    },
  };
}

/** What happened lately. */
interface Lately {
  readonly ms: number;
  readonly files: number;
  readonly bytes: number;
}

/** Remembers what was shown, to tell how fast it goes. */
class Pace {
  #phase = "";
  #samples: (Lately & ProgressUpdate)[] = [];

  /** Progress since the oldest sample in the window, of this phase alone. */
  over(progress: ProgressUpdate, now: number): Lately {
    if (progress.phase !== this.#phase) this.#samples = [];
    this.#phase = progress.phase;
    this.#samples = [...this.#samples.filter(({ ms }) => now - ms <= WINDOW_MS), { ...progress, ms: now }];
    const [oldest] = this.#samples;
    if (oldest === undefined) return { ms: 0, files: 0, bytes: 0 };
    return { ms: now - oldest.ms, files: progress.files - oldest.files, bytes: progress.bytes - oldest.bytes };
  }
}

/** "1,234/10,000 files  0:12 left  reading  12.3 MB  45.1 MB/s": a narrow terminal cuts the end. */
export function progressText(progress: ProgressUpdate, lately: Lately): string {
  const { phase, files, unit = "files", totalFiles, bytes, totalBytes } = progress;
  const total = totalFiles === null ? "" : `/${formatCount(totalFiles)}`;
  const isSure = lately.ms >= ESTIMATE_AFTER_MS;
  const left =
    totalBytes !== null ? ratio(totalBytes - bytes, lately.bytes) : ratio((totalFiles ?? 0) - files, lately.files);
  const parts = [`${formatCount(files)}${total} ${unit}`];
  if (isSure && left > 0) parts.push(`${formatDuration(left * lately.ms)} left`);
  parts.push(phase);
  if (bytes > 0) parts.push(formatBytes(bytes));
  if (isSure && lately.bytes > 0) parts.push(`${formatBytes((lately.bytes / lately.ms) * 1000)}/s`);
  return parts.join("  ");
}

/** How many times as much is still to do; 0 when nothing can be said. */
function ratio(left: number, done: number): number {
  return left > 0 && done > 0 ? left / done : 0;
}
