/**
 * Reads what an ONNX file holds, its tensors and how its operations are wired, from the protobuf encoding. Only the fields
 * that the encoder asks for are known (numbers as in onnx.proto3); all others are stepped over.
 */

/** The data types of the model's weights. */
const FLOAT = 1;
const INT8 = 3;

export interface OnnxNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

interface Tensor {
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** A weight matrix with int8 values and a float32 scale a column, wherever in the file it stands. */
export interface QuantisedMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

export class OnnxGraph {
  readonly #tensors = new Map<string, Tensor>();
  readonly #makers = new Map<string, OnnxNode>();
  readonly #nodes: OnnxNode[] = [];

  /** Throws RangeError where `file` ends too early or is no ONNX model. Tensors stay views of `file`. */
  constructor(file: Uint8Array) {
    for (const field of fieldsOf(file)) {
      if (field.number !== 7 || field.bytes === null) continue;
      for (const part of fieldsOf(field.bytes)) {
        if (part.bytes === null) continue;
        if (part.number === 1) this.#addNode(part.bytes);
        else if (part.number === 5) this.#addTensor(part.bytes);
      }
    }
    if (this.#nodes.length === 0) throw new RangeError("the model holds no graph");
  }

  /** float32 values of a named tensor, in a copy. */
  floats(name: string, length: number): Float32Array {
    const { type, data } = this.#tensor(name);
    if (type !== FLOAT || data.length !== 4 * length) throw new RangeError(`${name} is no float32[${length}]`);
    return new Float32Array(data.slice().buffer);
  }

  /** The table that is stored as NAME_q (int8) and NAME_scale: one scale a row. */
  table(name: string, rows: number, columns: number): { values: Int8Array; scales: Float32Array } {
    return { values: this.#int8(`${name}_q`, rows, columns), scales: this.floats(`${name}_scale`, rows) };
  }

  /** The weights of the product to whose result the bias of this name is added: row-major rows (inputs) × columns. */
  weightsBefore(bias: string, rows: number, columns: number): QuantisedMatrix {
    const sum = this.#nodes.find(({ operation, inputs }) => operation === "Add" && inputs.includes(bias));
    const product = this.#maker(
      sum?.inputs.find((input) => input !== bias),
      "MatMul",
    );
    const scaled = this.#maker(product.inputs[1], "Mul");
    const cast = this.#maker(scaled.inputs[0], "Cast");
    return {
      rows,
      columns,
      values: this.#int8(cast.inputs[0] ?? "", rows, columns),
      scales: this.floats(scaled.inputs[1] ?? "", columns),
    };
  }

  #int8(name: string, rows: number, columns: number): Int8Array {
    const { type, shape, data } = this.#tensor(name);
    if (type !== INT8 || shape[0] !== rows || shape[1] !== columns || data.length !== rows * columns) {
      throw new RangeError(`${name} is no int8[${rows}, ${columns}]`);
    }
    return new Int8Array(data.buffer, data.byteOffset, data.length);
  }

  #tensor(name: string): Tensor {
    const tensor = this.#tensors.get(name);
    if (tensor === undefined) throw new RangeError(`the model holds no tensor ${name}`);
    return tensor;
  }

  #maker(output: string | undefined, operation: string): OnnxNode {
    const node = this.#makers.get(output ?? "");
    if (node?.operation !== operation) throw new RangeError(`${output} is no result of ${operation}`);
    return node;
  }

  #addNode(bytes: Uint8Array): void {
    const inputs: string[] = [];
    const outputs: string[] = [];
    let operation = "";
    for (const { number, bytes: value } of fieldsOf(bytes)) {
      if (value === null) continue;
      if (number === 1) inputs.push(textOf(value));
      else if (number === 2) outputs.push(textOf(value));
      else if (number === 4) operation = textOf(value);
    }
    const node = { operation, inputs, outputs };
    this.#nodes.push(node);
    for (const output of outputs) this.#makers.set(output, node);
  }

  #addTensor(bytes: Uint8Array): void {
    const shape: number[] = [];
    let name = "";
    let type = 0;
    let data = new Uint8Array(0);
    for (const { number, bytes: value, integer } of fieldsOf(bytes)) {
      if (number === 1 && value === null) shape.push(integer);
      else if (number === 1 && value !== null) shape.push(...integersOf(value));
      else if (number === 2) type = integer;
      else if (number === 8 && value !== null) name = textOf(value);
      else if (number === 9 && value !== null) data = value;
    }
    this.#tensors.set(name, { type, shape, data });
  }
}

interface Field {
  readonly number: number;
  /** Of a varint; 0 for others. */
  readonly integer: number;
  /** Of a length-delimited field; null for others. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Wire types: 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  const reader = new Varints(message);
  while (reader.at < message.length) {
    const tag = reader.next();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) {
      yield { number, integer: reader.next(), bytes: null };
    } else if (wire === 1 || wire === 5) {
      reader.at += wire === 1 ? 8 : 4;
    } else if (wire === 2) {
      const length = reader.next();
      const start = reader.at;
      reader.at += length;
      if (reader.at > message.length) throw new RangeError("the model ends too early");
      const bytes = new Uint8Array(message.buffer as ArrayBuffer, message.byteOffset + start, length);
      yield { number, integer: 0, bytes };
    } else {
      throw new RangeError(`wire type ${wire}: no protobuf`);
    }
  }
}

class Varints {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next one, exact below 2^53. */
  next(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 64; factor *= 128) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw new RangeError("the model ends too early");
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError("a number of more than 64 bits: no protobuf");
  }
}

function integersOf(bytes: Uint8Array): number[] {
  const reader = new Varints(bytes);
  const found: number[] = [];
  while (reader.at < bytes.length) found.push(reader.next());
  return found;
}

const decoder = new TextDecoder();

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
