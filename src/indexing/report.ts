/** The report of a run to its caller. */
import { displayPath } from "../corpus/path-bytes.ts";
import { fewOf, type Warning } from "../errors.ts";
import type { IndexResult } from "../request/index-run-request.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import { countersOf, failedFiles, filesIn } from "../store/counters.ts";
import { rootedPath } from "../store/roots.ts";
import { openStore, type Store } from "../store/store.ts";
import { waitingChunks } from "../store/vectors.ts";
import type { EmbedReport } from "./embed-options.ts";
import type { Plan } from "./plan.ts";
import type { KeptRoot, Move, Scan, WalkResult } from "./scan.ts";

export interface IndexReport {
  readonly result: IndexResult;
  readonly warnings: readonly Warning[];
}

/** Counts of files that were read again. */
export interface Tally {
  added: number;
  changed: number;
  failed: number;
  /** Known files that vanished before their turn. */
  vanished: number;
  /** Bytes read. */
  bytes: number;
}

export interface Outcome {
  readonly listings: readonly WalkResult[];
  readonly scan: Scan;
  readonly moves: readonly Move[];
  readonly tally: Readonly<Tally>;
  readonly embedding: EmbedReport;
  readonly seconds: number;
}

const ERROR_FILES_SHOWN = 20;

/** Figures of the store after a run. */
export interface StoreFigures {
  readonly chunks: number;
  readonly pending: number;
  /** For the run's own paths. */
  readonly own: { readonly chunks: number; readonly pending: number };
  readonly errorFiles: IndexResult["error_files"];
}

export function figuresOf(dataDir: string, plan: Plan, policy: EmbedPolicy, errors: number): StoreFigures {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => figuresIn(store, plan, policy, errors));
  } finally {
    store.close();
  }
}

/** Call it within `read`. */
export function figuresIn(store: Store, { targets }: Plan, policy: EmbedPolicy, errors: number): StoreFigures {
  const within = targets.map(({ root, starts }) => ({ root: root.path, starts }));
  const pending = waitingChunks(store, { policy });
  return {
    chunks: countersOf(store).chunks,
    pending,
    own: {
      chunks: filesIn(store, within).reduce((sum, { chunks }) => sum + chunks, 0),
      pending: pending === 0 ? 0 : waitingChunks(store, { policy, within }),
    },
    errorFiles: errors === 0 ? [] : failedFiles(store, within, ERROR_FILES_SHOWN),
  };
}

export function errorsOf(scan: Scan, tally: Readonly<Tally>): number {
  return tally.failed + scan.failing;
}

export function reportOf(
  plan: Plan,
  { chunks, pending, own, errorFiles }: StoreFigures,
  outcome: Outcome,
): IndexReport {
  const { listings, scan, moves, tally, embedding, seconds } = outcome;
  const errors = errorsOf(scan, tally);
  const result: IndexResult = {
    roots: [...new Set(plan.targets.map(({ root }) => root.path))],
    files: scan.files,
    added: tally.added,
    changed: tally.changed,
    unchanged: scan.unchanged,
    moved: moves.length,
    deleted: scan.gone.length + tally.vanished,
    errors,
    chunks: own.chunks,
    bytes: tally.bytes + scan.bytes,
    embedded: embedding.embedded,
    pending: own.pending,
    store_chunks: chunks,
    store_pending: pending,
    seconds,
    error_files: errorFiles,
  };
  return {
    result,
    warnings: [
      ...plan.warnings,
      ...fileWarnings(errors),
      ...folderWarnings(listings),
      ...emptiedWarnings(scan.kept),
      ...embedding.warnings,
    ],
  };
}

function fileWarnings(errors: number): Warning[] {
  if (errors === 0) return [];
  const files = errors === 1 ? "1 file" : `${errors} files`;
  return [{ code: "file_errors", message: `${files} could not be indexed; \`qsearch status\` lists them` }];
}

/** Warnings for roots whose unlisted documents are kept. */
export function emptiedWarnings(roots: readonly KeptRoot[]): Warning[] {
  const warnings = roots.map(({ path, documents, why }): Warning => {
    const shown = displayPath(path);
    const had = documents === 1 ? "one document" : `${documents} documents`;
    const found =
      why === "empty" ? `lists no document and had ${had}` : `lies on another device and has none of its ${had}`;
    const way = `if they are meant to go: qsearch index --prune-empty, or qsearch config roots remove ${shown}`;
    return { code: "root_emptied", message: `${shown} ${found}: kept, unseen, as of a drive not mounted; ${way}` };
  });
  return fewOf(warnings, "roots without their documents");
}

function folderWarnings(listings: readonly WalkResult[]): Warning[] {
  const warnings = listings.flatMap(({ target, errors }) =>
    errors.map(({ rel, message }): Warning => {
      const path = displayPath(rootedPath(target.root.path, rel));
      return { code: "folder_errors", message: `folder ${path} could not be read: ${message}` };
    }),
  );
  return fewOf(warnings, "folders that could not be read; `qsearch status` lists them");
}
