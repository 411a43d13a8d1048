/** What the verbs of live search are given beside the request. */
import type { Logger } from "../log.ts";
import type { ProgressSink } from "../progress.ts";
import type { Backend } from "../request/keywords.ts";
import type { Snapshots } from "./snapshots.ts";

/** What a cancelled live search says. */
export const SEARCH_STOPPED = "The search was stopped";

export interface LiveDeps {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
  readonly log?: Logger | undefined;
  /** Answers that a query_id can name; without them each query_id is unknown. */
  readonly snapshots?: Snapshots | undefined;
  /** Searched when the request names no directory. Default: the process's. */
  readonly cwd?: string | undefined;
  /** Where QUICK_SEARCH_MAX_FILES and its like are read. Default: nowhere. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Threads that read. Default: as many as processors, more where reading waits. */
  readonly jobs?: number | undefined;
  /** Names of TextDecoder for files that are no Unicode, in order: the setting `encodings`. */
  readonly encodings?: readonly string[] | undefined;
  /** Our own data directory, which is never searched. */
  readonly dataDir?: string | null | undefined;
  /** Canonical folders that `directory` must lie in; null: any. */
  readonly allow?: readonly string[] | null | undefined;
  /** Default "auto". */
  readonly backend?: Backend | undefined;
  /** A ripgrep to ask, whatever the backend says. */
  readonly rg?: string | null | undefined;
}
