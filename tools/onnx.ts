/**
 * Reads where in an ONNX file its tensors stand and how its operations are wired, from the protobuf encoding. Only the fields
 * that the encoder's weights need are known (numbers as in onnx.proto3); all others are stepped over.
 */

/** The data types of the model's weights. */
const FLOAT = 1;
const INT8 = 3;

interface OnnxNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

interface Tensor {
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

/** Where int8 values, row-major, and their float32 scales begin, in bytes from the start of the file. */
export interface QuantisedPlaces {
  readonly values: number;
  readonly scales: number;
}

export class OnnxGraph {
  readonly #start: number;
  readonly #tensors = new Map<string, Tensor>();
  readonly #makers = new Map<string, OnnxNode>();
  /** The additions, by each of their inputs. */
  readonly #sums = new Map<string, OnnxNode>();

  /** Throws RangeError where `file` ends too early or is no ONNX model. */
  constructor(file: Uint8Array) {
    this.#start = file.byteOffset;
    const model = new Fields(file, 0, file.length);
    while (model.next()) {
      if (model.number !== 7 || model.length < 0) continue;
      const graph = new Fields(file, model.start, model.start + model.length);
      while (graph.next()) {
        if (graph.length < 0) continue;
        const part = new Fields(file, graph.start, graph.start + graph.length);
        if (graph.number === 1) this.#addNode(part);
        else if (graph.number === 5) this.#addTensor(part);
      }
    }
    if (this.#makers.size === 0) throw new RangeError("the model holds no graph");
  }

  /** Where the float32 values of a named tensor begin. */
  floats(name: string, length: number): number {
    const { type, data } = this.#tensor(name);
    if (type !== FLOAT || data.length !== 4 * length) throw new RangeError(`${name} is no float32[${length}]`);
    return data.byteOffset - this.#start;
  }

  /** The table that is stored as NAME_q (int8) and NAME_scale: one scale a row. */
  table(name: string, rows: number, columns: number): QuantisedPlaces {
    return { values: this.#int8(`${name}_q`, rows, columns), scales: this.floats(`${name}_scale`, rows) };
  }

  /** The weights of the product to whose result the bias of this name is added: rows (inputs) × columns, one scale a column. */
  weightsBefore(bias: string, rows: number, columns: number): QuantisedPlaces {
    const sum = this.#sums.get(bias);
    const product = this.#maker(
      sum?.inputs.find((input) => input !== bias),
      "MatMul",
    );
    const scaled = this.#maker(product.inputs[1], "Mul");
    const cast = this.#maker(scaled.inputs[0], "Cast");
    return {
      values: this.#int8(cast.inputs[0] ?? "", rows, columns),
      scales: this.floats(scaled.inputs[1] ?? "", columns),
    };
  }

  #int8(name: string, rows: number, columns: number): number {
    const { type, shape, data } = this.#tensor(name);
    if (type !== INT8 || shape[0] !== rows || shape[1] !== columns || data.length !== rows * columns) {
      throw new RangeError(`${name} is no int8[${rows}, ${columns}]`);
    }
    return data.byteOffset - this.#start;
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

  #addNode(fields: Fields): void {
    const inputs: string[] = [];
    const outputs: string[] = [];
    let operation = "";
    while (fields.next()) {
      if (fields.number === 1) inputs.push(fields.text());
      else if (fields.number === 2) outputs.push(fields.text());
      else if (fields.number === 4) operation = fields.text();
    }
    const node = { operation, inputs, outputs };
    for (const output of outputs) this.#makers.set(output, node);
    if (operation === "Add") for (const input of inputs) this.#sums.set(input, node);
  }

  #addTensor(fields: Fields): void {
    const shape: number[] = [];
    let name = "";
    let type = 0;
    let data = new Uint8Array(0);
    while (fields.next()) {
      if (fields.number === 1) shape.push(...fields.integers());
      else if (fields.number === 2) type = fields.integer;
      else if (fields.number === 8) name = fields.text();
      else if (fields.number === 9) data = fields.bytes();
    }
    this.#tensors.set(name, { type, shape, data });
  }
}

const decoder = new TextDecoder();

/** Steps through the fields of one message. No object a field: a model has ten thousand. */
class Fields {
  number = 0;
  /** Of a varint. */
  integer = 0;
  /** Of a length-delimited field: where its bytes begin, and how many they are; -1 for other fields. */
  start = 0;
  length = -1;
  #at: number;
  readonly #end: number;
  readonly #file: Uint8Array;

  constructor(file: Uint8Array, start: number, end: number) {
    this.#file = file;
    this.#at = start;
    this.#end = end;
  }

  /** Reads the next field; false at the end. Wire types: 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const tag = this.#varint();
    const wire = tag % 8;
    this.number = Math.floor(tag / 8);
    this.length = -1;
    if (wire === 0) {
      this.integer = this.#varint();
    } else if (wire === 1 || wire === 5) {
      this.#at += wire === 1 ? 8 : 4;
    } else if (wire === 2) {
      this.length = this.#varint();
      this.start = this.#at;
      this.#at += this.length;
    } else {
      throw new RangeError(`wire type ${wire}: no protobuf`);
    }
    if (this.#at > this.#end) throw new RangeError("the model ends too early");
    return true;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const { buffer, byteOffset } = this.#file;
    return new Uint8Array(buffer as ArrayBuffer, byteOffset + this.start, Math.max(0, this.length));
  }

  text(): string {
    return decoder.decode(this.bytes());
  }

  /** One number, or the packed ones. */
  integers(): number[] {
    if (this.length < 0) return [this.integer];
    const found: number[] = [];
    const packed = new Fields(this.#file, this.start, this.start + this.length);
    while (packed.#at < packed.#end) found.push(packed.#varint());
    return found;
  }

  /** Exact below 2^53. */
  #varint(): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 64; factor *= 128) {
      if (this.#at >= this.#end) throw new RangeError("the model ends too early");
      const byte = this.#file[this.#at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError("a number of more than 64 bits: no protobuf");
  }
}
