/**
 * Texts → vectors, by one model (all-MiniLM-L6-v2, int8 weights) and two implementations that read the same file. Nothing
 * is loaded with this module: the model comes with `openEncoder`.
 */
import { ENCODER_KINDS, type EncoderKind } from "../request/kinds.ts";
import type { Encoder } from "./encoder-interface.ts";
import { MODEL } from "./model-facts.ts";

export type { Encoder } from "./encoder-interface.ts";

/** Numbers of a vector. */
export const DIMENSIONS = MODEL.hidden;

/** Default first. "fast": our own wasm kernels; "ort": onnxruntime-web, the reference. */
export { ENCODER_KINDS, type EncoderKind };

/** Implementations; a new number wherever vectors may come out different. */
const VERSIONS: Readonly<Record<EncoderKind, number>> = { fast: 2, ort: 1 };

/**
 * `Encoder.windows` of every encoder, without the model: the vocabulary takes a few milliseconds and megabytes.
 * @internal
 */
export async function openWindows(): Promise<Encoder["windows"]> {
  const [{ windowsOf }, { WordPiece }, { readVocabulary }] = await Promise.all([
    import("./windows.ts"),
    import("./wordpiece.ts"),
    import("./model-files.ts"),
  ]);
  const wordPiece = new WordPiece(readVocabulary());
  return (path, text) => windowsOf(wordPiece, path, text);
}

/** The name of an encoder, without loading it. */
export function encoderName(kind: EncoderKind): string {
  return `${MODEL.name}-${MODEL.sha256.slice(0, 8)}-${kind}-${VERSIONS[kind]}`;
}

/**
 * Loads the model and checks it against its pinned checksums. Throws QsearchError("internal") when the program's own
 * files are damaged or WebAssembly refuses them.
 */
export async function openEncoder(kind: EncoderKind = "fast"): Promise<Encoder> {
  const name = encoderName(kind);
  if (kind === "ort") return (await import("./ort.ts")).openOrtEncoder(name);
  return (await import("./fast.ts")).openFastEncoder(name);
}
