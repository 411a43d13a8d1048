/** Rows inserted many at a time: a statement costs as much again as a small row does. */
import type { SQLQueryBindings } from "bun:sqlite";
import type { Store } from "./store.ts";

/** Rows of one statement: more bring nothing. */
export const ROWS_TOGETHER = 16;

/** Gathers rows of one table. Whoever reads or changes the table flushes first; so does whoever ends a transaction. */
export class RowInserts {
  readonly #one: string;
  readonly #many: string;
  readonly #width: number;
  #values: SQLQueryBindings[] = [];
  #changes = 0;

  /** `head`: "INSERT INTO t VALUES"; `row`: what stands in the parentheses of a row, with ?1, ?2 … for its values. */
  constructor(
    private readonly store: Store,
    head: string,
    row: string,
  ) {
    const width = Math.max(...Array.from(row.matchAll(/\?(\d+)/g), ([, number]) => Number(number)));
    const numbered = (at: number) => `(${row.replace(/\d+/g, (number) => `${at * width + Number(number)}`)})`;
    this.#width = width;
    this.#one = `${head} ${numbered(0)}`;
    this.#many = `${head} ${Array.from({ length: ROWS_TOGETHER }, (_, at) => numbered(at)).join(", ")}`;
  }

  add(row: readonly SQLQueryBindings[]): void {
    for (const value of row) this.#values.push(value);
    if (this.#values.length === ROWS_TOGETHER * this.#width) this.#run(this.#many, this.#values.splice(0));
  }

  /** Returns the number of rows that were inserted since the last flush. */
  flush(): number {
    const values = this.#values.splice(0);
    for (let at = 0; at < values.length; at += this.#width) this.#run(this.#one, values.slice(at, at + this.#width));
    const changes = this.#changes;
    this.#changes = 0;
    return changes;
  }

  /** Forgets what was gathered: after the transaction was undone. */
  discard(): void {
    this.#values = [];
    this.#changes = 0;
  }

  #run(sql: string, values: SQLQueryBindings[]): void {
    this.#changes += this.store.statement(sql).run(...values).changes;
  }
}
