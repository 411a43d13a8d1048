/**
 * Symbols and vectors of what is searchable by its words already: by one process at a time, for everything that waits,
 * whoever indexed it, and with the writers' lock free in between.
 */
import type { Warning } from "../errors.ts";
import type { ProgressSink } from "../progress.ts";
import { countersOf } from "../store/counters.ts";
import { lockForEmbedding } from "../store/lock.ts";
import { openStore, storeExists } from "../store/store.ts";
import { embeddedCounts } from "../store/vectors.ts";
import { type EmbedOptions, type EmbedReport, isEmbeddingDue } from "./embed-options.ts";
import { areSymbolsDue } from "./symbols-due.ts";
import type { TurnsContext } from "./writer-turns.ts";

export interface Completing extends EmbedOptions, TurnsContext {
  readonly jobs: number;
  /** Symbols are read in this thread. */
  readonly inline?: boolean;
  readonly progress?: ProgressSink | undefined;
}

/** Throws `cancelled`, and what the writer throws. Where another process is at it, the rest is left to that one. */
export async function completeStore(context: Completing): Promise<EmbedReport> {
  const { dataDir, command, kind, nameOf, budgetMs } = context;
  let spent = 0;
  let embedded = 0;
  const warnings: Warning[] = [];
  let isAnother = true;
  while (isAnother && warnings.length === 0 && isDue(context)) {
    const lock = lockForEmbedding(dataDir, command);
    if ("holder" in lock) {
      const { pending } = countsOf(dataDir);
      if (pending > 0) warnings.push(leftTo(lock.holder, pending));
      break;
    }
    let generation: number;
    try {
      if (areSymbolsDue(dataDir)) {
        const { readSymbols } = await import("./symbol-pass.ts");
        await readSymbols({ ...context, budgetMs: undefined });
      }
      if (isEmbeddingDue(dataDir, kind, nameOf)) {
        const { embedPending } = await import("./embedding.ts");
        const started = performance.now();
        const left = budgetMs === undefined ? {} : { budgetMs: Math.max(0, budgetMs - spent) };
        const report = await embedPending({ ...context, ...left });
        spent += performance.now() - started;
        embedded += report.embedded;
        warnings.push(...report.warnings);
      }
      generation = countsOf(dataDir).generation;
    } finally {
      lock.release();
    }
    // Who wrote just before the lock was free again has left that to this process.
    isAnother = countsOf(dataDir).generation !== generation;
  }
  return { embedded, warnings };
}

function isDue({ dataDir, kind, nameOf }: Completing): boolean {
  return storeExists(dataDir) && (areSymbolsDue(dataDir) || isEmbeddingDue(dataDir, kind, nameOf));
}

function countsOf(dataDir: string): { readonly pending: number; readonly generation: number } {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => ({
      pending: embeddedCounts(store).pending,
      generation: countersOf(store).generation,
    }));
  } finally {
    store.close();
  }
}

function leftTo(holder: string, pending: number): Warning {
  const passages = pending === 1 ? "1 passage is" : `${pending} passages are`;
  return { code: "unembedded", message: `${passages} left to ${holder}, which embeds already` };
}
