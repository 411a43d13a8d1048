/** Symbols and vectors for what changed, while nothing else does: in short turns, between which other writers get the lock. */
import { QsearchError } from "../../errors.ts";
import { lockForWriting } from "../../store/lock.ts";
import { storeExists } from "../../store/store.ts";
import { type EmbedOptions, isEmbeddingDue } from "../embed-options.ts";
import { areSymbolsDue } from "../symbols-due.ts";

/** The lock is held for so long at most, but for the batch that is begun then. Milliseconds. */
const TURN_MS = 2000;
/** A writer that waits looks every 50 ms. */
const PAUSE_MS = 120;
/** Another writer is at work: later. Milliseconds. */
const WAIT_MS = 1000;

export interface IdleEmbedding extends EmbedOptions {
  readonly dataDir: string;
  /** Aborted by the next change. */
  readonly signal: AbortSignal;
}

/** Embeds until nothing waits or the signal aborts; how many chunks. Throws what `embedPending` throws, `locked` but waited for. */
export async function embedWhenIdle(options: IdleEmbedding): Promise<number> {
  const { dataDir, signal, kind, nameOf } = options;
  await readSymbolsWhenIdle(options);
  let embedded = 0;
  let last = -1;
  while (!signal.aborted && last !== 0 && storeExists(dataDir) && isEmbeddingDue(dataDir, kind, nameOf)) {
    last = await oneTurn(options);
    embedded += Math.max(0, last);
    await Bun.sleep(PAUSE_MS);
  }
  return embedded;
}

/** Symbols first: they take seconds where vectors take hours. */
async function readSymbolsWhenIdle({ dataDir, signal }: IdleEmbedding): Promise<void> {
  let last = -1;
  while (!signal.aborted && last !== 0 && storeExists(dataDir) && areSymbolsDue(dataDir)) {
    last = await inTurn(dataDir, signal, async () => {
      const { readSymbols } = await import("../symbol-pass.ts");
      return await readSymbols({ dataDir, signal, writer: null, jobs: 1, budgetMs: TURN_MS });
    });
    await Bun.sleep(PAUSE_MS);
  }
}

/** Chunks that were embedded; -1 when another writer had the lock, 0 when nothing could be done. */
function oneTurn({ dataDir, signal, ...options }: IdleEmbedding): Promise<number> {
  return inTurn(dataDir, signal, async () => {
    const { embedPending } = await import("../embedding.ts");
    const report = await embedPending({ ...options, dataDir, signal, writer: null, jobs: 1, budgetMs: TURN_MS });
    return report.embedded;
  });
}

/** What the body gives, under the writers' lock; -1 when another writer had it. */
async function inTurn(dataDir: string, signal: AbortSignal, body: () => Promise<number>): Promise<number> {
  let release = () => {};
  try {
    const lock = await lockForWriting(dataDir, { command: "watch", signal, waitMs: WAIT_MS });
    release = () => lock.release();
    return await body();
  } catch (error) {
    if (error instanceof QsearchError && error.code === "locked") return -1;
    throw error;
  } finally {
    release();
  }
}
