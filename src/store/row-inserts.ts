/** Inserts many rows at a time: a statement costs as much as inserting a small row. */
import type { SQLQueryBindings } from "bun:sqlite";
import type { Store } from "./store.ts";

/** Rows a statement: more rows save nothing. */
export const ROWS_TOGETHER = 16;

/** Collects rows of one table. Callers flush before reading or changing the table, and before ending the transaction. */
export class RowInserts {
  readonly #one: string;
  readonly #many: string;
  readonly #width: number;
  #values: SQLQueryBindings[] = [];
  #changes = 0;

  /** `head`: "INSERT INTO t VALUES"; `row`: the content of a row's parentheses, with ?1, ?2 … for its values. */
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

  /** Returns the number of rows inserted since the last flush. */
  flush(): number {
    const values = this.#values.splice(0);
    for (let at = 0; at < values.length; at += this.#width) this.#run(this.#one, values.slice(at, at + this.#width));
    const changes = this.#changes;
    this.#changes = 0;
    return changes;
  }

  /** Forgets collected rows after a rollback. */
  discard(): void {
    this.#values = [];
    this.#changes = 0;
  }

  #run(sql: string, values: SQLQueryBindings[]): void {
    this.#changes += this.store.statement(sql).run(...values).changes;
  }
}
