/** Batches, and what happens when one fails: its items are run again one at a time, so that only the poison one is lost. */
import { type Executor, type RunOptions, TaskFailedError } from "./executor.ts";

/** What became of one item: its result, or why its runner was ended. */
export type ItemOutcome<Item, Result> =
  | { readonly item: Item; readonly result: Result }
  | { readonly item: Item; readonly failure: TaskFailedError };

/**
 * Runs items as one task; the handler returns one result an item, in order. When the runner dies or is ended, each item
 * runs alone: those that fail again carry the failure. Rejects when cancelled, and with what the handler itself throws.
 * `toRequest` is called anew for each try, as transferred buffers are gone.
 */
export async function runBatch<Item, Request, Result>(
  executor: Executor<Request, readonly Result[]>,
  items: readonly Item[],
  toRequest: (items: readonly Item[]) => Request,
  options: Omit<RunOptions, "transfer"> & { readonly transfer?: (request: Request) => RunOptions["transfer"] } = {},
): Promise<ItemOutcome<Item, Result>[]> {
  const { transfer, ...rest } = options;
  const attempt = async (part: readonly Item[]): Promise<ItemOutcome<Item, Result>[]> => {
    const request = toRequest(part);
    const results = await executor.run(request, { ...rest, transfer: transfer?.(request) });
    if (results.length !== part.length) throw new Error(`${results.length} results for ${part.length} items`);
    return results.map((result, index) => ({ item: part[index] as Item, result }));
  };
  if (items.length === 0) return [];
  try {
    return await attempt(items);
  } catch (error) {
    if (!(error instanceof TaskFailedError) || error.failure === "cancelled") throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) return [{ item: only, failure: error }];
  }
  const outcomes: ItemOutcome<Item, Result>[] = [];
  for (const item of items) outcomes.push(...(await runBatch(executor, [item], toRequest, options)));
  return outcomes;
}
