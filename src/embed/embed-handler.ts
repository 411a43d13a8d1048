/** The encoder worker's duty as a plain class: the model is loaded with the first request and kept. */

import type { EmbedRequest, EmbedResponse } from "./embed-messages.ts";
import { type Encoder, type EncoderKind, openEncoder } from "./encoder.ts";

export class EmbedHandler {
  #open: { readonly kind: EncoderKind; readonly encoder: Promise<Encoder> } | null = null;

  constructor(private readonly open: (kind: EncoderKind) => Promise<Encoder> = openEncoder) {}

  /** Throws what `openEncoder` throws. */
  async answer(request: EmbedRequest, signal?: AbortSignal): Promise<EmbedResponse> {
    const encoder = await this.#encoder(request.encoder);
    if (request.kind === "windows") {
      return { kind: "windows", windows: request.chunks.map(({ path, text }) => encoder.windows(path, text)) };
    }
    const vectors = await encoder.embed(request.texts, signal);
    return { kind: "vectors", vectors: new Float32Array(vectors) };
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (open !== null) (await open.encoder).close();
  }

  async #encoder(kind: EncoderKind): Promise<Encoder> {
    if (this.#open?.kind !== kind) {
      await this.close();
      this.#open = { kind, encoder: this.open(kind) };
    }
    const { encoder } = this.#open;
    return await encoder.catch((error: unknown) => {
      this.#open = null;
      throw error;
    });
  }
}
