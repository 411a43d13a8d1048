/**
 * The network's weights in the kernel's memory. Most processes that embed are a search, whose first text is the only one: its
 * layers are used as they stand in the model's file and take the same place one after the other, for memory that was never touched
 * costs more than to read a layer once more. With the second text they are packed and stay.
 */
import type { EncoderKernel } from "../kernels/encoder.ts";
import { MODEL } from "./model-facts.ts";
import layout from "./model-layout.json" with { type: "json" };
import type { ModelParts } from "./model-parts.ts";

/** Addresses in the kernel's memory: int8 weights, float32 scales and biases of their columns. */
export interface Dense {
  readonly values: number;
  readonly packed: 0 | 1;
  readonly scales: number;
  readonly bias: number;
}

export interface Norm {
  readonly gain: number;
  readonly bias: number;
}

export interface Layer {
  readonly query: Dense;
  readonly key: Dense;
  readonly value: Dense;
  readonly attended: Dense;
  readonly attendedNorm: Norm;
  readonly wide: Dense;
  readonly narrow: Dense;
  readonly norm: Norm;
}

type LayerLayout = (typeof layout.layers)[number];

const { small, layers } = layout;
const { hidden, intermediate } = MODEL;
/** Inputs and outputs of a layer's products. */
const SHAPES = {
  query: [hidden, hidden],
  key: [hidden, hidden],
  value: [hidden, hidden],
  attended: [hidden, hidden],
  wide: [hidden, intermediate],
  narrow: [intermediate, hidden],
} as const;
/** Room for any layer. The kernel reads and writes a little past the end of the last weights. */
const PLACE = Math.ceil((Math.max(...layers.map(({ start, end }) => end - start)) + 16) / 64) * 64;

const PARTS = ["query", "key", "value", "attended", "wide", "narrow"] as const;

export class Weights {
  /** What the kernel's memory must have room for, in bytes. */
  static readonly bytes = (1 + layers.length) * PLACE + small.end - small.start + 64;

  readonly #small: number;
  /** Where each layer is read to, as it is in the file. */
  readonly #raw: number;
  /** Where the packed ones stay, one behind the other. */
  readonly #packed: number;
  readonly #layers: Layer[] = [];
  #isFirstText = true;

  private constructor(
    private readonly parts: ModelParts,
    private readonly kernel: EncoderKernel,
  ) {
    this.#small = kernel.allocate(small.end - small.start);
    this.#raw = kernel.allocate(PLACE);
    this.#packed = kernel.allocate(layers.length * PLACE);
  }

  /** Throws what `ModelParts.read` throws. */
  static async open(parts: ModelParts, kernel: EncoderKernel): Promise<Weights> {
    const weights = new Weights(parts, kernel);
    await weights.#load(small, weights.#small);
    return weights;
  }

  /** What is added to the embedding of each piece. */
  get tokenType(): Float32Array {
    // A copy, as the address is no multiple of four.
    return new Float32Array(this.kernel.bytes(this.#smallAt(layout.tokenType), hidden * 4).slice().buffer);
  }

  /** Of the embeddings. */
  get norm(): Norm {
    return this.#norm(layout.norm);
  }

  /** The layer is there until the next one is asked for. Throws what `ModelParts.read` throws. */
  async layer(k: number): Promise<Layer> {
    const known = this.#layers[k];
    if (known !== undefined) return known;
    const found = layers[k];
    if (found === undefined) throw new RangeError(`no layer ${k}`);
    await this.#load(found, this.#raw);
    if (!this.#isFirstText) {
      const layer = this.#pack(found, this.#packed + k * PLACE);
      this.#layers[k] = layer;
      return layer;
    }
    if (k === layers.length - 1) this.#isFirstText = false;
    return this.#layer(found, this.#raw - found.start, 0);
  }

  async #load({ start, end }: { readonly start: number; readonly end: number }, address: number): Promise<void> {
    await this.parts.read(start, end, (bytes, at) => this.kernel.bytes(address + at, bytes.length).set(bytes));
  }

  /** Packs the layer that was read last, each matrix to where it stood, and behind that the scales: packing writes past an end. */
  #pack(found: LayerLayout, to: number): Layer {
    for (const name of PARTS) {
      const [inputs, outputs] = SHAPES[name];
      const at = found[name].values - found.start;
      this.kernel.operations.pack(this.#raw + at, inputs, outputs, to + at);
    }
    for (const name of PARTS) {
      const at = found[name].scales - found.start;
      const bytes = SHAPES[name][1] * 4;
      this.kernel.bytes(to + at, bytes).set(this.kernel.bytes(this.#raw + at, bytes));
    }
    return this.#layer(found, to - found.start, 1);
  }

  /** `shift`: from places in the file to addresses. */
  #layer(found: LayerLayout, shift: number, packed: 0 | 1): Layer {
    const dense = ({ values, scales, bias }: LayerLayout["query"]): Dense => ({
      values: values + shift,
      packed,
      scales: scales + shift,
      bias: this.#smallAt(bias),
    });
    return {
      query: dense(found.query),
      key: dense(found.key),
      value: dense(found.value),
      attended: dense(found.attended),
      attendedNorm: this.#norm(found.attendedNorm),
      wide: dense(found.wide),
      narrow: dense(found.narrow),
      norm: this.#norm(found.norm),
    };
  }

  #norm({ gain, bias }: Norm): Norm {
    return { gain: this.#smallAt(gain), bias: this.#smallAt(bias) };
  }

  #smallAt(place: number): number {
    return this.#small + place - small.start;
  }
}
