/** Warnings about missing results. */
import { displayPath } from "../corpus/path-bytes.ts";
import { fewOf, type Warning } from "../errors.ts";
import { type UnderWay, workUnderWay } from "../store/lock.ts";
import { listRoots } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import type { VisibleRoot } from "./visible.ts";
import type { VisibilityCheck } from "./visible-now.ts";

/** Warns of roots that are missing as a whole. */
export function incompleteWarnings(visibility: VisibilityCheck): Warning[] {
  const absent = visibility.absentRoots().map((path): Warning => {
    const message = `Root ${displayPath(path)} is missing or cannot be read, so nothing in it is shown`;
    return { code: "folder_errors", message };
  });
  const emptied = visibility.emptiedRoots().map((path): Warning => {
    const message = `Root ${displayPath(path)} listed none of its documents when it was last indexed, so none is shown`;
    return { code: "root_emptied", message };
  });
  return [
    ...fewOf(absent, "roots that are missing or cannot be read"),
    ...fewOf(emptied, "roots without their documents"),
  ];
}

/** "qsearch index is at it (process 123: indexing, 1200 of 5000 files)". */
export function describeWork({ command, pid, at }: UnderWay): string {
  const total = at?.totalFiles == null ? "" : ` of ${at.totalFiles}`;
  const how = at === null ? "" : `: ${at.phase}, ${at.files}${total} ${at.unit ?? "files"}`;
  return `qsearch ${command} is at it (process ${pid}${how})`;
}

/** Warns of files that an interrupted or running index run has not reached. */
export function unfinishedOf(roots: readonly VisibleRoot[], store: Store): Warning[] {
  const visible = new Set(roots.map(({ path }) => path));
  const unfinished = listRoots(store).filter(({ path, indexedAt }) => indexedAt === null && visible.has(path));
  const work = unfinished.length === 0 ? null : workUnderWay(store.dataDir);
  const warnings = unfinished.map(({ path }): Warning => {
    const message =
      work === null
        ? `Root ${displayPath(path)} has not been indexed to its end, so not all of it is found; run qsearch index`
        : `Root ${displayPath(path)} is not indexed to its end yet, so not all of it is found; ${describeWork(work)}`;
    return { code: "unfinished", message };
  });
  return fewOf(warnings, "roots that have not been indexed to their end");
}
