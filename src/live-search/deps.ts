/** Dependencies of live searches beside the request. */
import type { Logger } from "../log.ts";
import type { ProgressSink } from "../progress.ts";
import type { Backend } from "../request/keywords.ts";
import type { Snapshots } from "./snapshots.ts";

/** Message of a cancelled live search. */
export const SEARCH_STOPPED = "The search was stopped";

export interface LiveDeps {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ProgressSink | undefined;
  readonly log?: Logger | undefined;
  /** Answers by query_id; without them each query_id is unknown. */
  readonly snapshots?: Snapshots | undefined;
  /** Searched for a request without directory. Default: the process's. */
  readonly cwd?: string | undefined;
  /** Environment with QUICK_SEARCH_MAX_FILES and similar variables. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reading threads. Default: as many as processors, more if reading waits. */
  readonly jobs?: number | undefined;
  /** Names of TextDecoder for files that are not Unicode, in order: the setting `encodings`. */
  readonly encodings?: readonly string[] | undefined;
  /** Our own data directory, which is never searched. */
  readonly dataDir?: string | null | undefined;
  /** Canonical folders that must hold `directory`; null: any. */
  readonly allow?: readonly string[] | null | undefined;
  /** Default "auto". */
  readonly backend?: Backend | undefined;
  /** A ripgrep to use, with any backend. */
  readonly rg?: string | null | undefined;
}
