/** Determines the work on the roots of a run: compares disk and store, changes nothing. */

import { isWithin, namingPath } from "../corpus/roots.ts";
import { walkRoot } from "../corpus/walk.ts";
import type { TimeSlice } from "../pool/time-slice.ts";
import type { ProgressSink } from "../progress.ts";
import type { FileStat } from "../store/file-outcomes.ts";
import type { Emptied } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import { Comparer } from "./compare.ts";
import type { FolderError } from "./indexing-messages.ts";
import { isWhole, type PlannedRoot, type Target } from "./plan.ts";
import { isIsolated, Recipes, recipeFacts } from "./recipe.ts";
import { recipeIds, type StoredFile, storedFiles } from "./stored-files.ts";

/** The result of a walk. */
export interface WalkResult {
  readonly target: Target;
  /** Paths beneath the root, in the walk's order. */
  readonly rels: readonly string[];
  readonly errors: readonly FolderError[];
  /** Files left out because no reader takes their names, by extension. */
  readonly unread: ReadonlyMap<string, number>;
}

/** Walks all targets before anything else: a failing root stops the run before any change. */
export async function listTargets(
  targets: readonly Target[],
  slice: TimeSlice,
  { signal, progress }: { signal?: AbortSignal | undefined; progress?: ProgressSink | undefined },
): Promise<WalkResult[]> {
  const listings: WalkResult[] = [];
  let files = 0;
  for (const target of targets) {
    const { root, starts } = target;
    const rels: string[] = [];
    const errors: FolderError[] = [];
    const unread = new Map<string, number>();
    for (const batch of walkRoot(root.path, root.policy, {
      starts,
      unread,
      deeperRoots: root.deeper,
      ...(signal ? { signal } : {}),
    })) {
      for (const rel of batch.files) rels.push(rel);
      for (const error of batch.errors) errors.push(error);
      if (!slice.due) continue;
      progress?.update({ phase: "listing", files: files + rels.length, totalFiles: null, bytes: 0, totalBytes: null });
      await slice.rest();
    }
    files += rels.length;
    listings.push({ target, rels, errors, unread });
  }
  return listings;
}

/** A file to ingest. */
export interface Work {
  readonly root: PlannedRoot;
  readonly rel: string;
  /** The store's id for a known file. */
  readonly known: number | null;
  readonly isolated: boolean;
}

/** A root whose unlisted documents stay: it looks like an unmounted drive, not like removed files. */
export interface KeptRoot {
  readonly path: string;
  readonly documents: number;
  readonly why: Emptied;
}

export interface Scan {
  readonly work: Work[];
  readonly gone: StoredFile[];
  readonly kept: KeptRoot[];
  readonly touched: { readonly fileId: number; readonly stat: FileStat }[];
  /** Unchanged files with postings of another tokeniser. */
  readonly retokenise: number[];
  unchanged: number;
  /** Unchanged files with an error. */
  failing: number;
  /** Bytes read. */
  bytes: number;
  files: number;
}

export function emptyScan(): Scan {
  return { work: [], gone: [], kept: [], touched: [], retokenise: [], unchanged: 0, failing: 0, bytes: 0, files: 0 };
}

export interface CompareOptions {
  readonly force: boolean;
  readonly prune: boolean;
  /** Whether documents of a root without any listed file are removed as well. */
  readonly pruneEmpty: boolean;
  /** Whether the root was on another device when its documents were last found. */
  readonly otherDevice: boolean;
  /** Size and time decide: a file with the store's size and time is not read. */
  readonly trustStat: boolean;
  /** Whether the recipes of all known files are certainly current. */
  readonly fullyIndexed: boolean;
  readonly progress?: ProgressSink | undefined;
  /** Files of all listings, for the progress. */
  readonly totalFiles: number;
}

/** Compares one listing with the store and adds to the scan. `store` and `rootId` are null before they exist. */
export async function compareListing(
  scan: Scan,
  { target, rels, errors }: WalkResult,
  store: Store | null,
  rootId: number | null,
  slice: TimeSlice,
  options: CompareOptions,
): Promise<void> {
  const { root, starts } = target;
  const known =
    store === null || rootId === null ? new Map<string, StoredFile>() : await storedFiles(store, rootId, starts, slice);
  const before = known.size;
  /** Whether any document of the store was listed. */
  let isAnyListed = false;
  let isEmpty = rels.length === 0;
  const workBefore = scan.work.length;
  const current = store === null || options.fullyIndexed ? () => true : currentRecipe(store, root);
  // A first index opens no file here: the comparer needs a handle only for known files.
  const comparer = known.size === 0 ? null : new Comparer(root, slice, options.trustStat);
  try {
    for (const rel of rels) {
      const file = known.get(rel);
      scan.files += 1;
      if (file === undefined || comparer === null) {
        scan.work.push({ root, rel, known: null, isolated: isIsolated(namingPath(root.path, rel)) });
        if (slice.due) await slice.rest();
        continue;
      }
      known.delete(rel);
      isAnyListed ||= file.error === null;
      if (options.force || !current(rel, file)) {
        scan.work.push({ root, rel, known: file.id, isolated: isIsolated(namingPath(root.path, rel)) });
        if (slice.due) await slice.rest();
        continue;
      }
      const compared = comparer.compare(rel, file);
      const verdict = compared instanceof Promise ? await compared : compared;
      if (verdict.kind === "changed") {
        scan.work.push({ root, rel, known: file.id, isolated: isIsolated(namingPath(root.path, rel)) });
      } else {
        scan.unchanged += 1;
        scan.bytes += verdict.bytes;
        if (file.error !== null) scan.failing += 1;
        if (verdict.stat !== null) scan.touched.push({ fileId: file.id, stat: verdict.stat });
        if (!file.tokeniserCurrent && file.error === null) scan.retokenise.push(file.id);
      }
      if (slice.due) {
        report(scan, options);
        await slice.rest();
      }
    }
    isEmpty ||=
      before > 0 && !isAnyListed && rels.length <= FEW && !rels.some((rel) => mayBeDocument(root, rel, comparer));
  } finally {
    comparer?.close();
  }
  if (!options.prune) return;
  const why = isEmpty ? "empty" : options.otherDevice && known.size === before ? "device" : null;
  if (why !== null && before > 0 && isWhole(target) && !options.pruneEmpty) {
    scan.kept.push({ path: root.path, documents: before, why });
    // The files there belong to another device: indexing them would make the next run accept that device.
    scan.work.length = workBefore;
    return;
  }
  for (const [rel, file] of known) {
    // Files beneath an unreadable folder are unknown.
    if (!errors.some((error) => error.rel === "" || isWithin(rel, error.rel))) scan.gone.push(file);
  }
}

/** Most files of an unmounted drive's folder that count as no document: programs' notes on displaying the folder. */
const FEW = 20;

function mayBeDocument(root: PlannedRoot, rel: string, comparer: Comparer | null): boolean {
  return comparer === null || isIsolated(namingPath(root.path, rel)) || comparer.mayBeText(rel);
}

function report(scan: Scan, { progress, totalFiles }: CompareOptions): void {
  progress?.update({ phase: "comparing", files: scan.files, totalFiles, bytes: scan.bytes, totalBytes: null });
}

/** Whether a file's rows have the current recipe. */
function currentRecipe(store: Store, root: PlannedRoot): (rel: string, file: StoredFile) => boolean {
  const ids = recipeIds(store);
  const recipes = new Recipes(root);
  return (rel, file) => ids.get(recipes.of(recipeFacts(namingPath(root.path, rel)), file.utf8).key) === file.recipe;
}

/** A vanished file at its new place. */
export interface Move {
  readonly fileId: number;
  readonly root: PlannedRoot;
  readonly rel: string;
  readonly stat: FileStat;
}

/**
 * Finds new files with the bytes and the recipe of a vanished file, which keep its id. Removes them from both lists. Both sides
 * are in path order, so equal candidates always pair in the same way.
 */
export async function findMoves(scan: Scan, store: Store, slice: TimeSlice): Promise<Move[]> {
  const byHash = new Map<string, StoredFile[]>();
  const sizes = new Set<number>();
  for (const file of scan.gone) {
    if (file.sha256 === null || file.error !== null) continue;
    sizes.add(file.size);
    const key = Buffer.from(file.sha256).toString("hex");
    const same = byHash.get(key);
    if (same) same.push(file);
    else byHash.set(key, [file]);
    if (slice.due) await slice.rest();
  }
  if (sizes.size === 0) return [];
  const moves: Move[] = [];
  const taken = new Set<number>();
  const comparers = new Map<PlannedRoot, { comparer: Comparer; current: ReturnType<typeof currentRecipe> }>();
  try {
    const left: Work[] = [];
    for (const work of scan.work) {
      const move = work.known === null ? await moveOf(work) : null;
      if (move === null) left.push(work);
      else moves.push(move);
      if (slice.due) await slice.rest();
    }
    scan.work.splice(0, scan.work.length, ...left);
  } finally {
    for (const { comparer } of comparers.values()) comparer.close();
  }
  const stillGone = scan.gone.filter((file) => !taken.has(file.id));
  scan.gone.splice(0, scan.gone.length, ...stillGone);
  return moves;

  async function moveOf({ root, rel }: Work): Promise<Move | null> {
    let tools = comparers.get(root);
    if (!tools) {
      tools = { comparer: new Comparer(root, slice), current: currentRecipe(store, root) };
      comparers.set(root, tools);
    }
    const identity = await tools.comparer.identify(rel, sizes);
    if (identity === null) return null;
    const candidates = byHash.get(Buffer.from(identity.sha256).toString("hex")) ?? [];
    const index = candidates.findIndex((file) => tools.current(rel, file));
    const [file] = index < 0 ? [] : candidates.splice(index, 1);
    if (!file) return null;
    taken.add(file.id);
    return { fileId: file.id, root, rel, stat: identity.stat };
  }
}
