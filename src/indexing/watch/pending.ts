/** Places to check again: absolute, bounded for any number of simultaneous changes. */

/** Most places of one root: with more, the whole root is checked. */
const MOST = 20_000;

export interface Places {
  /** Places to read again: a change was reported. */
  readonly changed: readonly string[];
  /** Places to check by size and time: rules changed, or changes there are not reported. */
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

  /** Returns the places of a failed run to the lists. */
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
