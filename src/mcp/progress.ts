/** Progress of a call as notifications: rising numbers, at most ten a second, none after the call was cancelled. */
import type { ProgressSink, ProgressUpdate } from "../progress.ts";

export interface ProgressNote {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

const INTERVAL_MS = 100;

/** `now` in milliseconds. */
export function progressNotes(
  send: (note: ProgressNote) => void,
  signal: AbortSignal,
  now: () => number = performance.now.bind(performance),
): ProgressSink {
  let phase: string | null = null;
  /** Files of the phases before: each starts at 0 again, and progress must rise. */
  let before = 0;
  let last = -1;
  let files = 0;
  let quietUntil = Number.NEGATIVE_INFINITY;
  return {
    update(update) {
      if (phase !== null && update.phase !== phase) before += files;
      phase = update.phase;
      files = update.files;
      const progress = before + files;
      if (signal.aborted || progress <= last || now() < quietUntil) return;
      last = progress;
      quietUntil = now() + INTERVAL_MS;
      const total = update.totalFiles === null ? {} : { total: before + update.totalFiles };
      send({ progress, ...total, message: messageOf(update) });
    },
  };
}

function messageOf({ phase, files, totalFiles, unit = "files" }: ProgressUpdate): string {
  return `${phase}: ${files}${totalFiles === null ? "" : ` of ${totalFiles}`} ${unit}`;
}
