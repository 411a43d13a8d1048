/** What main and the transfer worker say to each other: SQLite work that takes long and cannot be stopped half-way. */
export type TransferRequest =
  /** A consistent copy of the store into an empty file. */
  | { readonly kind: "snapshot"; readonly dataDir: string; readonly into: string }
  /** Is this database a store, and whole? */
  | { readonly kind: "check"; readonly path: string };

/** Counts of the store that was checked; zero for a snapshot. */
export interface TransferResponse {
  readonly documents: number;
  readonly chunks: number;
}
