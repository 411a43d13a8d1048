/** Our own encoder: word pieces and MiniLM's forward pass, both by the model's files. */
import { QsearchError } from "../errors.ts";
import type { Encoder } from "./encoder-interface.ts";
import { MODEL } from "./model-facts.ts";
import { readVocabulary } from "./model-files.ts";
import { ModelParts } from "./model-parts.ts";
import { Network, PASS_PIECES } from "./network.ts";
import { windowsOf } from "./windows.ts";
import { WordPiece } from "./wordpiece.ts";

const { hidden, maxPieces } = MODEL;

/**
 * Takes some 5 ms, the first text as long as two others; 35 MB with the second. Throws QsearchError("internal"); so does `embed`
 * where a part of the model that it needs is damaged.
 */
export function openFastEncoder(name: string, parts = new ModelParts()): Encoder {
  const opened = openedWith(parts);
  const { wordPiece } = opened;
  let network: Network | null = opened.network;
  return {
    name,
    windows: (path, text) => windowsOf(wordPiece, path, text),
    async embed(texts, signal) {
      const vectors = new Float32Array(texts.length * hidden);
      let row = 0;
      for (const pass of passesOf(texts.map((text) => wordPiece.encode(text, maxPieces)))) {
        // Each pass takes up to 100 ms: signals and others get their turn in between.
        if (row > 0) await Bun.sleep(0);
        signal?.throwIfAborted();
        if (network === null) throw new QsearchError("internal", "the encoder is closed");
        vectors.set(network.vectors(pass), row * hidden);
        row += pass.length;
      }
      return vectors;
    },
    close() {
      if (network !== null) parts.close();
      network = null;
    },
  };
}

/** Closes the parts where anything else fails: whoever searches on opens them again with each search. */
function openedWith(parts: ModelParts): { readonly wordPiece: WordPiece; readonly network: Network } {
  try {
    return { wordPiece: new WordPiece(readVocabulary()), network: new Network(parts) };
  } catch (error) {
    parts.close();
    throw error;
  }
}

/** Texts, in order, as many at once as the network takes. */
function passesOf(texts: readonly number[][]): number[][][] {
  const passes: number[][][] = [];
  let pieces = PASS_PIECES;
  for (const ids of texts) {
    pieces += ids.length;
    if (pieces > PASS_PIECES) {
      passes.push([]);
      pieces = ids.length;
    }
    passes.at(-1)?.push(ids);
  }
  return passes;
}
