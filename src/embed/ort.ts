/** The reference encoder: onnxruntime-web on one thread, one text a run (batches bring nothing there, and memory stays). */
import * as ort from "onnxruntime-web/wasm";
import wasmPath from "../../build/engines/onnxruntime.bin" with { type: "file" };
import { readCompressed } from "../compressed-asset.ts";
import { QsearchError } from "../errors.ts";
import { hasSimd } from "../kernels/load.ts";
import type { Encoder } from "./encoder-interface.ts";
import { MODEL } from "./model-facts.ts";
import { readModel, readVocabulary } from "./model-files.ts";
import { meanOfRows } from "./pooling.ts";
import { windowsOf } from "./windows.ts";
import { WordPiece } from "./wordpiece.ts";

/**
 * Takes 0.9 s of CPU and 400 MB: the int8 weights become float32. `model`: another ONNX file with the same inputs and output, for
 * comparisons. Throws QsearchError: "usage" where the engine has no SIMD, which onnxruntime-web cannot do without, "internal".
 */
export async function openOrtEncoder(name: string, model: Uint8Array = readModel()): Promise<Encoder> {
  if (!hasSimd()) {
    const why = "needs SIMD in WebAssembly, which there is only on processors with AVX";
    throw new QsearchError("usage", `--encoder ort ${why}`, "--encoder fast gives vectors on this one, too.");
  }
  const wordPiece = new WordPiece(readVocabulary());
  const session = await openSession(model);
  let closed = false;
  return {
    name,
    windows: (path, text) => windowsOf(wordPiece, path, text),
    async embed(texts, signal) {
      const vectors = new Float32Array(texts.length * MODEL.hidden);
      for (const [row, text] of texts.entries()) {
        signal?.throwIfAborted();
        if (closed) throw new QsearchError("internal", "the encoder is closed");
        const ids = wordPiece.encode(text, MODEL.maxPieces);
        const states = await run(session, ids);
        meanOfRows(states, ids.length, vectors.subarray(row * MODEL.hidden, (row + 1) * MODEL.hidden));
        // The runtime answers without letting the event loop turn, so no signal would be seen.
        if (row + 1 < texts.length) await Bun.sleep(0);
      }
      return vectors;
    },
    close() {
      if (!closed) void session.release();
      closed = true;
    },
  };
}

async function openSession(model: Uint8Array): Promise<ort.InferenceSession> {
  const { wasm } = ort.env;
  // The file as bytes: the runtime would look for it beside the program, or in the network.
  wasm.wasmBinary = readCompressed(wasmPath).buffer;
  wasm.numThreads = 1;
  wasm.proxy = false;
  try {
    return await ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
  } catch (error) {
    throw new QsearchError("internal", "onnxruntime-web does not start", "--encoder fast", { cause: error });
  }
}

/** The last hidden states of `ids`: row-major ids.length × MODEL.hidden. */
async function run(session: ort.InferenceSession, ids: readonly number[]): Promise<Float32Array> {
  const shape = [1, ids.length];
  const { last_hidden_state: output } = await session.run({
    input_ids: new ort.Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new ort.Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new ort.Tensor("int64", new BigInt64Array(ids.length), shape),
  });
  if (!(output?.data instanceof Float32Array)) throw new QsearchError("internal", "the model gives no states");
  return output.data;
}
