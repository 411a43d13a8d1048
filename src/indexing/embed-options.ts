/** Embedding options of a run, and the check for pending work, without loading the encoders. */

import type { EmbedRequest, EmbedResponse } from "../embed/embed-messages.ts";
import { ENCODER_KINDS, type EncoderKind, encoderName } from "../embed/encoder.ts";
import { QsearchError, type Warning } from "../errors.ts";
import type { Executor } from "../pool/executor.ts";
import type { EmbedPolicy } from "../request/kinds.ts";
import { openStore, type Store } from "../store/store.ts";
import { type EmbedScope, isAnyWaiting, unusedVectorsDue, vectorState } from "../store/vectors.ts";

export type EmbedExecutor = Executor<EmbedRequest, EmbedResponse>;

export interface EmbedOptions {
  /** Default: the setting. */
  readonly policy?: EmbedPolicy | undefined;
  /** Leaves files outside this run's paths waiting. */
  readonly ownPathsOnly?: boolean | undefined;
  /** Called once, before the first passage is embedded. */
  readonly onBegin?: ((work: EmbeddingAhead) => void) | undefined;
  /** Default: the encoder of the store, else the first of ENCODER_KINDS. */
  readonly kind?: EncoderKind | undefined;
  /** Milliseconds after which no further chunk is begun; default: until all is embedded. */
  readonly budgetMs?: number | undefined;
  /** Makes the given number of encoders. Default: workers of the pool "embed". */
  readonly executor?: ((size: number) => EmbedExecutor) | undefined;
  /** Names an encoder; tests use other names than `encoderName`. */
  readonly nameOf?: ((kind: EncoderKind) => string) | undefined;
}

export interface EmbeddingAhead {
  readonly passages: number;
  /** Estimated time, milliseconds. */
  readonly ms: number;
}

export interface EmbedReport {
  /** Chunks. */
  readonly embedded: number;
  readonly warnings: readonly Warning[];
}

/** The encoder kind of the store's vectors, null without vectors or for an unknown kind. */
export function storedKind(store: Store, nameOf: (kind: EncoderKind) => string = encoderName): EncoderKind | null {
  const { encoder } = vectorState(store);
  return ENCODER_KINDS.find((kind) => nameOf(kind) === encoder) ?? null;
}

/** The kind that embeds the store from now on: the requested one, the store's, or the default. */
export function chosenKind(store: Store, asked: EncoderKind | undefined, nameOf?: EmbedOptions["nameOf"]): EncoderKind {
  return asked ?? storedKind(store, nameOf) ?? ENCODER_KINDS[0];
}

/** Whether a run has work on vectors: chunks without vectors, or vectors without chunks. */
export function isEmbeddingDue(
  dataDir: string,
  scope: EmbedScope,
  asked: EncoderKind | undefined,
  nameOf: EmbedOptions["nameOf"] = encoderName,
): boolean {
  const store = openStore(dataDir, "read");
  try {
    return store.read(() => {
      const name = nameOf(chosenKind(store, asked, nameOf));
      if (isAnyWaiting(store, scope, name)) return true;
      return vectorState(store).encoder === name && unusedVectorsDue(store) !== "nothing";
    });
  } finally {
    store.close();
  }
}

const DURATION = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h)$/i;
const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "60s", "5m", "1.5h" or "0" as milliseconds. Throws `usage` for anything else. */
export function parseBudget(value: string): number {
  const text = value.trim();
  if (text === "0") return 0;
  const [, count = "", unit = ""] = DURATION.exec(text) ?? [];
  if (count !== "") return Number(count) * (MILLISECONDS[unit.toLowerCase()] ?? 0);
  throw new QsearchError(
    "usage",
    `--embed-budget must be a duration, not ${JSON.stringify(value)}`,
    "Give 60s, 5m or 1h; 0 embeds nothing.",
  );
}
