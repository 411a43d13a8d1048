/** Index runs that embed with the hashing encoder, in this thread. */
import { EmbedHandler } from "../../src/embed/embed-handler.ts";
import type { EmbedRequest, EmbedResponse } from "../../src/embed/embed-messages.ts";
import { DIMENSIONS } from "../../src/embed/encoder.ts";
import type { EmbedOptions } from "../../src/indexing/embed-options.ts";
import type { Executor } from "../../src/pool/executor.ts";
import type { Store } from "../../src/store/store.ts";
import { unpackIds } from "../../src/store/vector-codec.ts";
import { PAGE_ROWS, vectorPage } from "../../src/store/vectors.ts";
import { HASHING, hashingEncoder } from "./hashing-encoder.ts";

export interface HashingOptions {
  /** Told of each batch of texts before it is embedded. */
  readonly onEmbed?: (texts: readonly string[]) => void | Promise<void>;
  readonly nameOf?: (kind: string) => string;
}

/** Names of the two kinds, as the hashing encoder makes them. */
export const hashingName = (kind: string) => `${HASHING}-${kind}`;

/** Options for `runIndex`: both kinds of encoder are the hashing one, under two names. */
export function hashing({ onEmbed, nameOf = hashingName }: HashingOptions = {}): EmbedOptions {
  return {
    nameOf,
    executor: () => {
      const handler = new EmbedHandler((kind) => Promise.resolve(hashingEncoder(nameOf(kind))));
      const executor: Executor<EmbedRequest, EmbedResponse> = {
        async run(request, { signal } = {}) {
          if (request.kind === "embed") await onEmbed?.(request.texts);
          signal?.throwIfAborted();
          return await handler.answer(request, signal);
        },
        room: () => Promise.resolve(),
        close: () => handler.close(),
      };
      return executor;
    },
  };
}

/** All vectors by chunk, "rel ordinal" → one string a window; ids and places do not count. */
export function vectorDump(store: Store): Record<string, string[]> {
  const rows = store.db
    .query<{ rel: string; chunk: number; encoder: string; vectors: Uint8Array }, []>(
      `SELECT f.rel_text AS rel, e.chunk, n.name AS encoder, e.vectors FROM embedded e
       JOIN files f ON f.id = e.chunk >> 20 JOIN encoders n ON n.id = e.encoder`,
    )
    .all();
  const key = store.db.query<{ key: Uint8Array; refs: number }, [number]>("SELECT key, refs FROM vectors WHERE id = ?");
  const dump: Record<string, string[]> = {};
  for (const { rel, chunk, encoder, vectors } of rows) {
    dump[`${rel} ${chunk % 2 ** 20} ${encoder}`] = unpackIds(vectors).map((id) => {
      const at = (id % PAGE_ROWS) * DIMENSIONS;
      const row = vectorPage(store, Math.floor(id / PAGE_ROWS)).slice(at, at + DIMENSIONS);
      const { key: name, refs } = key.get(id) ?? { key: new Uint8Array(), refs: 0 };
      return `${Buffer.from(name).toString("hex")} ${refs} ${Bun.hash(row)}`;
    });
  }
  return dump;
}
