/** What an answer lacks, said with it. */
import { displayPath } from "../corpus/path-bytes.ts";
import type { Warning } from "../errors.ts";
import { listRoots } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import type { Gate } from "./gate.ts";
import type { VisibleRoot } from "./visible.ts";

/** An answer without a whole root is no whole answer. */
export function absenceOf(gate: Gate): Warning[] {
  return gate.absentRoots().map((path) => ({
    code: "folder_errors",
    message: `Root ${displayPath(path)} is missing or cannot be read, so nothing in it is shown`,
  }));
}

/** Nor is one without what a run that was ended, or still goes on, has not come to. */
export function unfinishedOf(roots: readonly VisibleRoot[], store: Store): Warning[] {
  const visible = new Set(roots.map(({ path }) => path));
  return listRoots(store)
    .filter(({ path, indexedAt }) => indexedAt === null && visible.has(path))
    .map(({ path }) => ({
      code: "unfinished",
      message: `Root ${displayPath(path)} has not been indexed to its end, so not all of it is found; run qsearch index`,
    }));
}
