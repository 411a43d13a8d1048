/** MiniLM's forward pass by the kernel (kernels/encoder.kernel.ts), with the int8 weights of the model's file. */
import { activationLimit, attentionRoom, EncoderKernel, paddedRows } from "../kernels/encoder.ts";
import { MODEL } from "./model-facts.ts";
import layout from "./model-layout.json" with { type: "json" };
import type { ModelParts } from "./model-parts.ts";
import { type Dense, Weights } from "./weights.ts";

const { hidden, intermediate, layers, maxPieces } = MODEL;

/** Pieces for which there are buffers at first: most queries have fewer. */
const FEW = 33;
/**
 * Pieces of the texts that go through the network together: the weights are read and widened once for all of them. With
 * more the activations leave the processor's second cache, and a pass takes longer than whoever cancels it should wait.
 */
export const PASS_PIECES = 256;

/** Of embeddings in the model's file: rows of `hidden` int8 values, a float32 scale for each. */
interface Table {
  readonly values: number;
  readonly scales: number;
}

export class Network {
  readonly #kernel = EncoderKernel.load();
  readonly #weights: Weights;
  /** Position and token type, the same for every text: rows as far as a text was long so far. */
  readonly #positions: number;
  #positionsMade = 0;
  #buffers: Buffers;
  /** One panel of weights. */
  readonly #panel: number;
  /** One row of a table. */
  readonly #row: number;
  readonly #scale = new Float32Array(1);
  readonly #sums: number;

  /** Throws what `ModelParts.read` throws; so does `vectors`. */
  constructor(private readonly parts: ModelParts) {
    const kernel = this.#kernel;
    this.#positions = kernel.allocate(maxPieces * ROW);
    this.#buffers = buffersFor(kernel, FEW);
    this.#panel = kernel.allocate(intermediate * 24);
    this.#row = kernel.allocate(hidden);
    this.#sums = kernel.allocate(hidden * 8);
    this.#weights = new Weights(parts, kernel);
  }

  /**
   * The texts' vectors, of norm 1, one behind the other: a view that the next call overwrites. Each text has 1 to maxPieces
   * ids, several together at most PASS_PIECES. What a text's vector is does not depend on the others.
   */
  vectors(texts: readonly (readonly number[])[]): Float32Array {
    const { addNormalise, attention, gelu, meanOfRows } = this.#kernel.operations;
    const { norm } = this.#weights;
    const parts = partsOf(texts);
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const padded = paddedRows(rows);
    if (padded > this.#buffers.rows) this.#buffers = buffersFor(this.#kernel, PASS_PIECES);
    const { states, mixed, room, vectors } = this.#buffers;
    this.#look(parts, rows);
    for (const { first, rows } of parts)
      addNormalise(states + first * ROW, this.#positions, rows, norm.gain, norm.bias);
    for (let k = 0; k < layers; k++) {
      const layer = this.#weights.layer(k);
      this.#quantise(states, padded, hidden);
      for (const [place, part] of [layer.query, layer.key, layer.value].entries()) {
        this.#multiply(part, padded, hidden, hidden, room + place * ROW, 3 * hidden);
      }
      for (const { first, rows } of parts) {
        attention(room + first * 3 * ROW, rows, mixed + first * ROW, this.#buffers.attention);
      }
      this.#quantise(mixed, padded, hidden);
      this.#multiply(layer.attended, padded, hidden, hidden, room);
      addNormalise(states, room, rows, layer.attendedNorm.gain, layer.attendedNorm.bias);
      this.#quantise(states, padded, hidden);
      this.#multiply(layer.wide, padded, hidden, intermediate, room);
      gelu(room, padded * intermediate);
      this.#quantise(room, padded, intermediate);
      this.#multiply(layer.narrow, padded, intermediate, hidden, mixed);
      addNormalise(states, mixed, rows, layer.norm.gain, layer.norm.bias);
    }
    for (const [k, { first, rows }] of parts.entries()) {
      meanOfRows(states + first * ROW, rows, this.#sums, vectors + k * ROW);
    }
    return this.#kernel.floats(vectors, parts.length * hidden);
  }

  /** Writes the pieces' embeddings into the states; rows up to the next whole block are zeros. */
  #look(parts: readonly Part[], rows: number): void {
    const { states } = this.#buffers;
    for (const { ids, first } of parts) {
      for (const [row, id] of ids.entries()) this.#readRow(layout.words, id, states + (first + row) * ROW);
    }
    this.#kernel.floats(states + rows * ROW, (paddedRows(rows) - rows) * hidden).fill(0);
    const longest = Math.max(...parts.map((part) => part.rows));
    for (; this.#positionsMade < longest; this.#positionsMade++) {
      const into = this.#positions + this.#positionsMade * ROW;
      this.#readRow(layout.positions, this.#positionsMade, into);
      this.#kernel.operations.add(into, this.#weights.tokenType);
    }
  }

  #readRow({ values, scales }: Table, row: number, into: number): void {
    this.parts.copy(scales + row * 4, new Uint8Array(this.#scale.buffer));
    this.parts.copy(values + row * hidden, this.#kernel.bytes(this.#row, hidden));
    this.#kernel.operations.dequantise(this.#row, this.#scale[0] ?? 0, into);
  }

  #quantise(from: number, rows: number, width: number): void {
    const { activations, steps } = this.#buffers;
    this.#kernel.operations.quantise(from, rows, width, activationLimit(width), activations, steps);
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
    const { multiply } = this.#kernel.operations;
    const { activations, steps } = this.#buffers;
    const room = this.#panel;
    multiply(activations, steps, values, packed, scales, bias, rows, inputs, outputs, into, width * 4, room);
  }
}

/** Bytes of a row of `hidden` floats. */
const ROW = hidden * 4;

/** Where a text's rows stand among those of a pass. */
interface Part {
  readonly ids: readonly number[];
  readonly first: number;
  readonly rows: number;
}

function partsOf(texts: readonly (readonly number[])[]): Part[] {
  let first = 0;
  return texts.map((ids) => {
    const part = { ids, first, rows: ids.length };
    first += ids.length;
    return part;
  });
}

/** Of rows, which the kernel takes three at a time. */
interface Buffers {
  readonly rows: number;
  readonly states: number;
  readonly mixed: number;
  readonly room: number;
  readonly attention: number;
  readonly activations: number;
  readonly steps: number;
  /** One a text. */
  readonly vectors: number;
}

/** For so many pieces, of one text or of several. */
function buffersFor(kernel: EncoderKernel, pieces: number): Buffers {
  const rows = paddedRows(pieces);
  return {
    rows,
    states: kernel.allocate(rows * ROW),
    mixed: kernel.allocate(rows * ROW),
    room: kernel.allocate(rows * intermediate * 4),
    attention: kernel.allocate(attentionRoom(Math.min(pieces, maxPieces))),
    activations: kernel.allocate(rows * intermediate * 2),
    steps: kernel.allocate(rows * 4),
    // A text has two pieces at least.
    vectors: kernel.allocate(Math.ceil(pieces / 2) * ROW),
  };
}
