/**
 * Symbols and vectors for files already searchable by words: by one process at a time, for all waiting files, regardless of who
 * indexed them, with the writers' lock free in between.
 */
import { encoderName } from "../embed/encoder.ts";
import type { Warning } from "../errors.ts";
import type { ProgressSink } from "../progress.ts";
import { countersOf } from "../store/counters.ts";
import { lockForEmbedding, notedProgress } from "../store/lock.ts";
import { openStore, storeExists } from "../store/store.ts";
import { type EmbedScope, embeddedCounts, vectorState } from "../store/vectors.ts";
import { chosenKind, type EmbedOptions, type EmbedReport, isEmbeddingDue } from "./embed-options.ts";
import type { LockedWriterContext } from "./locked-writer.ts";
import { areSymbolsDue } from "./symbols-due.ts";

export interface EnrichContext extends EmbedOptions, LockedWriterContext {
  readonly scope: EmbedScope;
  readonly jobs: number;
  /** Symbols are read in this thread. */
  readonly inline?: boolean;
  readonly progress?: ProgressSink | undefined;
}

/** Throws `cancelled`, and the writer's errors. Leaves the rest to another process that is already at it. */
export async function enrichStore(context: EnrichContext): Promise<EmbedReport> {
  const { dataDir, command, scope, kind, nameOf, budgetMs } = context;
  let spent = 0;
  let embedded = 0;
  const warnings: Warning[] = [];
  let isAnother = true;
  while (isAnother && warnings.length === 0 && isDue(context)) {
    const lock = lockForEmbedding(dataDir, command);
    if ("holder" in lock) {
      warnings.push(...leftTo(lock.holder, context));
      break;
    }
    let generation: number;
    const progress = notedProgress(lock, context.progress);
    try {
      if (areSymbolsDue(dataDir)) {
        const { readSymbols } = await import("./symbol-pass.ts");
        await readSymbols({ ...context, progress, budgetMs: undefined });
      }
      if (isEmbeddingDue(dataDir, scope, kind, nameOf)) {
        const { embedPending } = await import("./embedding.ts");
        const started = performance.now();
        const left = budgetMs === undefined ? {} : { budgetMs: Math.max(0, budgetMs - spent) };
        const report = await embedPending({ ...context, progress, ...left });
        spent += performance.now() - started;
        embedded += report.embedded;
        warnings.push(...report.warnings);
      }
      generation = generationOf(dataDir);
    } finally {
      lock.release();
    }
    // A process that wrote just before the lock was free left its files to this one.
    isAnother = generationOf(dataDir) !== generation;
  }
  return { embedded, warnings };
}

function isDue({ dataDir, scope, kind, nameOf }: EnrichContext): boolean {
  return storeExists(dataDir) && (areSymbolsDue(dataDir) || isEmbeddingDue(dataDir, scope, kind, nameOf));
}

function generationOf(dataDir: string): number {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => countersOf(store).generation);
  } finally {
    store.close();
  }
}

/** Warns of passages left to the other process, or not embedded: it keeps the encoder chosen at its start. */
function leftTo(holder: string, { dataDir, scope, kind, nameOf = encoderName }: EnrichContext): Warning[] {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => {
      const name = nameOf(chosenKind(store, kind, nameOf));
      const { pending } = embeddedCounts(store, scope, name);
      const { encoder } = vectorState(store);
      const passages = pending === 1 ? "1 passage is" : `${pending} passages are`;
      const message =
        encoder === null || encoder === name
          ? `${passages} left to ${holder}, which embeds already`
          : `${passages} not embedded by ${name}: ${holder} embeds by ${encoder}; index again when it has ended`;
      return pending === 0 ? [] : [{ code: "unembedded", message }];
    });
  } finally {
    store.close();
  }
}
