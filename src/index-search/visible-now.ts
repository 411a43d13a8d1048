/** Filters the index by current visibility: files that the rules still list, and whether they have changed since. */
import { accessSync, constants, statSync } from "node:fs";
import { AdmissionCache, admittedFile } from "../corpus/admission.ts";
import type { FileStamp } from "../corpus/open.ts";
import { systemPath } from "../corpus/path-bytes.ts";
import { type Owned, owningRoot } from "../corpus/roots.ts";
import { fileAt } from "../store/files.ts";
import type { FoundFile } from "../store/found.ts";
import { listRoots } from "../store/roots.ts";
import type { Store } from "../store/store.ts";
import { storableTime } from "../text/times.ts";
import type { VisibleRoot } from "./visible.ts";

/** One search's view: rules are read once, each file is judged once. */
export class VisibilityCheck {
  readonly #rules = new AdmissionCache();
  readonly #admitted = new Map<number, boolean>();
  readonly #stamps = new Map<number, FileStamp>();
  /** Roots of refused files. */
  readonly #refusing = new Set<string>();

  #users: readonly (VisibleRoot & { readonly id: number })[] | null = null;

  constructor(
    private readonly roots: readonly VisibleRoot[],
    private readonly store: Store,
  ) {}

  /** Whether a walk of the visible root that owns the file would list it now, and no other row shows the file. */
  isVisibleNow(file: FoundFile): boolean {
    const known = this.#admitted.get(file.id);
    if (known !== undefined) return known;
    const owned = this.#ownerOf(file);
    const found = owned === null ? null : this.#find(owned);
    if (found?.stamp) this.#stamps.set(file.id, found.stamp);
    const admitted = found !== null && !this.#hasTwin(file);
    this.#admitted.set(file.id, admitted);
    if (owned !== null && !admitted) this.#refusing.add(owned.root.path);
    return admitted;
  }

  /** The deepest root; if that has another kind than the row's own root, and the row's root is visible, the row's root. */
  #ownerOf({ path, root, rootKind, rel }: FoundFile): Owned<VisibleRoot> | null {
    const owned = owningRoot(path, this.roots);
    if (owned === null || owned.root.kind === rootKind) return owned;
    const holder = this.roots.find((each) => each.path === root && each.kind === rootKind);
    return holder === undefined ? owned : { root: holder, rel };
  }

  /** The file's stamp at its admission, null if only its existence was checked. */
  stampOf(file: FoundFile): FileStamp | null {
    return this.#stamps.get(file.id) ?? null;
  }

  #find({ root, rel }: Owned<VisibleRoot>) {
    return admittedFile(root.path, rel, root.policy, this.#rules);
  }

  /** A user root was added around an agent's: both hold the file, and only the user's row is shown. */
  #hasTwin({ path, rootKind }: FoundFile): boolean {
    const owned = rootKind === "agent" ? owningRoot(path, this.#userRoots()) : null;
    if (owned === null) return false;
    const twin = fileAt(this.store, owned.root.id, owned.rel);
    return twin !== null && twin.contentId !== null && this.#find(owned) !== null;
  }

  /** The user roots with their ids in the store. */
  #userRoots() {
    if (this.#users !== null) return this.#users;
    const ids = new Map(listRoots(this.store, "user").map(({ path, id }) => [path, id] as const));
    this.#users = this.roots.flatMap((root) => {
      const id = root.kind === "user" ? ids.get(root.path) : undefined;
      return id === undefined ? [] : [{ ...root, id }];
    });
    return this.#users;
  }

  /** Roots of refused files that listed none of their documents in their last walk. */
  emptiedRoots(): string[] {
    if (this.#refusing.size === 0) return [];
    const emptied = listRoots(this.store).filter((root) => root.emptied !== null && this.#refusing.has(root.path));
    return emptied.map(({ path }) => path);
  }

  /** Roots whose files are all refused because the root is missing, such as an unmounted drive, or unreadable. */
  absentRoots(): string[] {
    return [...this.#refusing].filter((path) => !isReadable(path));
  }
}

function isReadable(path: string): boolean {
  const { R_OK, X_OK } = constants;
  return (
    attempt(() => {
      const name = systemPath(path);
      accessSync(name, statSync(name).isDirectory() ? R_OK | X_OK : R_OK);
      return true;
    }) ?? false
  );
}

/** Whether size or time of the file (in an agent root also beyond a link) differ from the index. Contents are not read. */
export function isStale(file: FoundFile): boolean {
  const stat = attempt(() => statSync(systemPath(file.path), { throwIfNoEntry: false, bigint: true }));
  return stat === undefined || stat.size !== BigInt(file.size) || storableTime(stat.mtimeNs) !== file.mtimeNs;
}

/** Checks each shown file once, for any number of its hits. */
export class Staleness {
  readonly #known = new Map<number, boolean>();

  constructor(private readonly visibility: VisibilityCheck) {}

  of(file: FoundFile): boolean {
    const known = this.#known.get(file.id) ?? this.#isStale(file);
    this.#known.set(file.id, known);
    return known;
  }

  #isStale(file: FoundFile): boolean {
    const stamp = this.visibility.stampOf(file);
    return stamp === null ? isStale(file) : stamp.size !== file.size || stamp.mtimeNs !== file.mtimeNs;
  }

  /** Number of stale files among the checked ones. */
  get files(): number {
    return [...this.#known.values()].filter(Boolean).length;
  }
}

/** An unreachable file (a loop of links, an unreadable folder) counts as gone. */
function attempt<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
