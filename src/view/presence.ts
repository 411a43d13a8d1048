/** Whether anybody has the page open: the server ends a while after the last page was closed. */

/** Milliseconds without a sign of life after which a page counts as closed. Timers of hidden pages run once a minute or less. */
const VISIBLE_MS = 60_000;
const HIDDEN_MS = 15 * 60_000;
/** After a page has said goodbye: a reload comes back within a second. */
const CLOSED_MS = 60_000;

export class Presence {
  /** Until when each page counts as open, milliseconds since the epoch. */
  readonly #pages = new Map<string, number>();
  /** Pages that have said goodbye. */
  readonly #closed = new Set<string>();

  constructor(private readonly now: () => number = Date.now) {}

  /** A closing page says that it is hidden as well, before its goodbye or behind it: then it stays closed until it is seen again. */
  alive(page: string, hidden: boolean): void {
    if (hidden && this.#closed.has(page)) return;
    this.#closed.delete(page);
    this.#pages.set(page, this.now() + (hidden ? HIDDEN_MS : VISIBLE_MS));
  }

  bye(page: string): void {
    if (!this.#pages.has(page)) return;
    this.#closed.add(page);
    this.#pages.set(page, Math.min(this.#pages.get(page) ?? 0, this.now() + CLOSED_MS));
  }

  /** Whether there was a page and all of them are closed. */
  isOver(): boolean {
    const now = this.now();
    return this.#pages.size > 0 && [...this.#pages.values()].every((until) => until < now);
  }
}
