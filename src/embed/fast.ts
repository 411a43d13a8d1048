/** Our own encoder: MiniLM's forward pass by the kernel (kernels/encoder.kernel.ts), with the int8 weights of the model's file. */
import { QsearchError } from "../errors.ts";
import { activationLimit, attentionRoom, EncoderKernel, paddedRows } from "../kernels/encoder.ts";
import type { Encoder } from "./encoder-interface.ts";
import { MODEL } from "./model-facts.ts";
import { readVocabulary } from "./model-files.ts";
import layout from "./model-layout.json" with { type: "json" };
import { ModelParts } from "./model-parts.ts";
import { meanOfRows } from "./pooling.ts";
import { type Dense, Weights } from "./weights.ts";
import { windowsOf } from "./windows.ts";
import { WordPiece } from "./wordpiece.ts";

const { hidden, intermediate, maxPieces } = MODEL;

/**
 * Takes some 5 ms, the first text as long as three others; 35 MB with the second. Throws QsearchError("internal"), as `embed`
 * does where a part of the model that it needs is damaged.
 */
export async function openFastEncoder(name: string, parts = new ModelParts()): Promise<Encoder> {
  const wordPiece = new WordPiece(readVocabulary());
  let network: Network | null = await Network.open(parts);
  let turn: Promise<unknown> = Promise.resolve();
  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> => {
    const vectors = new Float32Array(texts.length * hidden);
    for (const [row, text] of texts.entries()) {
      signal?.throwIfAborted();
      if (network === null) throw new QsearchError("internal", "the encoder is closed");
      const ids = wordPiece.encode(text, maxPieces);
      meanOfRows(await network.states(ids), ids.length, vectors.subarray(row * hidden, (row + 1) * hidden));
      // Each text takes up to 50 ms: signals and others get their turn in between.
      if (row + 1 < texts.length) await Bun.sleep(0);
    }
    return vectors;
  };
  return {
    name,
    windows: (path, text) => windowsOf(wordPiece, path, text),
    embed(texts, signal) {
      // One call at a time: they share the kernel's memory.
      const result = turn.then(() => embed(texts, signal));
      turn = result.catch(() => undefined);
      return result;
    },
    close() {
      network = null;
    },
  };
}

/** Of embeddings in the model's file: rows of `hidden` int8 values, a float32 scale for each. */
interface Table {
  readonly values: number;
  readonly scales: number;
}

class Network {
  /** Position and token type, the same for every text: rows as far as a text was long so far. */
  readonly #positions: number;
  #positionsMade = 0;
  /** Buffers of rows for the longest text. */
  readonly #states: number;
  readonly #mixed: number;
  readonly #room: number;
  readonly #attention: number;
  readonly #activations: number;
  /** One panel of weights. */
  readonly #panel: number;
  readonly #steps: number;

  private constructor(
    private readonly parts: ModelParts,
    private readonly kernel: EncoderKernel,
    private readonly weights: Weights,
  ) {
    const rows = paddedRows(maxPieces);
    this.#positions = kernel.allocate(maxPieces * hidden * 4);
    this.#states = kernel.allocate(rows * hidden * 4);
    this.#mixed = kernel.allocate(rows * hidden * 4);
    this.#room = kernel.allocate(rows * intermediate * 4);
    this.#attention = kernel.allocate(attentionRoom(rows));
    this.#activations = kernel.allocate(rows * intermediate * 2);
    this.#panel = kernel.allocate(intermediate * 24);
    this.#steps = kernel.allocate(rows * 4);
  }

  static async open(parts: ModelParts): Promise<Network> {
    const rows = paddedRows(maxPieces);
    const buffers = rows * (2 * hidden * 4 + intermediate * 6 + 4) + attentionRoom(rows);
    const rest = (maxPieces * 4 + 24 * 4) * hidden + 65536;
    const kernel = EncoderKernel.load(Weights.bytes + buffers + rest);
    return new Network(parts, kernel, await Weights.open(parts, kernel));
  }

  /** The last hidden states: row-major ids.length × hidden, a view that the next call overwrites. 1 to maxPieces ids. */
  async states(ids: readonly number[]): Promise<Float32Array> {
    const { addNormalise, attention, gelu } = this.kernel.operations;
    const { norm } = this.weights;
    const rows = ids.length;
    const padded = paddedRows(rows);
    await this.#look(ids);
    addNormalise(this.#states, this.#positions, rows, norm.gain, norm.bias);
    for (let k = 0; k < MODEL.layers; k++) {
      const layer = await this.weights.layer(k);
      this.#quantise(this.#states, padded, hidden);
      for (const [k, part] of [layer.query, layer.key, layer.value].entries()) {
        this.#multiply(part, padded, hidden, hidden, this.#room + k * hidden * 4, 3 * hidden);
      }
      attention(this.#room, rows, this.#mixed, this.#attention);
      this.#quantise(this.#mixed, padded, hidden);
      this.#multiply(layer.attended, padded, hidden, hidden, this.#room);
      addNormalise(this.#states, this.#room, rows, layer.attendedNorm.gain, layer.attendedNorm.bias);
      this.#quantise(this.#states, padded, hidden);
      this.#multiply(layer.wide, padded, hidden, intermediate, this.#room);
      gelu(this.#room, padded * intermediate);
      this.#quantise(this.#room, padded, intermediate);
      this.#multiply(layer.narrow, padded, intermediate, hidden, this.#mixed);
      addNormalise(this.#states, this.#mixed, rows, layer.norm.gain, layer.norm.bias);
    }
    return this.kernel.floats(this.#states, rows * hidden);
  }

  /** Writes the pieces' embeddings into the states. */
  async #look(ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.#keepRow(layout.words, id);
    const states = this.kernel.floats(this.#states, paddedRows(ids.length) * hidden);
    ids.forEach((id, row) => {
      this.#readRow(layout.words, id, states.subarray(row * hidden, (row + 1) * hidden));
    });
    states.fill(0, ids.length * hidden);
    for (; this.#positionsMade < ids.length; this.#positionsMade++) {
      await this.#keepRow(layout.positions, this.#positionsMade);
      const into = this.kernel.floats(this.#positions + this.#positionsMade * hidden * 4, hidden);
      this.#readRow(layout.positions, this.#positionsMade, into);
      const { tokenType } = this.weights;
      for (let k = 0; k < hidden; k++) into[k] = (into[k] ?? 0) + (tokenType[k] ?? 0);
    }
  }

  async #keepRow({ values, scales }: Table, row: number): Promise<void> {
    await this.parts.keep(values + row * hidden, values + (row + 1) * hidden);
    await this.parts.keep(scales + row * 4, scales + (row + 1) * 4);
  }

  #readRow({ values, scales }: Table, row: number, into: Float32Array): void {
    const [scale = 0] = new Float32Array(this.#bytesOf(scales + row * 4, 4).buffer);
    const numbers = new Int8Array(this.#bytesOf(values + row * hidden, hidden).buffer);
    for (let k = 0; k < hidden; k++) into[k] = (numbers[k] ?? 0) * scale;
  }

  #bytesOf(start: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.parts.copy(start, bytes);
    return bytes;
  }

  #quantise(from: number, rows: number, width: number): void {
    this.kernel.operations.quantise(from, rows, width, activationLimit(width), this.#activations, this.#steps);
  }

  /** Of what was quantised last. `width`: floats from one row of `into` to the next. */
  #multiply(
    { values, packed, scales, bias }: Dense,
    rows: number,
    inputs: number,
    outputs: number,
    into: number,
    width = outputs,
  ): void {
    const { multiply } = this.kernel.operations;
    const [from, steps, room] = [this.#activations, this.#steps, this.#panel];
    multiply(from, steps, values, packed, scales, bias, rows, inputs, outputs, into, width * 4, room);
  }
}
