/**
 * `import`: the files that a manifest names are read again, as far as they may be. Of the manifest nothing is believed but
 * that these paths might be worth a look: no time, no sum and no text of it enters the store.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { AdmissionCache, isAdmitted } from "../corpus/admission.ts";
import { displayPath, systemPath } from "../corpus/path-bytes.ts";
import { joinPath, type RootPlace, rootPlaceOf } from "../corpus/roots.ts";
import { QsearchError, systemReason, type Warning } from "../errors.ts";
import { visibleRoots } from "../index-search/visible.ts";
import { type IndexContext, runIndex } from "../indexing/indexer.ts";
import type { IndexRequest } from "../request/index-run-request.ts";
import type { ImportResult } from "../request/transfer-request.ts";
import { manifestFormat, pathsIn } from "./manifest.ts";

/** A manifest of a million files has about as many bytes. */
const MOST_BYTES = 512 * 1024 * 1024;
const REFUSED_SHOWN = 20;
/** Between turns of the event loop, milliseconds. */
const SLICE_MS = 10;

const WHOLE: IndexRequest = { paths: [], root: [], ext: [], force: false, no_prune: false };

/** Throws `usage`, `not_found`, `file_error`, and what an index run throws. */
export async function importManifest(
  path: string,
  context: IndexContext,
): Promise<{ result: ImportResult; warnings: readonly Warning[] }> {
  const { settings, signal } = context;
  if (settings.roots.length === 0) {
    throw new QsearchError("usage", "no folder is indexed, and import adds none", "Add one: qsearch index DIR");
  }
  const listed = pathsIn(readManifest(path), manifestFormat(path), displayPath(path));
  const roots = visibleRoots(settings, "user", null);
  const rules = new AdmissionCache();
  const accepted = new Map<string, RootPlace>();
  const refused: string[] = [];
  let until = performance.now() + SLICE_MS;
  for (const place of listed) {
    // A path with "..", "." or doubled slashes is none that an export writes; rootPlaceOf and ListingRules refuse it.
    const found = place.startsWith("/") ? rootPlaceOf(place, roots) : null;
    const policy = roots.find((root) => root.path === found?.root)?.policy;
    if (found !== null && policy !== undefined && isAdmitted(found.root, found.rel, policy, rules)) {
      accepted.set(joinPath(found.root, found.rel), found);
    } else refused.push(place);
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) throw new QsearchError("cancelled", "stopped; nothing was imported");
    until = performance.now() + SLICE_MS;
  }
  const { result, warnings } = await runIndex(WHOLE, { ...context, places: [...accepted.values()] });
  return {
    result: {
      ...result,
      listed: listed.length,
      accepted: accepted.size,
      refused: refused.length,
      refused_entries: refused.slice(0, REFUSED_SHOWN).map((place) => displayPath(place.slice(0, 1000))),
    },
    warnings: [...warnings, ...refusals(refused.length)],
  };
}

/** One reason for all: it tells nothing of what is on the disk. */
function refusals(count: number): Warning[] {
  if (count === 0) return [];
  const entries = count === 1 ? "1 entry is" : `${count} entries are`;
  return [{ code: "entries_refused", message: `${entries} no file that may be read beneath the roots` }];
}

function readManifest(path: string): Uint8Array {
  let fd: number;
  try {
    // A FIFO would keep this thread waiting.
    fd = openSync(systemPath(path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new QsearchError("not_found", `${displayPath(path)} cannot be read: ${systemReason(error)}`, "", {
      cause: error,
    });
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new QsearchError("file_error", `${displayPath(path)} is no regular file`);
    if (stat.size > MOST_BYTES) throw new QsearchError("file_error", `${displayPath(path)} is longer than 512 MiB`);
    const bytes = new Uint8Array(stat.size);
    let got = 0;
    while (got < bytes.length) {
      const read = readSync(fd, bytes, got, bytes.length - got, got);
      if (read === 0) break;
      got += read;
    }
    return bytes.subarray(0, got);
  } finally {
    closeSync(fd);
  }
}
