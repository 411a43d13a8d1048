/** What is shown of the index now: files that the rules in force still list, and whether they have changed since. */
import { lstatSync, statSync } from "node:fs";
import { AdmissionCache, isAdmitted } from "../corpus/admission.ts";
import { systemPath } from "../corpus/path-bytes.ts";
import { owningRoot } from "../corpus/roots.ts";
import type { FoundFile } from "../store/found.ts";
import type { VisibleRoot } from "./visible.ts";

/** One search's view: rules are read once, each file is judged once. */
export class Gate {
  readonly #rules = new AdmissionCache();
  readonly #admitted = new Map<number, boolean>();
  /** Roots of files that were refused. */
  readonly #refusing = new Set<string>();

  constructor(private readonly roots: readonly VisibleRoot[]) {}

  /** Whether a walk of the visible root that owns the file would list it now. */
  admits(file: FoundFile): boolean {
    const known = this.#admitted.get(file.id);
    if (known !== undefined) return known;
    const owned = owningRoot(file.path, this.roots);
    const admitted = owned !== null && isAdmitted(owned.root.path, owned.rel, owned.root.policy, this.#rules);
    this.#admitted.set(file.id, admitted);
    if (owned !== null && !admitted) this.#refusing.add(owned.root.path);
    return admitted;
  }

  /** Roots that hold no more than a refusal because they are gone themselves: a drive that is not mounted. */
  absentRoots(): string[] {
    return [...this.#refusing].filter((path) => !isThere(path));
  }
}

function isThere(path: string): boolean {
  return attempt(() => lstatSync(systemPath(path), { throwIfNoEntry: false })) !== undefined;
}

/** Whether size or time of the file, of an agent root also beyond a link, differ from what was indexed. Contents are not read. */
export function isStale(file: FoundFile): boolean {
  const stat = attempt(() => statSync(systemPath(file.path), { throwIfNoEntry: false, bigint: true }));
  return stat === undefined || stat.size !== BigInt(file.size) || stat.mtimeNs !== file.mtimeNs;
}

/** Each shown file is looked at once, whatever the number of its hits. */
export class Staleness {
  readonly #known = new Map<number, boolean>();

  of(file: FoundFile): boolean {
    const known = this.#known.get(file.id) ?? isStale(file);
    this.#known.set(file.id, known);
    return known;
  }

  /** How many of the files that were asked about are stale. */
  get files(): number {
    return [...this.#known.values()].filter(Boolean).length;
  }
}

/** What cannot be looked at (a loop of links, a folder that was closed) is as good as gone. */
function attempt<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
