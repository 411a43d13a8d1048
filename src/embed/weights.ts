/**
 * The network's weights in the kernel's memory. Most processes that embed are a search, whose first text is the only one: its
 * layers are used as they stand in the model's file and take the same place one after the other, for memory that was never touched
 * costs more than to read a layer once more. With the second text they are packed and stay.
 */
import type { EncoderKernel } from "../kernels/encoder.ts";
import { MODEL } from "./model-facts.ts";
import layout from "./model-layout.json" with { type: "json" };
import { ModelParts } from "./model-parts.ts";

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
/** Room for any layer as it is read. */
const RAW = Math.max(...layers.map(({ start, end }) => ModelParts.room(start, end)));
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

/** Room for any packed layer. */
const PLACE = Math.ceil(Math.max(...layers.map(({ start, end }) => end - start)) / 64) * 64;
const PARTS = ["query", "key", "value", "attended", "wide", "narrow"] as const;

export class Weights {
  /** From places of norms and biases in the file to addresses. */
  readonly #small: number;
  /** Where each layer is read to. */
  readonly #raw: number;
  /** Those that stay, packed, and where: one behind the other. */
  readonly #layers: Layer[] = [];
  #packed: number | null = null;
  #isFirstText = true;

  /** Throws what `ModelParts.read` throws. */
  constructor(
    private readonly parts: ModelParts,
    private readonly kernel: EncoderKernel,
  ) {
    // Both before the first view of the memory, for views count for the garbage collector again when it has grown.
    const room = kernel.allocate(ModelParts.room(small.start, small.end));
    this.#raw = kernel.allocate(RAW);
    this.#small = this.#load(small, room) - small.start;
  }

  /** Address of what is added to the embedding of each piece. */
  get tokenType(): number {
    return this.#small + layout.tokenType;
  }

  /** Of the embeddings. */
  get norm(): Norm {
    return this.#norm(layout.norm);
  }

  /** The layer is there until the next one is asked for. Throws what `ModelParts.read` throws. */
  layer(k: number): Layer {
    const known = this.#layers[k];
    if (known !== undefined) return known;
    const found = layers[k];
    if (found === undefined) throw new RangeError(`no layer ${k}`);
    const at = this.#load(found, this.#raw);
    if (!this.#isFirstText) {
      this.#packed ??= this.kernel.allocate(layers.length * PLACE);
      const layer = this.#pack(found, at, this.#packed + k * PLACE);
      this.#layers[k] = layer;
      return layer;
    }
    if (k === layers.length - 1) this.#isFirstText = false;
    return this.#layer(found, at - found.start, 0);
  }

  /** The address at which what was asked for begins. */
  #load({ start, end }: { readonly start: number; readonly end: number }, room: number): number {
    return room + this.parts.read(start, end, this.kernel.bytes(room, ModelParts.room(start, end)));
  }

  /** Packs the layer at `from`: each matrix goes where it stood, then the scales, as packing writes past an end. */
  #pack(found: LayerLayout, from: number, to: number): Layer {
    for (const name of PARTS) {
      const [inputs, outputs] = SHAPES[name];
      const at = found[name].values - found.start;
      this.kernel.operations.pack(from + at, inputs, outputs, to + at);
    }
    for (const name of PARTS) {
      const at = found[name].scales - found.start;
      const bytes = SHAPES[name][1] * 4;
      this.kernel.bytes(to + at, bytes).set(this.kernel.bytes(from + at, bytes));
    }
    return this.#layer(found, to - found.start, 1);
  }

  /** `shift`: from places in the file to addresses. */
  #layer(found: LayerLayout, shift: number, packed: 0 | 1): Layer {
    const dense = ({ values, scales, bias }: LayerLayout["query"]): Dense => ({
      values: values + shift,
      packed,
      scales: scales + shift,
      bias: bias + this.#small,
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
    return { gain: gain + this.#small, bias: bias + this.#small };
  }
}
