/** What every encoder can do. */

export interface Encoder {
  /** Model, implementation and version: part of a vector's key, for the vectors of two encoders never mix. */
  readonly name: string;
  /**
   * The exact texts to embed for a chunk: a line with its path, then as much of `text` as the model reads. Together they
   * hold all of `text`; never empty, also for an empty text.
   */
  windows(path: string, text: string): string[];
  /**
   * Row-major `texts.length` × DIMENSIONS (384), each row of L2 norm 1. What goes beyond the model's limit of a text is not read,
   * so chunks come by way of `windows`. A text's row is the same whatever shares the call. Rejects with the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array>;
  /** Gives back what can be given back; wasm memory goes with its thread. */
  close(): void;
}
