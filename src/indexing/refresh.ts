/** `search --fresh`: files with another size or time than in the index are first read again, and no others. */
import { displayPath } from "../corpus/path-bytes.ts";
import { canonicalRoot, type RootPlace, rootPlaceOf } from "../corpus/roots.ts";
import { QsearchError, type Warning } from "../errors.ts";
import type { IndexRequest } from "../request/index-run-request.ts";
import { type IndexContext, LITTLE_MS, runIndex } from "./indexer.ts";

/** Milliseconds that a search waits for another writer: an old result with a warning is better than none. */
const WAIT_MS = 2000;

const WHOLE: IndexRequest = { paths: [], root: [], ext: [], force: false, no_prune: false };

/**
 * Brings the existing user roots up to date by checking size and time of each file. Where that is impossible (another writer, a
 * read-only folder), a warning says so. Throws `cancelled`, `corrupt_store` and `newer_store`.
 */
export async function refreshRoots(context: IndexContext): Promise<readonly Warning[]> {
  const places = context.settings.roots.flatMap(present);
  if (places.length === 0) return [];
  try {
    await runIndex(WHOLE, { soloMs: LITTLE_MS, ...context, places, trustStat: true, lockWaitMs: WAIT_MS });
    return [];
  } catch (error) {
    if (!(error instanceof QsearchError) || !["locked", "read_only", "io", "root_unavailable"].includes(error.code)) {
      throw error;
    }
    return [{ code: "not_fresh", message: `changed files were not brought in: ${error.message}` }];
  }
}

/** The search itself reports a missing root. */
function present(root: string): RootPlace[] {
  try {
    const path = canonicalRoot(root);
    return [rootPlaceOf(path, [{ path }])].filter((place) => place !== null);
  } catch (error) {
    if (error instanceof QsearchError && error.code === "root_unavailable") return [];
    throw new QsearchError("io", `${displayPath(root)} cannot be looked at`, "", { cause: error });
  }
}
