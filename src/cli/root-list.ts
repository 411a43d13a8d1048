/** The roots of both kinds: the saved ones, and those that agents added. */
import { accessSync, constants } from "node:fs";
import { systemPath } from "../corpus/path-bytes.ts";
import { canonicalRoot } from "../corpus/roots.ts";
import { QsearchError } from "../errors.ts";
import { removeRoots } from "../indexing/clear.ts";
import { givenRoot, namedPath } from "../indexing/plan.ts";
import { withSavedRoots } from "../indexing/saved-roots.ts";
import type { RootsResult } from "../request/config-request.ts";
import { type Settings, savedFile, saveRoots } from "../settings/settings.ts";
import { lockForWriting } from "../store/lock.ts";
import { listRoots } from "../store/roots.ts";
import { openStore, storeExists } from "../store/store.ts";

type Root = RootsResult["roots"][number];

export function rootList(settings: Settings): RootsResult {
  return { roots: allRoots(settings, settings.roots), removed_documents: 0 };
}

/** Saves `paths` among the roots. Throws `root_unavailable`, and `refused` where a configuration file has the roots. */
export async function addToRoots(
  settings: Settings,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<RootsResult> {
  const added = paths.map((path) => givenRoot(namedPath(path)));
  const roots = await changeRoots(settings, signal, (saved) => [...new Set([...saved, ...added])]);
  return { roots: allRoots(settings, roots), removed_documents: 0 };
}

/** Removes roots of either kind with their documents. Throws `not_found` for what is no root. */
export async function removeFromRoots(
  settings: Settings,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<RootsResult> {
  const known = allRoots(settings, settings.roots);
  const gone = paths.map((path) => findRoot(path, known));
  const isSaved = settings.roots.some((root) => gone.includes(root));
  const without = (saved: readonly string[]) => saved.filter((root) => !gone.includes(root));
  const kept = isSaved ? await changeRoots(settings, signal, without) : settings.roots;
  const removed = storeExists(settings.dataDir)
    ? (await removeRoots(gone, { settings: { ...settings, roots: kept }, signal })).documents
    : 0;
  return { roots: allRoots(settings, kept), removed_documents: removed };
}

/** Saves other roots, under the writer's lock: an index run beside us may be adding one of its own. */
async function changeRoots(
  settings: Settings,
  signal: AbortSignal,
  change: (saved: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  if (settings.configFile !== null && settings.configFile !== savedFile(settings.dataDir)) {
    // A configuration has replaced what is saved, roots included, and we write no one's TOML.
    throw new QsearchError(
      "refused",
      `the roots are those of ${settings.configFile}`,
      "Change its roots there, or run this without --config and QSEARCH_CONFIG.",
    );
  }
  const lock = await lockForWriting(settings.dataDir, { command: "config roots", signal });
  try {
    const roots = change(withSavedRoots(settings).roots);
    saveRoots(settings, roots);
    return roots;
  } finally {
    lock.release();
  }
}

function allRoots(settings: Settings, userRoots: readonly string[]): Root[] {
  const user = userRoots.map((path): Root => ({ path, kind: "user", available: isReadable(path) }));
  return [...user, ...agentRoots(settings)];
}

function agentRoots({ dataDir }: Settings): Root[] {
  if (!storeExists(dataDir)) return [];
  const store = openStore(dataDir, "read");
  try {
    return listRoots(store, "agent").map(({ path }) => ({ path, kind: "agent", available: isReadable(path) }));
  } finally {
    store.close();
  }
}

/** The root that was meant, by its own spelling or, while it is still there, by its real path. */
function findRoot(path: string, roots: readonly Root[]): string {
  const exact = roots.find((root) => root.path === path);
  if (exact) return exact.path;
  const real = canonicalOrNull(path);
  const same = roots.find((root) => real !== null && canonicalOrNull(root.path) === real);
  if (same) return same.path;
  const names = roots.map((root) => root.path).join(", ");
  throw new QsearchError("not_found", `${path} is no root`, names ? `Roots are: ${names}.` : "There are none.");
}

function canonicalOrNull(path: string): string | null {
  try {
    return canonicalRoot(path);
  } catch {
    return null;
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(systemPath(path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
