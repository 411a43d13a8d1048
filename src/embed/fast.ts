/** Our own encoder: MiniLM's forward pass by the kernel (kernels/encoder.kernel.ts), with the int8 weights of the model's file. */
import { QsearchError } from "../errors.ts";
import { activationLimit, attentionRoom, EncoderKernel, paddedRows } from "../kernels/encoder.ts";
import type { Encoder } from "./encoder-interface.ts";
import { MODEL } from "./model-facts.ts";
import { readModel, readVocabulary } from "./model-files.ts";
import { OnnxGraph, type QuantisedMatrix, type QuantisedTable } from "./onnx.ts";
import { meanOfRows } from "./pooling.ts";
import { windowsOf } from "./windows.ts";
import { WordPiece } from "./wordpiece.ts";

const { hidden, intermediate, layers, maxPieces, pieces, positions } = MODEL;

/** A dense layer in the kernel's memory. */
interface Dense {
  readonly panels: number;
  readonly scales: number;
  readonly bias: number;
  readonly inputs: number;
  readonly outputs: number;
}

interface Norm {
  readonly gain: number;
  readonly bias: number;
}

interface Layer {
  readonly qkv: Dense;
  readonly attended: Dense;
  readonly attendedNorm: Norm;
  readonly wide: Dense;
  readonly narrow: Dense;
  readonly norm: Norm;
}

/** Takes about 40 ms and 60 MB. Throws QsearchError("internal"). */
export function openFastEncoder(name: string): Encoder {
  const wordPiece = new WordPiece(readVocabulary());
  let network: Network | null = openNetwork(readModel());
  return {
    name,
    windows: (path, text) => windowsOf(wordPiece, path, text),
    async embed(texts, signal) {
      const vectors = new Float32Array(texts.length * hidden);
      for (const [row, text] of texts.entries()) {
        signal?.throwIfAborted();
        if (network === null) throw new QsearchError("internal", "the encoder is closed");
        const ids = wordPiece.encode(text, maxPieces);
        meanOfRows(network.states(ids), ids.length, vectors.subarray(row * hidden, (row + 1) * hidden));
        // Each text takes up to 50 ms: signals and others get their turn in between.
        if (row + 1 < texts.length) await Bun.sleep(0);
      }
      return vectors;
    },
    close() {
      network = null;
    },
  };
}

function openNetwork(model: Uint8Array): Network {
  try {
    return new Network(new OnnxGraph(model));
  } catch (error) {
    throw new QsearchError("internal", "the embedding model cannot be read", "", { cause: error });
  }
}

class Network {
  readonly #kernel: EncoderKernel;
  readonly #words: QuantisedTable;
  readonly #positionTable: QuantisedTable;
  readonly #tokenType: Float32Array;
  /** Position and token type, the same for every text: rows as far as a text was long so far. */
  readonly #positions: number;
  #positionsMade = 0;
  readonly #embeddingNorm: Norm;
  readonly #layers: readonly Layer[];
  /** Buffers of rows for the longest text. */
  readonly #states: number;
  readonly #mixed: number;
  readonly #room: number;
  readonly #attention: number;
  readonly #activations: number;
  /** One panel of weights. */
  readonly #panel: number;
  readonly #steps: number;

  constructor(graph: OnnxGraph) {
    const rows = paddedRows(maxPieces);
    this.#kernel = EncoderKernel.load(bytesNeeded(rows));
    // A view of the file: of 11.7 MB a text reads a few rows, and copying them would take as long as all the rest.
    this.#words = graph.table("inner.embeddings.word_embeddings.weight", pieces, hidden);
    this.#positionTable = graph.table("inner.embeddings.position_embeddings.weight", positions, hidden);
    this.#tokenType = graph.floats("inner.embeddings.token_type_embeddings.weight", 2 * hidden);
    this.#positions = this.#kernel.allocate(maxPieces * hidden * 4);
    this.#embeddingNorm = this.#norm(graph, "inner.embeddings.LayerNorm");
    const staging = this.#kernel.allocate(hidden * intermediate);
    this.#layers = Array.from({ length: layers }, (_, k) => this.#layer(graph, `inner.encoder.layer.${k}`, staging));
    this.#states = this.#kernel.allocate(rows * hidden * 4);
    this.#mixed = this.#kernel.allocate(rows * hidden * 4);
    this.#room = this.#kernel.allocate(rows * intermediate * 4);
    this.#attention = this.#kernel.allocate(attentionRoom(rows));
    this.#activations = this.#kernel.allocate(rows * intermediate * 2);
    this.#panel = this.#kernel.allocate(intermediate * 24);
    this.#steps = this.#kernel.allocate(rows * 4);
  }

  /** The last hidden states: row-major ids.length × hidden, a view that the next call overwrites. 1 to maxPieces ids. */
  states(ids: readonly number[]): Float32Array {
    const { addNormalise, attention } = this.#kernel.operations;
    const rows = ids.length;
    this.#look(ids);
    addNormalise(this.#states, this.#positions, rows, this.#embeddingNorm.gain, this.#embeddingNorm.bias);
    for (const { qkv, attended, attendedNorm, wide, narrow, norm } of this.#layers) {
      this.#apply(qkv, this.#states, rows, this.#room, 0);
      attention(this.#room, rows, this.#mixed, this.#attention);
      this.#apply(attended, this.#mixed, rows, this.#room, 0);
      addNormalise(this.#states, this.#room, rows, attendedNorm.gain, attendedNorm.bias);
      this.#apply(wide, this.#states, rows, this.#room, 1);
      this.#apply(narrow, this.#room, rows, this.#mixed, 0);
      addNormalise(this.#states, this.#mixed, rows, norm.gain, norm.bias);
    }
    return this.#kernel.floats(this.#states, rows * hidden);
  }

  /** Writes the pieces' embeddings into the states. */
  #look(ids: readonly number[]): void {
    const states = this.#kernel.floats(this.#states, paddedRows(ids.length) * hidden);
    ids.forEach((id, row) => {
      readRow(this.#words, id, states.subarray(row * hidden, (row + 1) * hidden));
    });
    states.fill(0, ids.length * hidden);
    for (; this.#positionsMade < ids.length; this.#positionsMade++) {
      const into = this.#kernel.floats(this.#positions + this.#positionsMade * hidden * 4, hidden);
      readRow(this.#positionTable, this.#positionsMade, into);
      for (let k = 0; k < hidden; k++) into[k] = (into[k] ?? 0) + (this.#tokenType[k] ?? 0);
    }
  }

  #apply(dense: Dense, from: number, rows: number, into: number, gelu: 0 | 1): void {
    const { quantise, multiply } = this.#kernel.operations;
    const { inputs, outputs, panels, scales, bias } = dense;
    const padded = paddedRows(rows);
    quantise(from, padded, inputs, activationLimit(inputs), this.#activations, this.#steps);
    multiply(this.#activations, this.#steps, panels, scales, bias, padded, inputs, outputs, into, gelu, this.#panel);
  }

  #layer(graph: OnnxGraph, name: string, staging: number): Layer {
    const dense = (biases: readonly string[], inputs: number, outputs: number) =>
      this.#dense(graph, biases, inputs, outputs, staging);
    const self = ["query", "key", "value"].map((part) => `${name}.attention.self.${part}.bias`);
    return {
      qkv: dense(self, hidden, hidden),
      attended: dense([`${name}.attention.output.dense.bias`], hidden, hidden),
      attendedNorm: this.#norm(graph, `${name}.attention.output.LayerNorm`),
      wide: dense([`${name}.intermediate.dense.bias`], hidden, intermediate),
      narrow: dense([`${name}.output.dense.bias`], intermediate, hidden),
      norm: this.#norm(graph, `${name}.output.LayerNorm`),
    };
  }

  /** Matrices of the same inputs side by side, each of `outputs` columns; they are found by the names of their biases. */
  #dense(graph: OnnxGraph, biases: readonly string[], inputs: number, outputs: number, staging: number): Dense {
    const matrices = biases.map((bias) => graph.weightsBefore(bias, inputs, outputs));
    return {
      panels: this.#panels(matrices, staging),
      scales: this.#place(...matrices.map(({ scales }) => scales)),
      bias: this.#place(...biases.map((bias) => graph.floats(bias, outputs))),
      inputs,
      outputs: outputs * biases.length,
    };
  }

  #panels(matrices: readonly QuantisedMatrix[], staging: number): number {
    const panels = this.#kernel.allocate(matrices.reduce((sum, { values }) => sum + values.length, 8));
    let at = panels;
    for (const { rows, columns, values } of matrices) {
      this.#kernel.bytes(staging, values.length).set(values);
      this.#kernel.operations.pack(staging, rows, columns, at);
      at += values.length;
    }
    return panels;
  }

  #norm(graph: OnnxGraph, name: string): Norm {
    return {
      gain: this.#place(graph.floats(`${name}.weight`, hidden)),
      bias: this.#place(graph.floats(`${name}.bias`, hidden)),
    };
  }

  /** Copies arrays into the kernel, one behind the other. */
  #place(...arrays: readonly Float32Array[]): number {
    const length = arrays.reduce((sum, array) => sum + array.length, 0);
    const address = this.#kernel.allocate(length * 4);
    const room = this.#kernel.floats(address, length);
    let at = 0;
    for (const array of arrays) {
      room.set(array, at);
      at += array.length;
    }
    return address;
  }
}

function readRow({ values, scales }: QuantisedTable, row: number, into: Float32Array): void {
  const scale = scales[row] ?? 0;
  const from = row * hidden;
  for (let k = 0; k < hidden; k++) into[k] = (values[from + k] ?? 0) * scale;
}

/** What the constructor allocates, with something for rounding up. */
function bytesNeeded(rows: number): number {
  const weights = layers * (4 * hidden * hidden + 2 * hidden * intermediate);
  const buffers = rows * (2 * hidden * 4 + intermediate * 6 + 4) + attentionRoom(rows);
  const rest = layers * (13 * hidden + 2 * intermediate) * 4 + (maxPieces + 2) * hidden * 4 + hidden * intermediate;
  return weights + buffers + rest + 65536;
}
