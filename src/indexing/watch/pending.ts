/** What is to be looked at again: absolute places, bounded, however many files change at once. */

/** So many places of one root are more than the root itself: then the whole of it is looked at. */
const MOST = 20_000;

export interface Places {
  /** Read again: something said that they changed. */
  readonly changed: readonly string[];
  /** Looked at again, where size and time decide: rules changed, or nothing tells of changes there. */
  readonly doubtful: readonly string[];
}

export class Pending {
  readonly #changed = new Map<string, Set<string>>();
  readonly #doubtful = new Set<string>();

  get empty(): boolean {
    return this.#changed.size === 0 && this.#doubtful.size === 0;
  }

  /** `path`: absolute, the root or beneath it. */
  change(root: string, path: string): void {
    const known = this.#changed.get(root) ?? new Set();
    this.#changed.set(root, known);
    if (known.has(root)) return;
    if (path === root || known.size >= MOST) {
      known.clear();
      known.add(root);
    } else {
      known.add(path);
    }
  }

  doubt(path: string): void {
    this.#doubtful.add(path);
  }

  /** Gives everything back that a failed run was to look at. */
  putBack({ changed, doubtful }: Places, rootOf: (path: string) => string | null): void {
    for (const path of changed) {
      const root = rootOf(path);
      if (root !== null) this.change(root, path);
    }
    for (const path of doubtful) this.doubt(path);
  }

  take(): Places {
    const places = {
      changed: [...this.#changed.values()].flatMap((paths) => [...paths]),
      doubtful: [...this.#doubtful],
    };
    this.#changed.clear();
    this.#doubtful.clear();
    return places;
  }
}
