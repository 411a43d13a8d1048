/** What an encoder worker is asked and answers. */
import type { EncoderKind } from "./encoder.ts";

export interface TextOfChunk {
  /** Beneath its root. */
  readonly path: string;
  readonly text: string;
}

export type EmbedRequest =
  /** The exact texts to embed for each chunk. */
  | { readonly kind: "windows"; readonly encoder: EncoderKind; readonly chunks: readonly TextOfChunk[] }
  | { readonly kind: "embed"; readonly encoder: EncoderKind; readonly texts: readonly string[] };

export type EmbedResponse =
  | { readonly kind: "windows"; readonly windows: readonly (readonly string[])[] }
  /** Row-major, one row a text. */
  | { readonly kind: "vectors"; readonly vectors: Float32Array<ArrayBuffer> };
