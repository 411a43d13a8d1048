/** The progress line on stderr: after half a second, in place on a terminal, a line a second elsewhere. */
import type { ProgressSink, ProgressUpdate } from "../progress.ts";
import { formatBytes, formatCount, formatDuration } from "./format.ts";

const QUIET_MS = 500;
const TERMINAL_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 1000;
/** Rates of the first moments mislead. */
const ESTIMATE_AFTER_MS = 2000;

export interface ProgressLine extends ProgressSink {
  /** Clears the line and stops the clock. May be called more than once. */
  end(): void;
}

export interface ProgressTarget {
  readonly terminal: boolean;
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
  let latest: ProgressUpdate | null = null;
  let drawnAt = started + QUIET_MS - interval;
  let visible = false;
  // Work between two updates may be long; the clock keeps the time left moving.
  const timer = setInterval(draw, interval);
  timer.unref();

  function draw(): void {
    const now = target.now();
    if (latest === null || now - started < QUIET_MS || now - drawnAt < interval) return;
    drawnAt = now;
    const line = progressText(latest, now - started).slice(0, Math.max(20, target.columns() - 1));
    target.write(target.terminal ? `\r\x1b[K${line}` : `${line}\n`);
    visible = target.terminal;
  }

  return {
    update(progress) {
      latest = progress;
      draw();
    },
    end() {
      clearInterval(timer);
      latest = null;
      if (visible) target.write("\r\x1b[K");
      visible = false;
    },
  };
}

/** "reading  1,234/10,000 files  12.3 MB  45.1 MB/s  0:12 left" */
export function progressText(progress: ProgressUpdate, elapsedMs: number): string {
  const { phase, files, totalFiles, bytes, totalBytes } = progress;
  const total = totalFiles === null ? "" : `/${formatCount(totalFiles)}`;
  const parts = [phase, `${formatCount(files)}${total} files`];
  if (bytes > 0) parts.push(formatBytes(bytes), `${formatBytes((bytes / Math.max(1, elapsedMs)) * 1000)}/s`);
  const share = totalBytes ? bytes / totalBytes : totalFiles ? files / totalFiles : 0;
  if (share > 0 && share < 1 && elapsedMs > ESTIMATE_AFTER_MS) {
    parts.push(`${formatDuration((elapsedMs * (1 - share)) / share)} left`);
  }
  return parts.join("  ");
}
