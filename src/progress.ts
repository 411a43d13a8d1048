/** How long work reports itself, whoever shows it. */

export interface ProgressUpdate {
  /** A present participle for people: "reading", "embedding". */
  readonly phase: string;
  readonly files: number;
  /** What `files` counts, in the plural. Default: files. */
  readonly unit?: string;
  /** Null while it is not known yet. */
  readonly totalFiles: number | null;
  readonly bytes: number;
  readonly totalBytes: number | null;
}

/** Takes updates as often as they come; showing them at a bearable rate is the sink's business. */
export interface ProgressSink {
  update(progress: ProgressUpdate): void;
}
