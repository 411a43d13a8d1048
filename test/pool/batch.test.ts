import { describe, expect, test } from "bun:test";
import { runBatch } from "../../src/pool/batch.ts";
import { type Executor, type RunOptions, TaskFailedError, type TaskFailure } from "../../src/pool/executor.ts";

/** Doubles numbers; a batch with a poison number dies as its runner would. Notes every batch it is given. */
function doubling(poison: ReadonlyMap<number, TaskFailure> = new Map()) {
  const batches: number[][] = [];
  const executor: Executor<readonly number[], readonly number[]> = {
    run(numbers: readonly number[], _options?: RunOptions) {
      batches.push([...numbers]);
      const bad = numbers.find((number) => poison.has(number));
      if (bad === undefined) return Promise.resolve(numbers.map((number) => number * 2));
      return Promise.reject(new TaskFailedError(poison.get(bad) ?? "crashed", `died at ${bad}`));
    },
    room: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { executor, batches };
}

const asIs = (items: readonly number[]) => items;

describe("runBatch", () => {
  test("one task when all goes well, results in order", async () => {
    const { executor, batches } = doubling();
    const outcomes = await runBatch(executor, [1, 2, 3], asIs);
    expect(outcomes).toEqual([
      { item: 1, result: 2 },
      { item: 2, result: 4 },
      { item: 3, result: 6 },
    ]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  test("after a death every item runs alone, and only the poison one is lost", async () => {
    const { executor, batches } = doubling(new Map([[2, "time_limit"]]));
    const outcomes = await runBatch(executor, [1, 2, 3], asIs);
    expect(outcomes[0]).toEqual({ item: 1, result: 2 });
    expect(outcomes[1]).toMatchObject({ item: 2, failure: { failure: "time_limit", message: "died at 2" } });
    expect(outcomes[2]).toEqual({ item: 3, result: 6 });
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test("a single poison item is not tried twice", async () => {
    const { executor, batches } = doubling(new Map([[2, "crashed"]]));
    expect(await runBatch(executor, [2], asIs)).toMatchObject([{ item: 2, failure: { failure: "crashed" } }]);
    expect(batches).toEqual([[2]]);
  });

  test("cancelling ends the whole batch without a retry", async () => {
    const { executor, batches } = doubling(new Map([[2, "cancelled"]]));
    expect(runBatch(executor, [1, 2], asIs)).rejects.toThrow(TaskFailedError);
    expect(batches).toEqual([[1, 2]]);
  });

  test("no items, no task", async () => {
    const { executor, batches } = doubling();
    expect(await runBatch(executor, [], asIs)).toEqual([]);
    expect(batches).toEqual([]);
  });

  test("requests are made anew for each try, with their own transfer list", async () => {
    const made: Uint8Array[] = [];
    const transferred: unknown[] = [];
    const executor: Executor<Uint8Array, readonly number[]> = {
      run(bytes, options) {
        transferred.push(options?.transfer?.[0]);
        if (bytes.length > 1) return Promise.reject(new TaskFailedError("crashed", "died"));
        return Promise.resolve([...bytes]);
      },
      room: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const toRequest = (items: readonly number[]) => {
      const bytes = Uint8Array.from(items);
      made.push(bytes);
      return bytes;
    };
    await runBatch(executor, [1, 2], toRequest, { transfer: (bytes) => [bytes.buffer] });
    expect(made.length).toBe(3);
    expect(transferred).toEqual(made.map((bytes) => bytes.buffer));
  });
});
