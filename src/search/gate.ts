/** What is shown of the index now: files that the rules in force still list, and whether they have changed since. */
import { lstatSync } from "node:fs";
import { AdmissionCache, isAdmitted } from "../corpus/admission.ts";
import { systemPath } from "../corpus/path-bytes.ts";
import { owningRoot } from "../corpus/roots.ts";
import type { FileRow } from "../store/files.ts";
import type { VisibleRoot } from "./visible.ts";

/** One search's view: rules are read once, each file is judged once. */
export class Gate {
  readonly #rules = new AdmissionCache();
  readonly #admitted = new Map<number, boolean>();

  constructor(private readonly roots: readonly VisibleRoot[]) {}

  /** Whether a walk of the visible root that owns the file would list it now. */
  admits(file: FileRow): boolean {
    const known = this.#admitted.get(file.id);
    if (known !== undefined) return known;
    const owned = owningRoot(file.path, this.roots);
    const admitted = owned !== null && isAdmitted(owned.root.path, owned.rel, owned.root.policy, this.#rules);
    this.#admitted.set(file.id, admitted);
    return admitted;
  }
}

/** Whether the file's size or time differ from what was indexed. Contents are not read. */
export function isStale(file: FileRow): boolean {
  const stat = lstatSync(systemPath(file.path), { throwIfNoEntry: false, bigint: true });
  return stat === undefined || stat.size !== BigInt(file.size) || stat.mtimeNs !== file.mtimeNs;
}
