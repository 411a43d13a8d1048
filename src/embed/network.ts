/** MiniLM's forward pass by the kernel (kernels/encoder.kernel.ts), with the int8 weights of the model's file. */
import { activationLimit, attentionRoom, EncoderKernel, paddedRows } from "../kernels/encoder.ts";
import { MODEL } from "./model-facts.ts";
import layout from "./model-layout.json" with { type: "json" };
import type { ModelParts } from "./model-parts.ts";
import { type Dense, Weights } from "./weights.ts";

const { hidden, intermediate, layers, maxPieces } = MODEL;

/** Pieces of a text for which there are buffers at first: most queries have fewer. */
const FEW = 33;

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
  readonly #vector: number;

  /** Throws what `ModelParts.read` throws; so does `vector`. */
  constructor(private readonly parts: ModelParts) {
    const kernel = this.#kernel;
    this.#positions = kernel.allocate(maxPieces * hidden * 4);
    this.#buffers = buffersFor(kernel, FEW);
    this.#panel = kernel.allocate(intermediate * 24);
    this.#row = kernel.allocate(hidden);
    this.#sums = kernel.allocate(hidden * 8);
    this.#vector = kernel.allocate(hidden * 4);
    this.#weights = new Weights(parts, kernel);
  }

  /** The text's vector, of norm 1: a view that the next call overwrites. 1 to maxPieces ids. */
  vector(ids: readonly number[]): Float32Array {
    const { addNormalise, attention, gelu, meanOfRows } = this.#kernel.operations;
    const { norm } = this.#weights;
    const rows = ids.length;
    const padded = paddedRows(rows);
    if (padded > this.#buffers.rows) this.#buffers = buffersFor(this.#kernel, maxPieces);
    const { states, mixed, room } = this.#buffers;
    this.#look(ids);
    addNormalise(states, this.#positions, rows, norm.gain, norm.bias);
    for (let k = 0; k < layers; k++) {
      const layer = this.#weights.layer(k);
      this.#quantise(states, padded, hidden);
      for (const [place, part] of [layer.query, layer.key, layer.value].entries()) {
        this.#multiply(part, padded, hidden, hidden, room + place * hidden * 4, 3 * hidden);
      }
      attention(room, rows, mixed, this.#buffers.attention);
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
    meanOfRows(states, rows, this.#sums, this.#vector);
    return this.#kernel.floats(this.#vector, hidden);
  }

  /** Writes the pieces' embeddings into the states. */
  #look(ids: readonly number[]): void {
    const { states } = this.#buffers;
    for (const [row, id] of ids.entries()) this.#readRow(layout.words, id, states + row * hidden * 4);
    const beyond = (paddedRows(ids.length) - ids.length) * hidden;
    this.#kernel.floats(states + ids.length * hidden * 4, beyond).fill(0);
    for (; this.#positionsMade < ids.length; this.#positionsMade++) {
      const into = this.#positions + this.#positionsMade * hidden * 4;
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

/** Of rows, which the kernel takes three at a time. */
interface Buffers {
  readonly rows: number;
  readonly states: number;
  readonly mixed: number;
  readonly room: number;
  readonly attention: number;
  readonly activations: number;
  readonly steps: number;
}

/** For texts of so many pieces. */
function buffersFor(kernel: EncoderKernel, pieces: number): Buffers {
  const rows = paddedRows(pieces);
  return {
    rows,
    states: kernel.allocate(rows * hidden * 4),
    mixed: kernel.allocate(rows * hidden * 4),
    room: kernel.allocate(rows * intermediate * 4),
    attention: kernel.allocate(attentionRoom(rows)),
    activations: kernel.allocate(rows * intermediate * 2),
    steps: kernel.allocate(rows * 4),
  };
}
